//! The counters: what is printed on them, and where they are.

use std::collections::BTreeMap;

use salient_schema::Bundle;
use salient_schema::order_of_battle::{Counter, Face};

use super::board::{Board, Place};
use super::book::{self, Side};

/// A unit.
#[derive(Clone, Debug)]
pub struct Unit {
    pub name: String,
    pub side: Side,
    faces: Vec<Printed>,
    /// How many faces are steps (KB 8.5).
    steps: u8,
    pub division: bool,
    pub headquarters: bool,
    pub stosstruppen: bool,
    pub replacement: bool,
    /// The face of the service company on the back of an infantry battalion (KB 15.22).
    pub service: Option<u8>,
    corps: Option<String>,
    at: Where,
    pub face: u8,
    /// The game-turn on which it came as a reinforcement.
    pub arrived: u16,
    /// What it has done in this phase.
    pub moved: bool,
    pub attacked: bool,
    pub defended: bool,
    /// It stood in a trench when it could move on game-turn 1 (KB 17.12).
    pub free: bool,
    /// It came of a breakdown this game-turn (KB 13.12).
    pub fresh: bool,
    /// It came of a breakdown, and not in place of a division that was lost.
    pub broken_down: bool,
}

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    Map(Place),
    Expected,
    Pool,
    Exited { scores: bool },
    Gone,
}

/// What a face prints.
#[derive(Clone, Copy, Debug)]
pub struct Printed {
    pub strength: i32,
    pub morale: i32,
    pub movement: i32,
    pub stacking: i32,
    pub zone: bool,
}

impl Unit {
    pub fn at(&self) -> Where {
        self.at
    }

    /// The corps on the face that it shows; a service company bears none (KB 16.0).
    pub fn corps(&self) -> Option<&String> {
        self.corps.as_ref().filter(|_| self.service != Some(self.face))
    }

    pub fn printed(&self) -> Printed {
        self.faces[usize::from(self.face)]
    }

    pub fn place(&self) -> Option<Place> {
        match self.at {
            Where::Map(place) => Some(place),
            _ => None,
        }
    }

    /// The next step, if its counter has one (KB 8.5).
    pub fn next_face(&self) -> Option<(u8, i32)> {
        let next = self.face + 1;
        (next < self.steps).then(|| (next, self.faces[usize::from(next)].strength))
    }

    /// Steps that go with it if it is removed at once: a division's third is its replacement.
    pub fn all_steps(&self) -> i32 {
        i32::from(self.steps.saturating_sub(self.face)).max(1) + i32::from(self.division)
    }
}

/// All units, found by name and by hex.
#[derive(Debug)]
pub struct Force {
    units: Vec<Unit>,
    names: BTreeMap<String, usize>,
    stacks: BTreeMap<Place, Vec<usize>>,
}

impl Force {
    /// All units of a bundle, where the set-up puts them.
    pub fn muster(bundle: &Bundle, board: &Board) -> Result<Self, String> {
        let units = muster(bundle, board)?;
        let names = units.iter().enumerate().map(|(i, unit)| (unit.name.clone(), i)).collect();
        let mut stacks: BTreeMap<Place, Vec<usize>> = BTreeMap::new();
        for (i, unit) in units.iter().enumerate() {
            if let Where::Map(place) = unit.at {
                stacks.entry(place).or_default().push(i);
            }
        }
        Ok(Self { units, names, stacks })
    }

    pub fn iter(&self) -> std::slice::Iter<'_, Unit> {
        self.units.iter()
    }

    /// Everything of a unit may be changed but where it is: see [`Force::put`].
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, Unit> {
        self.units.iter_mut()
    }

    fn index(&self, name: &str) -> Result<usize, String> {
        self.names.get(name).copied().ok_or_else(|| format!("there is no unit '{name}'"))
    }

    pub fn unit(&self, name: &str) -> Result<&Unit, String> {
        Ok(&self.units[self.index(name)?])
    }

    pub fn unit_mut(&mut self, name: &str) -> Result<&mut Unit, String> {
        let index = self.index(name)?;
        Ok(&mut self.units[index])
    }

    /// Puts a unit somewhere else.
    pub fn put(&mut self, name: &str, at: Where) -> Result<(), String> {
        let index = self.index(name)?;
        let unit = &mut self.units[index];
        if let Where::Map(place) = unit.at
            && let Some(stack) = self.stacks.get_mut(&place)
        {
            stack.retain(|&other| other != index);
        }
        if let Where::Map(place) = at {
            self.stacks.entry(place).or_default().push(index);
        }
        unit.at = at;
        Ok(())
    }

    /// Puts a regimental replacement from the pool on the map, showing its front.
    pub fn put_spare(&mut self, name: &str, place: Place) -> Result<(), String> {
        let unit = self.unit_mut(name)?;
        if !unit.replacement || unit.at != Where::Pool {
            return Err(format!("KB 13.23: {name} is not in the pool"));
        }
        unit.face = 0;
        unit.free = false;
        unit.broken_down = false;
        self.put(name, Where::Map(place))
    }

    pub fn stack(&self, place: Place) -> impl Iterator<Item = &Unit> + '_ {
        let stack = self.stacks.get(&place).into_iter().flatten();
        stack.map(|&index| &self.units[index])
    }

    pub fn on_map(&self, side: Side) -> impl Iterator<Item = (&Unit, Place)> + '_ {
        self.units
            .iter()
            .filter(move |unit| unit.side == side)
            .filter_map(|unit| unit.place().map(|place| (unit, place)))
    }
}

fn muster(bundle: &Bundle, board: &Board) -> Result<Vec<Unit>, String> {
    let mut units = Vec::new();
    for counter in bundle.orders_of_battle.iter().flat_map(|book| &book.counters) {
        let unit = unit(bundle, counter)?;
        for number in 1..=counter.count {
            let mut unit = unit.clone();
            if counter.count > 1 {
                unit.name = format!("{}#{number}", counter.id);
            }
            units.push(unit);
        }
    }
    for placement in &bundle.scenario.setup.placements {
        let place = board.read(&placement.hex)?;
        for name in &placement.counters {
            let unit = units.iter_mut().find(|unit| unit.name == *name);
            let unit = unit.ok_or_else(|| format!("the set-up names no unit '{name}'"))?;
            unit.at = Where::Map(place);
            unit.face = placement.face.unwrap_or(0);
        }
    }
    Ok(units)
}

fn unit(bundle: &Bundle, counter: &Counter) -> Result<Unit, String> {
    let faces: Option<Vec<Printed>> =
        counter.faces.iter().map(|face| printed(counter, face)).collect();
    let faces = faces.ok_or_else(|| format!("{}: a face lacks a value", counter.id))?;
    let service = |face: &Face| face.unit_type.as_deref() == Some("service-company");
    let has = |name: &str| counter.traits.iter().any(|given| given == name);
    let replacement = counter.unit_type == "regimental-replacement";
    Ok(Unit {
        name: counter.id.clone(),
        side: Side::of(&counter.side)?,
        faces,
        steps: counter.faces.iter().filter(|face| !face.not_a_step).count() as u8,
        division: counter.size.as_deref() == Some("division"),
        headquarters: counter.unit_type == "headquarters",
        stosstruppen: has("stosstruppen"),
        replacement,
        service: counter.faces.iter().position(service).map(|face| face as u8),
        corps: corps(bundle, counter),
        at: match (replacement, has("spare")) {
            (_, true) => Where::Gone,
            (true, _) => Where::Pool,
            _ => Where::Expected,
        },
        face: 0,
        arrived: 0,
        moved: false,
        attacked: false,
        defended: false,
        free: false,
        fresh: false,
        broken_down: false,
    })
}

fn printed(counter: &Counter, face: &Face) -> Option<Printed> {
    let rating = |id: &str| face.ratings.get(id).and_then(|rating| rating.number());
    let size = face.size.as_ref().or(counter.size.as_ref())?;
    Some(Printed {
        strength: rating("strength")?,
        morale: rating("morale")?,
        movement: rating("movement")?,
        stacking: book::stacking(size)?,
        // KB 15.24.
        zone: face.unit_type.as_deref() != Some("service-company"),
    })
}

/// The corps above a counter (KB 16.0).
fn corps(bundle: &Bundle, counter: &Counter) -> Option<String> {
    let formations = || bundle.orders_of_battle.iter().flat_map(|book| &book.formations);
    let mut id = counter.formation.clone()?;
    loop {
        let formation = formations().find(|formation| formation.id == id)?;
        if formation.size.as_deref() == Some("corps") {
            return Some(id);
        }
        id.clone_from(formation.parent.as_ref()?);
    }
}
