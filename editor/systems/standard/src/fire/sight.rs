//! Lines of sight over the map, and those who observe for others.

use salient_hex::Hex;
use salient_hex::map::CompiledMap;
use salient_hex::sight::View;
use salient_rules::Roles;
use salient_rules::play::{Compiled, Position, Unit};
use salient_schema::rules_of_play::Observers;
use salient_schema::ruleset::Kind;
use salient_schema::{Bundle, Id};

use crate::game::Standard;
use crate::numbers::{Case, Members, Number, Reader};
use crate::rules::Rules;

/// The role of the traits through which nobody looks; the trait of that name fills it where nothing
/// else is said.
const BLOCKS: &str = "blocks-sight";

/// Which hexes block lines of sight.
#[derive(Debug, Default)]
pub struct Sights {
    /// By hex: whether something stands there that nobody looks through, a level high.
    blocks: Vec<bool>,
}

impl Sights {
    /// Those of a map: what has such a trait blocks.
    pub fn new(bundle: &Bundle, compiled: &Compiled) -> Self {
        let stated = Roles::stated(BLOCKS, bundle);
        let blocks =
            |name: &Id| if stated.is_empty() { name == BLOCKS } else { stated.contains(name) };
        let bits = |kinds: &[Kind]| {
            kinds.iter().zip(0..64).fold(0_u64, |bits, (kind, place)| {
                bits | u64::from(kind.traits.iter().any(blocks)) << place
            })
        };
        let ruleset = &bundle.ruleset;
        let (terrain, features) = (bits(&ruleset.terrain), bits(&ruleset.features));
        let map = &compiled.map;
        let blocks = |hex: Hex| {
            terrain >> map.terrain(hex).min(63) & 1 == 1 || map.features(hex) & features != 0
        };
        Self { blocks: map.grid().hexes().map(blocks).collect() }
    }

    /// Whether a hex sees another: nothing between them reaches above the line from one to the
    /// other, be it ground or what stands on it.
    pub fn sees(&self, map: &CompiledMap, from: Hex, to: Hex) -> bool {
        let obstacle = |hex: Hex| i32::from(self.blocks.get(hex.index()).copied().unwrap_or(false));
        map.sees(from, to, &View::default(), obstacle).is_clear()
    }
}

/// Fire that others observe, compiled.
#[derive(Clone, Debug)]
pub struct ObserverRules {
    /// Who may fire so.
    pub guns: Members,
    who: Members,
    range: Number,
}

impl ObserverRules {
    /// Those of a kind of fire, at a pointer below the rules of play.
    pub fn read(reader: &mut Reader<'_>, observers: &Observers, pointer: &str) -> Self {
        let at = |field: &str| format!("{pointer}/{field}");
        Self {
            guns: reader.members(&observers.guns, &at("guns")),
            who: reader.members(&observers.who, &at("who")),
            range: reader.bounded(&observers.range, &at("range"), (0, 100)),
        }
    }

    /// Whether anybody of a gun's side observes a hex for it.
    pub fn observe(
        &self,
        rules: &Rules,
        position: &Position<Standard>,
        gun: Unit,
        hex: Hex,
    ) -> bool {
        let map = &rules.compiled.map;
        position.on_map(rules, rules.side(gun)).any(|unit| {
            let Some(from) = position.hex(unit).filter(|_| self.who.has(unit)) else {
                return false;
            };
            let case = Case::new(&rules.compiled, position).of(unit);
            let range = self.range.in_case(&case);
            (range <= 0 || map.grid().distance(from, hex) <= range.unsigned_abs())
                && rules.fires.sights.sees(map, from, hex)
        })
    }
}
