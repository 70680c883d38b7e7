//! 1914 22.2, 15.1.6: the Paris garrison, an army whose area lies over those of others.

use salient_hex::Hex;
use salient_rules::play::{Compiled, Formation, Position, Unit};
use salient_rules::{Roles, Violation};
use salient_schema::Bundle;

use crate::control;
use crate::landmarks::hexes_of;
use crate::rules::{Offensive, Rules};

/// What a scenario says of Paris.
#[derive(Clone, Debug, Default)]
pub struct Paris {
    /// The garrison (1914 22.2).
    pub army: Option<Formation>,
    /// Its area (1914 22.2.1). Sorted.
    pub area: Vec<Hex>,
    /// The hex of the depot that is printed there (1914 22.2.3). Sorted.
    pub depot: Vec<Hex>,
}

impl Paris {
    /// Reads it.
    pub fn new(bundle: &Bundle, compiled: &Compiled, roles: &Roles<'_>) -> Self {
        let army = roles.one("paris-army").and_then(|id| compiled.formation_of(id));
        let [area, depot] =
            ["paris-area", "paris-depot"].map(|role| hexes_of(bundle, roles, &compiled.map, role));
        Self { army, area, depot }
    }

    /// Whether a formation is the garrison.
    pub fn is(&self, army: Formation) -> bool {
        self.army == Some(army)
    }

    /// 1914 22.2.1: whether a hex lies in its area.
    pub fn covers(&self, hex: Hex) -> bool {
        self.area.binary_search(&hex).is_ok()
    }
}

/// 1914 15.1.6, 22.2.3: whether the depot of Paris supplies a unit in a hex: any French one in the
/// garrison's area, as long as the enemy does not control its hex.
pub fn supplies(rules: &Rules, position: &Position<Offensive>, unit: Unit, hex: Hex) -> bool {
    let side = rules.side_of(unit);
    let held = |hex: &Hex| control::of(position, *hex) == Some(rules.enemy(side));
    let paris = &rules.paris;
    side == rules.allied
        && Some(rules.piece(unit).nation) == rules.french
        && paris.covers(hex)
        && paris.depot.iter().any(|hex| !held(hex))
}

/// 1914 22.2.4: whether a formation may be put on the garrison's display: one in its area, or one
/// that is far behind the front.
///
/// # Errors
/// It may not.
pub fn takes(rules: &Rules, position: &Position<Offensive>, unit: Unit) -> Result<(), Violation> {
    let grid = rules.map().grid();
    let enemy = rules.enemy(rules.side_of(unit));
    let own: Vec<Hex> = position.hexes(unit).collect();
    let mut enemies = position.on_map(rules, enemy).flat_map(|other| position.hexes(other));
    let near = |hex: Hex| {
        own.iter().any(|own| {
            i64::from(grid.distance(*own, hex)) < i64::from(rules.numbers.paris_distance)
        })
    };
    if own.iter().all(|&hex| rules.paris.covers(hex)) || !enemies.any(near) {
        return Ok(());
    }
    let name = &rules.unit(unit).name;
    let text = format!("'{name}' is neither in the area of Paris nor far behind the front");
    Err(Violation::new("1914 22.2.4", text))
}
