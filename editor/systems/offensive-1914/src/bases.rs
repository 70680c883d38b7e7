//! 1914 23.1, 24.3: the bases of the British and the Belgian army, to which their lines of communications
//! run, and their transfers.

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_rules::game::UnitStatus;
use salient_rules::play::{Formation, PlayContext, Position, Unit};
use salient_rules::{Roles, Violation};
use salient_schema::Bundle;

use crate::acts::Act;
use crate::constants::Constants;
use crate::decision::Decision;
use crate::event::Detail;
use crate::event::armies::{ArmiesDetail, BaseMoved};
use crate::landmarks::hexes_of;
use crate::rules::{Offensive, Rules};
use crate::state::Base;
use crate::{control, rails, supply};

/// The British base among [`State::bases`](crate::state::State::bases).
const BRITISH: usize = 0;
/// The Belgian one.
const BELGIAN: usize = 1;
/// The Belgian base is at the port to which it was transferred: it can but flee (1914 24.3.2).
const AT_PORT: u8 = 1;
/// It has fled to France.
const IN_FRANCE: u8 = 2;

/// An army that lives by a base.
#[derive(Clone, Debug)]
pub struct Based {
    army: Formation,
    depot: Unit,
    /// Where its base is at first, and where it is transferred.
    places: [Vec<Hex>; 2],
}

/// What a scenario says of bases.
#[derive(Clone, Debug, Default)]
pub struct Bases {
    /// The British and the Belgian army, where they are and have bases.
    armies: [Option<Based>; 2],
    /// The ports in France, sorted (1914 23.2, 24.3.2).
    pub french_ports: Vec<Hex>,
    /// By hex, whether Germans that come there threaten the British base, the Belgian one and the
    /// Belgian port, a bit each: every step of theirs asks it.
    near: Vec<u8>,
}

impl Bases {
    /// Those of a bundle; `depots` are those of the British and the Belgian army, each with its army.
    pub fn new(
        bundle: &Bundle,
        roles: &Roles<'_>,
        map: &CompiledMap,
        depots: [Option<(Formation, Unit)>; 2],
        numbers: &Constants,
    ) -> Self {
        let zone = |role: &str| hexes_of(bundle, roles, map, role);
        let places = [
            [zone("british-base"), zone("british-later-base")],
            [zone("belgian-base"), zone("belgian-port")],
        ];
        let mut near = vec![0; map.len()];
        let beside = 1;
        let watched = [
            (zone("base-amiens"), numbers.transfer_distance.unsigned_abs()),
            (places[BELGIAN][0].clone(), beside),
            (places[BELGIAN][1].clone(), beside),
        ];
        for (bit, (hexes, distance)) in watched.into_iter().enumerate() {
            for hex in hexes.into_iter().flat_map(|hex| map.grid().within(hex, distance)) {
                if let Some(own) = near.get_mut(hex.index()) {
                    *own |= 1 << bit;
                }
            }
        }
        let france = zone("france");
        let ports = bundle.map.features.items.iter();
        let ports = ports.filter(|feature| roles.is("port", &feature.kind));
        let mut french_ports: Vec<Hex> = ports
            .filter_map(|feature| map.grid().parse(&feature.hex))
            .filter(|hex| france.binary_search(hex).is_ok())
            .collect();
        french_ports.sort_unstable();
        french_ports.dedup();
        let mut depots = depots.into_iter();
        let armies = places.map(|places| {
            let (army, depot) = depots.next().flatten()?;
            let [first, _] = &places;
            (!first.is_empty()).then_some(Based { army, depot, places })
        });
        Self { armies, french_ports, near }
    }

    /// The armies, each with the place of its base.
    fn all(&self) -> impl Iterator<Item = (usize, &Based)> {
        self.armies.iter().enumerate().filter_map(|(place, own)| Some((place, own.as_ref()?)))
    }

    /// The armies in play: their depots stand on the map, or are under relocation.
    fn in_play<'a>(
        &'a self,
        position: &'a Position<Offensive>,
    ) -> impl Iterator<Item = (usize, &'a Based)> {
        self.all().filter(|(_, own)| {
            position.hex(own.depot).is_some() || supply::is_relocated(position, own.depot)
        })
    }
}

fn state(position: &Position<Offensive>, place: usize) -> Base {
    position.own.bases.get(place).copied().unwrap_or_default()
}

/// The hexes of a base now.
fn hexes<'a>(own: &'a Based, position: &'a Position<Offensive>, place: usize) -> &'a [Hex] {
    let Some(base) = position.own.bases.get(place) else { return &[] };
    let own = own.places.get(usize::from(base.stage));
    own.map_or(base.port.as_slice(), Vec::as_slice)
}

/// The hexes to which the lines of communications of an army lead: its base (1914 23.1, 24.3), else
/// friendly edges (1914 1.1). Sorted.
pub fn ends<'a>(
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    side: usize,
    army: Option<Formation>,
) -> &'a [Hex] {
    match rules.bases.all().find(|(_, own)| Some(own.army) == army) {
        Some((place, own)) => hexes(own, position, place),
        None => rules.edges.get(side).map(Vec::as_slice).unwrap_or_default(),
    }
}

/// The hexes from which a side's country and railways are its own: friendly edges, and bases that the
/// enemy has not taken (1914 3.3, 18.1.1).
pub fn starts<'a>(
    rules: &'a Rules,
    position: &'a Position<Offensive>,
    side: usize,
) -> impl Iterator<Item = Hex> + 'a {
    let edges = rules.edges.get(side).into_iter().flatten();
    let own = (side == rules.allied).then_some(&rules.bases).into_iter();
    let bases = own.flat_map(|bases| bases.in_play(position));
    let bases = bases.flat_map(|(place, own)| hexes(own, position, place));
    let enemy = rules.enemy(side);
    let held = bases.filter(move |&&hex| control::of(position, hex) != Some(enemy));
    edges.chain(held).copied()
}

/// 1914 23.1.2, 24.3.1a, 24.3.2a: what the army of a depot is provided with at most while its base is
/// under transfer, and for good once it has fled.
pub fn limit(rules: &Rules, position: &Position<Offensive>, depot: Unit) -> Option<i32> {
    let (place, _) = rules.bases.all().find(|(_, own)| own.depot == depot)?;
    (position.turn < state(position, place).until).then_some(rules.numbers.transfer_limit)
}

/// 1914 23.1.1, 24.3.1, 24.3.2: a German unit that comes near a base has it transferred in the next phase
/// in which that can be begun.
pub fn threaten(cx: &mut PlayContext<'_, Offensive>, unit: Unit, hex: Hex) {
    let rules = cx.rules;
    let near = rules.bases.near.get(hex.index()).copied().unwrap_or_default();
    if near == 0 || rules.side_of(unit) != rules.german {
        return;
    }
    for (bit, (place, stage)) in [(BRITISH, 0), (BELGIAN, 0), (BELGIAN, AT_PORT)].iter().enumerate()
    {
        if near >> bit & 1 == 1
            && let Some(base) = cx.position.own.bases.get_mut(*place)
            && base.stage == *stage
        {
            base.threatened = true;
        }
    }
}

/// Where a base goes that is transferred now.
enum Next {
    /// To its second place.
    Place,
    /// To one of these ports (1914 24.3.2): none is left where there is none.
    Flight(Vec<Hex>),
}

/// Whether and where a base may be transferred in a phase at all: in preliminary phases, but from the
/// Belgian port in attachment phases.
fn next(
    rules: &Rules,
    position: &Position<Offensive>,
    (place, own): (usize, &Based),
    attachment: bool,
) -> Option<Next> {
    let lost = |hex: &Hex| {
        let german = rules.german;
        control::of(position, *hex) == Some(german) || position.board().holds(*hex, german)
    };
    let stage = state(position, place).stage;
    let [_, second] = &own.places;
    match (place, stage, attachment) {
        (_, 0, false) if !second.is_empty() && !second.iter().any(lost) => Some(Next::Place),
        // 1914 24.3.1: with the port in German hands it goes to France at once.
        (BELGIAN, 0, false) | (BELGIAN, AT_PORT, true) => {
            let ports = rules.bases.french_ports.iter().copied();
            Some(Next::Flight(ports.filter(|hex| !lost(hex)).collect()))
        }
        // The lines that leave the map may be cut; there is no other place.
        (BRITISH, 0, false) if !second.is_empty() => Some(Next::Place),
        _ => None,
    }
}

/// Whether a base must be transferred now.
fn must(rules: &Rules, position: &Position<Offensive>, place: usize) -> bool {
    let early = i32::from(position.turn) <= rules.numbers.transfer_until;
    state(position, place).threatened && (place != BRITISH || early)
}

/// The transfers among which the Allies choose, and whether they may leave it.
fn open(rules: &Rules, position: &Position<Offensive>, attachment: bool) -> (Vec<Act>, bool) {
    let (mut acts, mut free) = (Vec::new(), true);
    for (place, own) in rules.bases.in_play(position) {
        let must = must(rules, position, place);
        let late = i32::from(position.turn) > rules.numbers.transfer_free;
        let Some(next) = next(rules, position, (place, own), attachment) else { continue };
        if place == BRITISH && !late && !must {
            continue;
        }
        free &= !must;
        let army = own.depot;
        match next {
            Next::Place => acts.push(Act::MoveBase { army, hex: None }),
            Next::Flight(ports) => {
                acts.extend(ports.into_iter().map(|port| Act::MoveBase { army, hex: Some(port) }));
            }
        }
    }
    (acts, free)
}

/// Begins a preliminary phase or, to flee, an attachment phase of the Allies: transfers that cannot be
/// put off begin, and the Allies are asked about others (1914 4.2.1).
pub fn begin(cx: &mut PlayContext<'_, Offensive>, side: usize, attachment: bool) {
    let rules = cx.rules;
    if side != rules.allied {
        return;
    }
    let forced: Vec<usize> = rules
        .bases
        .in_play(cx.position)
        .map(|(place, _)| place)
        .filter(|&place| must(rules, cx.position, place))
        .collect();
    for (place, own) in rules.bases.all().filter(|(place, _)| forced.contains(place)) {
        match next(rules, cx.position, (place, own), attachment) {
            Some(Next::Place) => transfer(cx, (place, own)),
            // Which of several ports it is the Allies say.
            Some(Next::Flight(ports)) if ports.len() < 2 => {
                flee(cx, (place, own), ports.first().copied());
            }
            _ => {}
        }
    }
    ask(cx, side, attachment);
}

fn ask(cx: &mut PlayContext<'_, Offensive>, side: usize, attachment: bool) {
    if !open(cx.rules, cx.position, attachment).0.is_empty() {
        cx.ask(side, Decision::Bases { attachment });
    }
}

/// 1914 23.1.1, 24.3.1: a base is transferred to its second place, which takes some game-turns.
fn transfer(cx: &mut PlayContext<'_, Offensive>, (place, own): (usize, &Based)) {
    let turns = u16::try_from(cx.rules.numbers.transfer_turns).unwrap_or_default();
    let until = cx.position.turn.saturating_add(turns);
    let rule = if place == BRITISH { "1914 23.1.1" } else { "1914 24.3.1" };
    put(cx, (place, own), Base { stage: 1, until, ..Base::default() }, rule);
}

/// 1914 24.3.2, 24.3.2a: the Belgian base flees to a port in France: the army runs short for good, and
/// some of its assets leave the game.
fn flee(cx: &mut PlayContext<'_, Offensive>, (place, own): (usize, &Based), port: Option<Hex>) {
    let base = Base { stage: IN_FRANCE, until: u16::MAX, threatened: false, port };
    put(cx, (place, own), base, "1914 24.3.2");
    let rules = cx.rules;
    let left = |unit: &Unit| {
        let status = cx.position.state(*unit).status;
        let gone = matches!(status, UnitStatus::Eliminated | UnitStatus::Exited);
        rules.piece(*unit).left_behind && !gone
    };
    let units: Vec<Unit> = rules.all_units().filter(left).collect();
    for unit in units {
        // They are not counted as losses (1914 27.10).
        cx.remove(unit, UnitStatus::Exited, "withdrawn", "1914 24.3.2a");
    }
}

/// Puts a base into its next place, tells of it, and looks again at what it joins of the railways.
fn put(
    cx: &mut PlayContext<'_, Offensive>,
    (place, own): (usize, &Based),
    base: Base,
    rule: &'static str,
) {
    if let Some(now) = cx.position.own.bases.get_mut(place) {
        *now = base;
    }
    let labels: Vec<String> =
        hexes(own, cx.position, place).iter().map(|&hex| cx.rules.label(hex).to_owned()).collect();
    cx.emit(|rules| {
        Detail::Armies(ArmiesDetail::Base(BaseMoved {
            side: rules.sides[rules.allied].clone(),
            army: rules.compiled.formation(own.army).id.clone(),
            hexes: labels,
            until: (base.stage != IN_FRANCE).then_some(base.until),
            rule: rule.to_owned(),
        }))
    });
    rails::review(cx, cx.rules.allied, rule);
}

/// Whether the Allies may do something that they are asked.
///
/// # Errors
/// The rule that forbids it, and how.
pub fn check(
    rules: &Rules,
    position: &Position<Offensive>,
    attachment: bool,
    act: &Act,
) -> Result<(), Violation> {
    let (acts, free) = open(rules, position, attachment);
    match act {
        Act::Done if free => Ok(()),
        Act::Done => Err(Violation::new("1914 24.3.2", "the base must flee: choose its port")),
        act if acts.contains(act) => Ok(()),
        _ => Err(Violation::new("1914 4.2.1", "transfer the base of an army, or be done")),
    }
}

/// What they may do.
pub fn legal(rules: &Rules, position: &Position<Offensive>, attachment: bool) -> Vec<Act> {
    let (acts, free) = open(rules, position, attachment);
    free.then_some(Act::Done).into_iter().chain(acts).collect()
}

/// Does what [`check`] has allowed; the question still stands.
pub fn apply(cx: &mut PlayContext<'_, Offensive>, side: usize, attachment: bool, act: &Act) {
    cx.answered(side);
    let Act::MoveBase { army, hex } = act else { return };
    let rules = cx.rules;
    if let Some(own) = rules.bases.all().find(|(_, own)| own.depot == *army) {
        match hex {
            None => transfer(cx, own),
            Some(_) => flee(cx, own, *hex),
        }
    }
    ask(cx, side, attachment);
}
