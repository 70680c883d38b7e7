//! KB 15.0 Reinforcements.

use crate::context::Context;
use crate::event::Detail;
use crate::event::Reinforcement;
use crate::position::Decision;
use crate::position::Position;
use crate::rules::ALLIED;
use crate::rules::Arrival;
use crate::rules::Rules;
use crate::rules::Unit;
use salient_hex::grid::Hex;
use salient_rules::Roles;
use salient_rules::action::Violation;
use salient_rules::game::UnitStatus;
use salient_schema::Bundle;
use salient_schema::Code;
use salient_schema::Diagnostic;

/// KB 15.0: only the Allies receive reinforcements. A scenario may be of another mind.
pub fn unexpected(bundle: &Bundle, roles: &Roles<'_>) -> impl Iterator<Item = Diagnostic> {
    let german = |id: &str| roles.is("german", id);
    let groups = bundle.scenario.reinforcements.iter().enumerate();
    groups.filter(move |(_, group)| german(&group.side)).map(|(i, _)| {
        Diagnostic::warning(Code::Rule, "the German side receives no reinforcements by the rules")
            .pointer(format!("/scenario/reinforcements/{i}/side"))
            .rule("KB 15.0")
    })
}

impl Position {
    /// KB 15.11: places what is due in its entry hex, and asks where the barred go.
    pub fn continue_arrivals(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        for arrival in &rules.arrivals {
            let due = arrival.turn <= self.turn
                && self.state(arrival.unit).status == UnitStatus::Expected;
            if !due {
                continue;
            }
            let side = rules.unit(arrival.unit).side;
            if let Some(&hex) = arrival.entries.iter().find(|&&hex| self.open_to(hex, side)) {
                self.do_enter(cx, arrival.unit, hex);
                continue;
            }
            match self.detours(rules, arrival).as_slice() {
                // No edge of the map is open: it comes when one is.
                [] => {}
                &[only] => self.do_enter(cx, arrival.unit, only),
                _ => {
                    self.decision = Decision::Enter { side, unit: arrival.unit };
                    return;
                }
            }
        }
    }

    /// KB 15.13: neither enemy-occupied nor enemy-controlled.
    fn open_to(&self, hex: Hex, side: usize) -> bool {
        !self.enemy_in(hex, side) && !self.enemy_controlled(hex, side)
    }

    /// KB 15.13: the edge hexes where a barred unit may enter: all open ones within 3 hexes of
    /// its entry hex, or if there is none the nearest.
    fn detours(&self, rules: &Rules, arrival: &Arrival) -> Vec<Hex> {
        let side = rules.unit(arrival.unit).side;
        let grid = rules.map.grid();
        let distance = |hex: Hex| {
            arrival.entries.iter().map(|&entry| grid.distance(entry, hex)).min().unwrap_or(0)
        };
        let open: Vec<(u32, Hex)> = rules
            .edge
            .iter()
            .filter(|&&hex| rules.map.hex_cost(hex).is_some() && self.open_to(hex, side))
            .map(|&hex| (distance(hex), hex))
            .collect();
        let nearest = open.iter().map(|(distance, _)| *distance).min().unwrap_or(0);
        let range = nearest.max(rules.constants.entry_shift_range as u32);
        open.into_iter().filter(|(distance, _)| *distance <= range).map(|(_, hex)| hex).collect()
    }

    /// Where a unit that waits to be placed may be placed, in order.
    pub fn placements(&self, rules: &Rules) -> Vec<Hex> {
        match self.decision {
            Decision::Enter { unit, .. } => rules
                .arrivals
                .iter()
                .find(|arrival| arrival.unit == unit)
                .map(|arrival| self.detours(rules, arrival))
                .unwrap_or_default(),
            Decision::Deploy { .. } => self.headquarters(rules),
            _ => Vec::new(),
        }
    }

    /// Hexes with an Allied headquarters (KB 15.23), in order.
    fn headquarters(&self, rules: &Rules) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = self
            .on_map(rules, ALLIED)
            .filter(|&unit| rules.unit(unit).headquarters)
            .filter_map(|unit| self.hex(unit))
            .collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes
    }

    /// Checks the placing of an arriving unit; nothing is changed.
    pub fn check_place(&self, rules: &Rules, unit: Unit, hex: Hex) -> Result<(), Violation> {
        let name = &rules.unit(unit).name;
        match self.decision {
            Decision::Enter { unit: due, .. } if due != unit => {
                return Err(Violation::new(
                    "KB 15.11",
                    format!("'{name}' is not the unit to place"),
                ));
            }
            Decision::Deploy { .. }
                if self.service_companies(rules).all(|available| available != unit) =>
            {
                return Err(Violation::new("KB 15.25", format!("'{name}' is no service company")));
            }
            _ => {}
        }
        if self.placements(rules).contains(&hex) {
            return Ok(());
        }
        let label = rules.label(hex);
        Err(match self.decision {
            Decision::Deploy { .. } => {
                Violation::new("KB 15.23", format!("no Allied headquarters is in {label}"))
            }
            _ => Violation::new(
                "KB 15.13",
                format!("{label} is not among the map-edge hexes where '{name}' may enter"),
            ),
        })
    }

    pub fn do_enter(&mut self, cx: &mut Context<'_>, unit: Unit, hex: Hex) {
        let rules = cx.rules;
        let turn = self.turn;
        self.place(rules, unit, hex);
        self.state_mut(unit).arrived = turn;
        self.entry_hexes.push(hex);
        self.emit(cx, || {
            let arrival = rules.arrivals.iter().find(|arrival| arrival.unit == unit);
            let grid = rules.map.grid();
            let displaced = arrival
                .and_then(|arrival| arrival.entries.iter().map(|&e| grid.distance(e, hex)).min())
                .filter(|&distance| distance > 0);
            Detail::Reinforcement(Reinforcement {
                unit: rules.unit(unit).name.clone(),
                side: rules.sides[rules.unit(unit).side].clone(),
                hex: rules.label(hex).to_owned(),
                entry: arrival.map(|arrival| arrival.printed.clone()),
                displaced,
                face: self.state(unit).face,
                rule: if displaced.is_some() { "KB 15.13" } else { "KB 15.11" }.to_owned(),
            })
        });
        self.take_town(cx, unit, hex);
    }

    /// KB 15.21: a die tells how many service companies are placed.
    pub fn begin_variable(&mut self, cx: &mut Context<'_>) {
        let die = self.roll(cx, "service-companies", ALLIED, "KB 15.21");
        self.decision = Decision::Deploy { left: u16::from(die) };
        self.continue_variable(cx);
    }

    /// Goes on placing service companies: by itself where there is but one headquarters.
    pub fn continue_variable(&mut self, cx: &mut Context<'_>) {
        let rules = cx.rules;
        while let Decision::Deploy { left } = self.decision {
            let company = self.service_companies(rules).next();
            let hexes = self.headquarters(rules);
            match (left, company, hexes.as_slice()) {
                (0, ..) | (_, None, _) | (_, _, []) => self.decision = Decision::None,
                (_, Some(company), &[only]) => self.do_deploy(cx, company, only),
                _ => return,
            }
        }
    }

    pub fn do_deploy(&mut self, cx: &mut Context<'_>, unit: Unit, hex: Hex) {
        let Decision::Deploy { left } = self.decision else { return };
        let rules = cx.rules;
        self.decision = Decision::Deploy { left: left.saturating_sub(1) };
        let turn = self.turn;
        self.place(rules, unit, hex);
        self.state_mut(unit).arrived = turn;
        self.emit(cx, || {
            Detail::Reinforcement(Reinforcement {
                unit: rules.unit(unit).name.clone(),
                side: rules.sides[ALLIED].clone(),
                hex: rules.label(hex).to_owned(),
                entry: None,
                displaced: None,
                face: self.state(unit).face,
                rule: "KB 15.23".to_owned(),
            })
        });
    }
}
