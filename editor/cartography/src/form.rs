//! A recipe in plain form: its rules as lines of a list, each of which can be moved, changed by a
//! number, put aside and taken up again; control points with the kind of fit that they allow.
//!
//! What a line does not say stays in its rule as it is.

use salient_schema::Id;
use salient_schema::common::Rating;
use salient_schema::map::Fit;
use salient_schema::recipe::{
    Areas, ChainRule, FeatureRule, HeightStatistic, Heights, HexsideRule, KindBy, LabelRule,
    LineRule, PathRule, Recipe, Region, Selection, TerrainRule, ZoneRule,
};

use crate::by_hand::add_glyph;

/// The lists of rules, in the order in which a build follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum List {
    /// Points that become features.
    Features,
    /// Regions that become terrain.
    Terrain,
    /// Names on the ground.
    Labels,
    /// Chains that become hexsides.
    Hexsides,
    /// Lines that become paths.
    Paths,
    /// Chains that become border lines.
    Lines,
    /// Regions that become zones.
    Zones,
}

impl List {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Features,
        Self::Terrain,
        Self::Labels,
        Self::Hexsides,
        Self::Paths,
        Self::Lines,
        Self::Zones,
    ];

    /// How many rules a recipe has in it.
    pub fn len(self, recipe: &Recipe) -> usize {
        match self {
            Self::Features => recipe.features.rules.len(),
            Self::Terrain => recipe.terrain.rules.len(),
            Self::Labels => recipe.labels.len(),
            Self::Hexsides => recipe.hexsides.rules.len(),
            Self::Paths => recipe.paths.rules.len(),
            Self::Lines => recipe.lines.rules.len(),
            Self::Zones => recipe.zones.rules.len(),
        }
    }
}

/// What a number of a rule says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Distance {
    /// The least share of a hex that areas must cover; none: its centre.
    Share(Option<f64>),
    /// The shortest line that is used, in hexes; none: any.
    Shortest(Option<f64>),
}

/// A rule as a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The list that it is in.
    pub list: List,
    /// Its place there.
    pub at: usize,
    /// What it does.
    pub text: String,
    /// Its number, if it has one.
    pub distance: Option<Distance>,
}

/// A rule that was put aside, with the place that it had.
#[derive(Clone, Debug, PartialEq)]
pub struct Aside {
    /// Its line, as it was.
    pub row: Row,
    rule: AnyRule,
}

#[derive(Clone, Debug, PartialEq)]
enum AnyRule {
    Feature(FeatureRule),
    Terrain(TerrainRule),
    Label(LabelRule),
    Hexside(HexsideRule),
    Path(PathRule),
    Line(LineRule),
    Zone(ZoneRule),
}

/// The rules of a recipe as lines.
pub fn rows(recipe: &Recipe) -> Vec<Row> {
    let all =
        List::ALL.into_iter().flat_map(|list| (0..list.len(recipe)).map(move |at| (list, at)));
    all.filter_map(|(list, at)| row(recipe, list, at)).collect()
}

fn row(recipe: &Recipe, list: List, at: usize) -> Option<Row> {
    let becomes = |kind: &Option<Id>, by: &Option<KindBy>| match (kind, by) {
        (Some(kind), _) => kind.clone(),
        (None, Some(by)) => {
            let kinds: Vec<&str> = by.kinds.values().map(String::as_str).collect();
            format!("{} by {}", kinds.join(", "), by.property)
        }
        (None, None) => "nothing".to_owned(),
    };
    let chain = |id: &Id| recipe.chains.iter().find(|chain| chain.id == *id);
    let (text, distance) = match list {
        List::Features => {
            let rule = recipe.features.rules.get(at)?;
            (format!("{}: {}", taken(&rule.take), becomes(&rule.kind, &rule.kind_by)), None)
        }
        List::Terrain => {
            let rule = recipe.terrain.rules.get(at)?;
            let distance = match &rule.region {
                Region::Areas(areas) => Some(Distance::Share(areas.share)),
                _ => None,
            };
            (format!("{}: {} terrain", region(&rule.region), rule.kind), distance)
        }
        List::Labels => {
            let rule = recipe.labels.get(at)?;
            (format!("{}: names on the ground", taken(&rule.take)), None)
        }
        List::Hexsides => {
            let rule = recipe.hexsides.rules.get(at)?;
            let chain = rule.chain.as_ref().and_then(chain);
            let from = match (chain, &rule.chain, &rule.areas, &rule.slope) {
                (Some(chain), ..) => taken(&chain.take),
                (None, Some(id), ..) => id.clone(),
                (None, None, Some(areas), _) => taken(&areas.take),
                (None, None, None, Some(slope)) => format!("{}, slopes", slope.layer),
                (None, None, None, None) => "nothing".to_owned(),
            };
            let distance = match (chain, &rule.areas) {
                (Some(chain), _) => Some(Distance::Shortest(chain.shortest)),
                (None, Some(areas)) => Some(Distance::Share(areas.share)),
                (None, None) => None,
            };
            (format!("{from}: {} hexsides", rule.kind), distance)
        }
        List::Paths => {
            let rule = recipe.paths.rules.get(at)?;
            let text = format!("{}: {}", taken(&rule.take), becomes(&rule.kind, &rule.kind_by));
            (text, Some(Distance::Shortest(rule.shortest)))
        }
        List::Lines => {
            let rule = recipe.lines.rules.get(at)?;
            (format!("{}: {} line", rule.chains.join(", "), rule.kind), None)
        }
        List::Zones => {
            let rule = recipe.zones.rules.get(at)?;
            let regions: Vec<String> = rule.regions.iter().map(region).collect();
            (format!("{}: zone {}", regions.join(", "), rule.name), None)
        }
    };
    Some(Row { list, at, text, distance })
}

/// What a selection takes: `country, class hills or woods`.
fn taken(take: &Selection) -> String {
    let mut text = take.layer.clone();
    for (property, values) in &take.filter {
        let values: Vec<String> = values
            .iter()
            .map(|value| match value {
                Rating::Number(number) => number.to_string(),
                Rating::Text(text) => text.clone(),
            })
            .collect();
        text.push_str(&format!(", {property} {}", values.join(" or ")));
    }
    for (property, least) in &take.at_least {
        text.push_str(&format!(", {property} from {least}"));
    }
    for (property, most) in &take.below {
        text.push_str(&format!(", {property} below {most}"));
    }
    text
}

fn region(region: &Region) -> String {
    match region {
        Region::Areas(areas) => taken(&areas.take),
        Region::Within(within) => format!("inside {}", within.chains.join(", ")),
        Region::Edge(_) => "along an edge".to_owned(),
        Region::Hexes(hexes) => format!("{} hexes by number", hexes.len()),
        Region::Heights(heights) => heights_in_words(heights),
    }
}

/// What heights are meant: `heights, mean from 200, relief below 90`.
fn heights_in_words(heights: &Heights) -> String {
    let mut text = heights.layer.clone();
    for bound in &heights.bounds {
        text.push_str(match bound.of {
            HeightStatistic::Mean => ", mean",
            HeightStatistic::Least => ", lowest",
            HeightStatistic::Greatest => ", highest",
            HeightStatistic::Relief => ", relief",
        });
        if let Some(least) = bound.at_least {
            text.push_str(&format!(" from {least}"));
        }
        if let Some(most) = bound.below {
            text.push_str(&format!(" below {most}"));
        }
    }
    text
}

/// Moves a rule in its list.
pub fn move_rule(recipe: &mut Recipe, list: List, from: usize, to: usize) {
    fn swap<T>(rules: &mut [T], from: usize, to: usize) {
        if from < rules.len() && to < rules.len() {
            rules.swap(from, to);
        }
    }
    match list {
        List::Features => swap(&mut recipe.features.rules, from, to),
        List::Terrain => swap(&mut recipe.terrain.rules, from, to),
        List::Labels => swap(&mut recipe.labels, from, to),
        List::Hexsides => swap(&mut recipe.hexsides.rules, from, to),
        List::Paths => swap(&mut recipe.paths.rules, from, to),
        List::Lines => swap(&mut recipe.lines.rules, from, to),
        List::Zones => swap(&mut recipe.zones.rules, from, to),
    }
}

/// Gives a rule another number.
pub fn set_distance(recipe: &mut Recipe, list: List, at: usize, to: Distance) {
    match (list, to) {
        (List::Terrain, Distance::Share(share)) => {
            if let Some(TerrainRule { region: Region::Areas(areas), .. }) =
                recipe.terrain.rules.get_mut(at)
            {
                areas.share = share;
            }
        }
        (List::Hexsides, Distance::Shortest(shortest)) => {
            let id = recipe.hexsides.rules.get(at).and_then(|rule| rule.chain.clone());
            let chain = recipe.chains.iter_mut().find(|chain| Some(&chain.id) == id.as_ref());
            if let Some(chain) = chain {
                chain.shortest = shortest;
            }
        }
        (List::Hexsides, Distance::Share(share)) => {
            let rule = recipe.hexsides.rules.get_mut(at);
            if let Some(areas) = rule.and_then(|rule| rule.areas.as_mut()) {
                areas.share = share;
            }
        }
        (List::Paths, Distance::Shortest(shortest)) => {
            if let Some(rule) = recipe.paths.rules.get_mut(at) {
                rule.shortest = shortest;
            }
        }
        _ => {}
    }
}

/// Takes a rule out of a recipe.
pub fn put_aside(recipe: &mut Recipe, list: List, at: usize) -> Option<Aside> {
    let row = row(recipe, list, at)?;
    let rule = match list {
        List::Features => AnyRule::Feature(recipe.features.rules.remove(at)),
        List::Terrain => AnyRule::Terrain(recipe.terrain.rules.remove(at)),
        List::Labels => AnyRule::Label(recipe.labels.remove(at)),
        List::Hexsides => AnyRule::Hexside(recipe.hexsides.rules.remove(at)),
        List::Paths => AnyRule::Path(recipe.paths.rules.remove(at)),
        List::Lines => AnyRule::Line(recipe.lines.rules.remove(at)),
        List::Zones => AnyRule::Zone(recipe.zones.rules.remove(at)),
    };
    Some(Aside { row, rule })
}

/// Puts a rule back where it was, or last where the list has become shorter.
pub fn take_up(recipe: &mut Recipe, aside: &Aside) {
    fn put<T: Clone>(rules: &mut Vec<T>, at: usize, rule: &T) {
        rules.insert(at.min(rules.len()), rule.clone());
    }
    let at = aside.row.at;
    match &aside.rule {
        AnyRule::Feature(rule) => put(&mut recipe.features.rules, at, rule),
        AnyRule::Terrain(rule) => put(&mut recipe.terrain.rules, at, rule),
        AnyRule::Label(rule) => put(&mut recipe.labels, at, rule),
        AnyRule::Hexside(rule) => put(&mut recipe.hexsides.rules, at, rule),
        AnyRule::Path(rule) => put(&mut recipe.paths.rules, at, rule),
        AnyRule::Line(rule) => put(&mut recipe.lines.rules, at, rule),
        AnyRule::Zone(rule) => put(&mut recipe.zones.rules, at, rule),
    }
}

/// What things of a layer become by a new rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Become {
    /// Terrain of this kind.
    Terrain(Id),
    /// Features of this kind.
    Feature(Id),
    /// Hexsides of this kind.
    Hexside(Id),
    /// Paths of this kind.
    Path(Id),
}

/// Adds a rule, the last of its list: all things of a layer, or those with a value of a property,
/// become something.
pub fn add_rule(recipe: &mut Recipe, layer: &str, only: Option<(&str, &str)>, become_: &Become) {
    let mut take = Selection { layer: layer.to_owned(), ..Selection::default() };
    if let Some((property, value)) = only {
        take.filter.insert(property.to_owned(), vec![Rating::Text(value.to_owned())]);
    }
    match become_ {
        Become::Terrain(kind) => {
            add_glyph(&mut recipe.terrain.palette, kind);
            let region = Region::Areas(Areas { take, share: None });
            recipe.terrain.rules.push(TerrainRule { kind: kind.clone(), region });
        }
        Become::Feature(kind) => recipe.features.rules.push(FeatureRule {
            take,
            kind: Some(kind.clone()),
            kind_by: None,
            owner: None,
            yields_to: Vec::new(),
            value_from: None,
            unnamed: false,
            first_by: None,
            drop: Vec::new(),
            place: Vec::new(),
        }),
        Become::Hexside(kind) => {
            let same = |chain: &&ChainRule| chain.take == take && chain.several;
            let chain = match recipe.chains.iter().find(same) {
                Some(chain) => chain.id.clone(),
                None => {
                    let taken = |id: &String| recipe.chains.iter().any(|chain| chain.id == *id);
                    let first = format!("{layer}-{kind}");
                    let mut ids = std::iter::once(first.clone())
                        .chain((2_usize..).map(|number| format!("{first}-{number}")));
                    let id = ids.find(|id| !taken(id)).unwrap_or(first);
                    recipe.chains.push(ChainRule {
                        id: id.clone(),
                        take,
                        several: true,
                        shortest: None,
                        from: None,
                        to: None,
                        meets: Vec::new(),
                        barred: Vec::new(),
                    });
                    id
                }
            };
            recipe.hexsides.rules.push(HexsideRule {
                chain: Some(chain),
                areas: None,
                slope: None,
                kind: kind.clone(),
                name: None,
                yields_to: Vec::new(),
            });
        }
        Become::Path(kind) => recipe.paths.rules.push(PathRule {
            take,
            kind: Some(kind.clone()),
            kind_by: None,
            tracks_from: None,
            shortest: None,
        }),
    }
}

/// Lets the kind of fit follow from how many control points there are: one is stated, by the scale
/// that is given; with two, scale and north are theirs to tell. An affine fit stays one as long as it
/// can.
pub fn settle_fit(recipe: &mut Recipe, metres_per_hex: f64) {
    let plan = &mut recipe.georeference;
    match (plan.control_points.len(), plan.fit) {
        (0 | 1, _) => {
            plan.fit = Fit::Stated;
            recipe.grid.metres_per_hex.get_or_insert(metres_per_hex);
        }
        (2, Fit::Affine) | (_, Fit::Stated) => plan.fit = Fit::Similarity,
        _ => {}
    }
}
