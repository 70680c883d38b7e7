//! The counters: what is printed on them, where they are and what they are marked with.

use std::collections::BTreeMap;

use salient_hex::Hex;
use salient_schema::Bundle;

use super::book::Book;

/// What a counter is, by the face that lies up (1914 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Infantry,
    Cavalry,
    Guns,
    Fort,
    Fortress,
    Depot,
    Train,
}

#[derive(Clone, Debug)]
pub struct Face {
    pub kind: Kind,
    pub size: i32,
    pub division: bool,
    pub brigade: bool,
    /// Whether a strength reduction leads to it.
    pub step: bool,
    ratings: BTreeMap<String, i32>,
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub name: String,
    pub side: usize,
    pub nation: String,
    pub faces: Vec<Face>,
    /// A formation has a marker with its effectiveness (1914 2.8.2); what has none is an asset.
    pub base: Option<i32>,
    /// What it is once its marker is turned (1914 22.4).
    pub later: Option<i32>,
    pub formation: Option<String>,
    /// The formation that it was attached to in play, if it was.
    pub attached: Option<String>,
    /// The ID that fortresses of a camp share.
    pub camp: String,
    pub traits: Vec<String>,
    pub chasseurs: bool,
    pub loc: bool,
    pub garrison: bool,
    /// Whether it leads a siege train.
    pub headquarters: bool,
    pub at: Option<Hex>,
    /// The other hex that it takes up, of two (1914 19.0).
    pub other: Option<Hex>,
    /// Whether it is in rail mode (1914 7.7.4).
    pub entrained: bool,
    pub face: usize,
    /// How far down the track of effectiveness, 0 to 6 (1914 6.1.4).
    pub status: i32,
    pub markers: i32,
    /// Steps that a fortress has lost.
    pub steps_lost: i32,
    /// A prepared attack: the hex that it was prepared in, and the one that it points at.
    pub prepared: Option<(Hex, Hex)>,
    /// The rule by which it has left the map.
    pub ended: String,
    /// Points spent in this phase, and those of reactions that wait for the next (1914 8.2.4).
    pub spent: i32,
    pub recorded: i32,
    /// Ammunition on record.
    pub provided: i32,
    /// In this attack phase: has fought, has fallen back, has lent its guns.
    pub fought: bool,
    pub fled: bool,
    pub fired: bool,
}

impl Unit {
    fn now(&self) -> Option<&Face> {
        self.faces.get(self.face).or(self.faces.last())
    }

    /// The one or two hexes that it takes up.
    pub fn hexes(&self) -> impl Iterator<Item = Hex> + use<> {
        self.at.into_iter().chain(self.other)
    }

    /// Whether it takes up two hexes (1914 19.0).
    pub fn is_two(&self) -> bool {
        self.other.is_some()
    }

    /// Whether it stands in a hex, with one half at least.
    pub fn is_in(&self, hex: Hex) -> bool {
        self.hexes().any(|own| own == hex)
    }

    /// Whether two units take up the same hexes.
    pub fn is_with(&self, other: &Self) -> bool {
        (self.at, self.other) == (other.at, other.other)
    }

    /// Quarters of a division that it is in each of its hexes (1914 19.1.3).
    pub fn share(&self) -> i32 {
        if self.is_two() { (self.size() + 1) / 2 } else { self.size() }
    }

    pub fn kind(&self) -> Kind {
        self.now().map_or(Kind::Guns, |face| face.kind)
    }

    pub fn size(&self) -> i32 {
        self.now().map_or(0, |face| face.size)
    }

    pub fn rating(&self, rating: &str) -> i32 {
        self.now().and_then(|face| face.ratings.get(rating).copied()).unwrap_or_default()
    }

    pub fn rating_on(&self, face: usize, rating: &str) -> i32 {
        let face = self.faces.get(face);
        face.and_then(|face| face.ratings.get(rating).copied()).unwrap_or_default()
    }

    pub fn is_formation(&self) -> bool {
        self.base.is_some()
    }

    /// 1914 2.1: combat units.
    pub fn fights(&self) -> bool {
        matches!(self.kind(), Kind::Infantry | Kind::Cavalry)
    }

    pub fn supplies(&self) -> bool {
        matches!(self.kind(), Kind::Depot | Kind::Train)
    }

    /// 1914 1.1: what makes up forces.
    pub fn in_force(&self) -> bool {
        !self.supplies() && self.kind() != Kind::Fortress
    }

    pub fn is_division(&self) -> bool {
        self.kind() == Kind::Infantry && self.now().is_some_and(|face| face.division)
    }

    /// Whether it is as large as a division, of cavalry too.
    pub fn is_large(&self) -> bool {
        self.now().is_some_and(|face| face.division)
    }

    pub fn is_brigade(&self) -> bool {
        self.now().is_some_and(|face| face.brigade)
    }

    /// 1914 3.2, 7.7.4, 12.1.2.
    pub fn has_zone(&self) -> bool {
        !self.entrained && self.fights() || self.kind() == Kind::Fortress && self.face == 0
    }

    /// The face to which a strength reduction turns it, if there is one.
    pub fn next_face(&self) -> Option<usize> {
        let next = self.face + 1;
        self.faces.get(next).filter(|face| face.step).map(|_| next)
    }

    /// 1914 6.1.2, 6.1.4: the level of effectiveness.
    pub fn level(&self) -> Option<i32> {
        self.base.map(|base| base - self.status.min(3))
    }
}

/// All counters of a bundle, on the map as it sets them up.
pub fn muster(bundle: &Bundle, book: &Book<'_>) -> Result<Vec<Unit>, String> {
    let formations: BTreeMap<&str, _> = bundle
        .orders_of_battle
        .iter()
        .flat_map(|book| &book.formations)
        .map(|formation| (formation.id.as_str(), formation))
        .collect();
    let mut units = Vec::new();
    for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
        let formation = counter.formation.as_ref().map(|id| id.to_string());
        let base = formation.as_deref().and_then(|id| formations.get(id)).and_then(|own| {
            own.ratings.get(book.one("effectiveness")).and_then(|rating| rating.number())
        });
        let later = formation.as_deref().and_then(|id| formations.get(id)).and_then(|own| {
            own.ratings.get(book.one("later-effectiveness")).and_then(|rating| rating.number())
        });
        let kind = |id: &str| match () {
            () if book.is("fortress", id) => Kind::Fortress,
            () if book.is("fort", id) => Kind::Fort,
            () if book.is("depot", id) => Kind::Depot,
            () if book.is("corps-train", id) => Kind::Train,
            () if book.is("cavalry", id) => Kind::Cavalry,
            () if book.is("infantry", id) => Kind::Infantry,
            () => Kind::Guns,
        };
        let mut faces = Vec::new();
        for face in &counter.faces {
            let id = face.unit_type.as_ref().unwrap_or(&counter.unit_type);
            let size = face.size.as_ref().or(counter.size.as_ref()).map_or("", |id| id.as_str());
            let sizes = &book.ruleset.counters.sizes;
            let ratings = face.ratings.iter();
            faces.push(Face {
                kind: kind(id),
                size: sizes.iter().find(|it| it.id == size).map_or(0, |it| it.stacking),
                division: book.is("division-size", size),
                brigade: book.is("brigade-size", size),
                step: !face.not_a_step,
                ratings: ratings
                    .filter_map(|(id, rating)| Some((id.to_string(), rating.number()?)))
                    .collect(),
            });
        }
        let side = usize::from(counter.side == book.one("german"));
        for number in 1..=counter.count {
            let id = counter.id.as_str();
            let name = if counter.count > 1 { format!("{id}#{number}") } else { id.to_owned() };
            units.push(Unit {
                name,
                side,
                nation: counter.nation.as_ref().map(|id| id.to_string()).unwrap_or_default(),
                faces: faces.clone(),
                base,
                later,
                formation: formation.clone(),
                attached: None,
                camp: counter.designation.to_string(),
                traits: counter.traits.iter().map(|id| id.to_string()).collect(),
                chasseurs: book.is("chasseurs", &counter.unit_type),
                loc: book.is("line-of-communications", &counter.unit_type),
                garrison: book.is("garrison", &counter.unit_type),
                headquarters: book.is("siege-headquarters", &counter.unit_type),
                at: None,
                other: None,
                entrained: false,
                face: 0,
                status: 0,
                markers: 0,
                steps_lost: 0,
                prepared: None,
                ended: String::new(),
                spent: 0,
                recorded: 0,
                provided: 0,
                fought: false,
                fled: false,
                fired: false,
            });
        }
    }
    Ok(units)
}
