//! 1914 7.7.5, 7.9, 15.6.4, 16.1, 16.3, 16.4, 25.5: who leaves the map for a time, who comes, and who is
//! combined or taken apart.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::Hex;
use salient_offensive_1914::event::armies::Voyage;
use salient_schema::event::{Exchanged, Placed, Removed};
use salient_schema::scenario::Entry;

use super::roster::Kind;
use super::{Referee, Stage};

/// The boxes beside the map.
const BOXES: [&str; 5] = ["siege-train", "at-sea", "naval-holding", "turn-track", "unused-depots"];

/// Who is off the map.
#[derive(Default)]
pub struct Away {
    /// The game-turn in which those on the turn track come back.
    due: BTreeMap<usize, u16>,
    /// Where depots stand again that are being relocated (1914 15.6.4).
    sites: BTreeMap<usize, Hex>,
    /// Who has embarked and names his port.
    embarking: Vec<usize>,
    /// Who is at sea, with the port that he is bound for; none for home (1914 7.9).
    sea: BTreeMap<usize, Option<Hex>>,
    /// Who is in the holding box of the naval division (1914 23.3.1).
    home: BTreeSet<usize>,
    /// The last game-turn in which one embarked who is not of that division.
    embarked: u16,
    /// Those who have been combined and are still to be taken off (1914 16.3).
    parts: Vec<usize>,
    /// Where they stood.
    stood: BTreeSet<Hex>,
    /// The sum of what they had lost of effectiveness.
    statuses: i32,
    /// What a unit that others were combined into must have: its reductions and its status.
    formed: Option<Formed>,
}

/// A unit that others were combined into.
struct Formed {
    unit: usize,
    reductions: i32,
    status: i32,
    /// The one hex or the two in which they stood.
    hexes: BTreeSet<Hex>,
    rule: &'static str,
}

impl Referee<'_> {
    /// A unit leaves the map.
    pub fn removed(&mut self, told: &Removed) {
        let Some(unit) = self.unit(&told.unit) else { return };
        let own = self.units[unit].clone();
        let from = told.from.as_ref().and_then(|label| self.hex(label));
        self.same("2.0", &format!("where {} was", own.name), from, own.at);
        let side = self.side(&told.side);
        self.same("2.0", "whose unit it is", side, Some(own.side));
        if let Some(into) = told.into.as_deref() {
            self.goes_into(into, &told.by, &told.rule);
        }
        match (told.into.as_deref(), told.rule.as_str()) {
            (Some("turn-track"), "1914 7.7.5") => self.is_interrupted(unit, told.due),
            (Some("turn-track"), "1914 15.6.4") => self.is_relocated(unit, told.due),
            (Some("at-sea"), _) => self.embarks(unit),
            (Some("naval-holding"), _) => {
                let bound = self.away.sea.remove(&unit);
                self.same("23.3.1", &format!("where {} is bound for", own.name), bound, Some(None));
                self.away.home.insert(unit);
            }
            (None, _) if told.by == "combined" => {
                // Who they become is told with the last of them.
                self.away.parts.push(unit);
                self.away.stood.extend(own.hexes());
            }
            _ => {}
        }
        self.trains.fresh.remove(&unit);
        self.forgets_journey(unit);
        let own = &mut self.units[unit];
        let left: Vec<Hex> = own.hexes().collect();
        (own.at, own.other, own.entrained) = (None, None, false);
        own.ended.clone_from(&told.rule);
        left.into_iter().for_each(|hex| self.leaves(unit, hex));
    }

    /// Which boxes there are beside the map, and why a marker of siege artillery lies in its own (1914
    /// 13.2.4, 13.2.5).
    fn goes_into(&mut self, into: &str, by: &str, rule: &str) {
        let boxes = BOXES.contains(&into);
        self.must(boxes && by == "box", "2.0", &format!("nobody goes into {into} by {by}"));
        if into == "siege-train" {
            let known = ["1914 13.2.4", "1914 13.2.5"].contains(&rule);
            self.must(known, "13.2.4", "no marker of siege artillery is taken off so");
        }
    }

    /// 1914 15.6.4: one depot of a side at a time, in an attachment phase.
    fn is_relocated(&mut self, unit: usize, due: Option<u16>) {
        let own = self.units[unit].clone();
        self.must(own.kind() == Kind::Depot, "15.6.4", &format!("{} is no depot", own.name));
        let others = self.away.sites.keys().any(|&other| self.units[other].side == own.side);
        self.must(!others, "15.6.4", "another depot of the side is being relocated");
        let after = u16::try_from(self.book.number("relocation")).unwrap_or_default();
        self.same("15.6.4", "when it stands again", due, Some(self.turn + after));
        let decided = self.decided.as_ref().and_then(|it| it.only_hex("site"));
        let site = decided.and_then(|label| self.hex(&label));
        self.must(site.is_some(), "15.6.4", "nobody has said where it goes");
        if let (Some(due), Some(site)) = (due, site) {
            let open = self.rails[own.side][site.index()];
            self.must(open, "15.6.4", "it goes to no operational railway");
            self.away.due.insert(unit, due);
            self.away.sites.insert(unit, site);
        }
    }

    /// 1914 7.9, 7.9.1, 23.3.1: an Allied unit embarks in a port, one a game-turn but of the naval
    /// division.
    fn embarks(&mut self, unit: usize) {
        let own = self.units[unit].clone();
        let name = &own.name;
        let moves = self.stage == Stage::Movement && self.active == 0 && own.side == 0;
        self.must(moves, "7.9.1", "Allied units embark in their own movement phase");
        let naval = self.is_naval(unit);
        if !self.away.home.remove(&unit) {
            let port = own.at.is_some_and(|at| self.ground.port[at.index()]);
            self.must(
                port && own.spent == 0,
                "7.9.1",
                &format!("{name} has moved, or is in no port"),
            );
        }
        if !naval {
            let first = self.away.embarked != self.turn;
            self.must(first, "7.9", "another unit has embarked in this game-turn");
            self.away.embarked = self.turn;
        }
        self.away.embarking.push(unit);
    }

    fn is_naval(&self, unit: usize) -> bool {
        self.units[unit].traits.iter().any(|it| self.book.is("naval-division", it))
    }

    /// Where they go.
    pub fn voyage(&mut self, told: &Voyage) {
        let units = self.all(&told.units);
        let port = told.port.as_ref().and_then(|label| self.hex(label));
        let whose = self.side(&told.side);
        let known = ["1914 7.9.1", "1914 23.3.1"].contains(&told.rule.as_str());
        self.must(known && whose == Some(0), "7.9.1", "nobody goes to sea so");
        let embarking = std::mem::take(&mut self.away.embarking);
        self.same("7.9.1", "who embarks", units.clone(), embarking);
        match port {
            Some(port) => self.must_be_open(port),
            None => {
                let all = units.iter().all(|&unit| self.is_naval(unit));
                self.must(all, "23.3.1", "only the naval division goes home");
            }
        }
        self.away.sea.extend(units.into_iter().map(|unit| (unit, port)));
    }

    /// 1914 7.9.1: a friendly port that is not next to an enemy.
    fn must_be_open(&mut self, port: Hex) {
        let near = self.ground.around(port).any(|hex| !self.stack(hex, 1).is_empty());
        let open = self.ground.port[port.index()] && self.control[port.index()] == Some(0) && !near;
        let label = self.label(port);
        self.must(open, "7.9.1", &format!("{label} is no friendly port away from the enemy"));
    }

    /// A unit comes onto the map.
    pub fn placed(&mut self, told: &Placed) {
        let Some(unit) = self.unit(&told.unit) else { return };
        let Some(hex) = self.hex(&told.hex) else { return };
        let other = told.other.as_ref().and_then(|label| self.hex(label));
        let by = self.side(&told.side);
        let own = self.units[unit].clone();
        self.same("16.1", "whose unit it is", by, Some(own.side));
        self.must(own.at.is_none(), "16.1", &format!("{} is on the map already", own.name));
        match told.by.as_str() {
            "landing" => self.lands(unit, hex),
            "reinforcement" => {
                self.comes_in(unit, hex, &told.rule);
                // Who comes back may have been turned in the meantime.
                if told.rule == "1914 16.1" {
                    self.same("16.1", "the side that lies up", usize::from(told.face), own.face);
                }
            }
            _ if told.rule == "1914 16.1" => {
                self.fault("16.1", format!("nobody comes in by {}", told.by));
            }
            _ => {}
        }
        let hexes: Vec<Hex> = [hex].into_iter().chain(other).collect();
        self.must_take_up(&[unit], &hexes);
        let own = &mut self.units[unit];
        (own.at, own.other, own.face) = (Some(hex), other, usize::from(told.face));
        (own.entrained, own.status) = (false, if own.is_formation() { own.status } else { 0 });
        for hex in own.hexes() {
            self.arrived.insert(hex);
            self.net.came.push((unit, hex));
            self.takes(unit, hex);
        }
    }

    /// 1914 7.9.1: as a movement phase of the Allies begins a unit lands in its port, or, where that is
    /// lost, in the one that it names then.
    fn lands(&mut self, unit: usize, hex: Hex) {
        let name = self.units[unit].name.clone();
        let moves = self.stage == Stage::Movement && self.active == 0;
        self.must(moves, "7.9.1", "who is at sea lands as the Allies begin to move");
        match self.away.sea.remove(&unit) {
            Some(Some(port)) if port == hex => {}
            Some(Some(port)) => {
                let lost = self.control[port.index()] != Some(0) || self.is_in_zone(port, 1);
                self.must(lost, "7.9.1", &format!("{name} lands elsewhere than in its port"));
                self.must_be_open(hex);
            }
            Some(None) => self.fault("23.3.1", format!("{name} is bound for home")),
            None => self.fault("7.9.1", format!("{name} is not at sea")),
        }
    }

    /// 1914 7.7.5, 15.6.4, 16.1, 16.1.2, 16.7, 17.1: a unit comes in, or back.
    fn comes_in(&mut self, unit: usize, hex: Hex, rule: &str) {
        let own = self.units[unit].clone();
        let (side, name, label) = (own.side, own.name.clone(), self.label(hex));
        let enemy = self.control[hex.index()] == Some(1 - side);
        let free = !enemy && !self.is_in_zone(hex, 1 - side);
        self.must(free, "16.1.2", &format!("{label} is the enemy's, or in his zone of control"));
        let open = self.rails[side][hex.index()];
        let is_depot = own.kind() == Kind::Depot;
        let due = self.away.due.remove(&unit);
        let come = due.is_none_or(|due| due <= self.turn);
        self.must(come, "7.7.5", &format!("{name} comes back too early"));
        match rule {
            "1914 7.7.5" => {
                let near = u32::try_from(self.book.number("entrain_distance")).unwrap_or_default();
                let far = self.enemy_at(side, hex) >= near;
                self.must(due.is_some() && open && far, "7.7.5", &format!("{name} comes back so"));
            }
            "1914 15.6.4" => {
                let site = self.away.sites.remove(&unit);
                self.must(
                    is_depot && open && site.is_some(),
                    "15.6.4",
                    "no depot stands there again",
                );
                // Else it stands as near to its place as may be (1914 16.1.2).
                if let Some(site) = site.filter(|&site| site != hex) {
                    let lost = !self.rails[side][site.index()]
                        || self.control[site.index()] == Some(1 - side)
                        || self.is_in_zone(site, 1 - side)
                        || self.standing(site, side) > 0;
                    self.must(lost, "15.6.4", &format!("{name} stands elsewhere than was said"));
                }
            }
            "1914 16.7" => {
                let lost = own.kind() == Kind::Train && !own.ended.is_empty();
                self.must(lost && open, "16.7", &format!("{name} does not come back so"));
            }
            "1914 16.1" | "1914 17.1" => self.is_due(unit, hex, is_depot),
            _ => self.fault("16.1", format!("nobody comes in by {rule}")),
        }
        let edge = self.edges[side].contains(&hex);
        if rule == "1914 16.1" && edge && open {
            self.trains.fresh.insert(unit);
        }
    }

    /// 1914 16.1, 17.1: whether the schedule has a unit come in by now, and there.
    fn is_due(&mut self, unit: usize, hex: Hex, is_depot: bool) {
        let (name, side) = (self.units[unit].name.clone(), self.units[unit].side);
        let scenario = &self.bundle.scenario;
        let mut groups = scenario.reinforcements.iter();
        let group = groups.find(|it| {
            it.turn <= self.turn && it.counters.iter().any(|counter| counter.as_str() == name)
        });
        let Some(group) = group else {
            return self.fault("16.1", format!("{name} does not come in now"));
        };
        let entries: Vec<Hex> = match &group.entry {
            Entry::Hexes(labels) => labels.iter().filter_map(|label| self.hex(label)).collect(),
            Entry::Zone(zone) => self.ground.zone(zone).collect(),
            Entry::Letter(_) => Vec::new(),
        };
        if is_depot {
            let open = self.rails[side][hex.index()];
            self.must(open, "17.1", &format!("{name} stands on no operational railway"));
        }
        if entries.contains(&hex) || entries.is_empty() {
            return;
        }
        let zones = self.zones();
        let size = self.units[unit].size();
        let limit = self.book.number("stacking_limit");
        let open = |at: &Hex| {
            let free = self.control[at.index()] != Some(1 - side) && !zones.controls(*at, 1 - side);
            let rails = !is_depot || self.rails[side][at.index()];
            free && rails && !self.ground.barred(*at) && self.standing(*at, side) + size <= limit
        };
        let wrong = entries.iter().any(open);
        let label = self.label(hex);
        self.must(!wrong, "16.1", &format!("{name} does not come in at {label}"));
    }

    /// Units take the place of another.
    pub fn exchanged(&mut self, told: &Exchanged) {
        let hex = told.hex.as_ref().and_then(|label| self.hex(label));
        let Some(old) = self.unit(&told.unit) else { return };
        let was = self.units[old].clone();
        self.same("16.2", &format!("where {} is", was.name), hex, was.at);
        let into = self.all(&told.into);
        let rule = told.rule.as_str();
        let reductions = |unit: usize| self.units[unit].face as i32 + self.units[unit].markers;
        match rule {
            "1914 16.3.1" | "1914 16.4.1" => {
                let rule = if rule == "1914 16.3.1" { "16.3.1" } else { "16.4.1" };
                let mut parts = std::mem::take(&mut self.away.parts);
                parts.push(old);
                let taken: i32 = parts.iter().map(|&unit| reductions(unit)).sum();
                let lost = std::mem::take(&mut self.away.statuses);
                let count = i32::try_from(parts.len()).unwrap_or(1);
                self.must(count > 1, "16.3", "a unit alone is combined with nobody");
                let mut hexes = std::mem::take(&mut self.away.stood);
                hexes.extend(was.hexes());
                self.must(
                    hexes.len() <= 2,
                    "16.3",
                    "they are not together, nor next to each other",
                );
                if let [unit] = into[..] {
                    self.must_be_parts(unit, &parts);
                    let status = (lost + count - 1) / count;
                    self.away.formed =
                        Some(Formed { unit, reductions: taken, status, hexes, rule });
                }
            }
            "1914 25.5" => self.must_be_parts(old, &into),
            _ => {}
        }
        for &unit in &into {
            let own = &mut self.units[unit];
            (own.at, own.other, own.face) = (hex, None, usize::from(told.face));
            // What it has lost of effectiveness is told.
            (own.entrained, own.status) = (false, 0);
        }
        self.units[old].ended.clone_from(&told.rule);
        let left: Vec<Hex> = was.hexes().collect();
        self.forgets_journey(old);
        self.gone(old);
        for &unit in &into {
            for hex in self.units[unit].hexes() {
                self.takes(unit, hex);
            }
        }
        left.into_iter().for_each(|hex| self.leaves(old, hex));
    }

    /// 1914 16.3.1, 16.4.1: whoever is combined, withdrawn or exchanged has no status any more.
    pub fn levels_end(&mut self, status: i32, rule: &str) {
        if ["1914 16.3.1", "1914 16.4.1"].contains(&rule) {
            self.away.statuses += status;
        }
    }

    /// 1914 16.3.1, 16.4.1: a unit into which others were combined has their reductions and, on
    /// average, their status.
    pub fn combinations_told(&mut self) {
        let parts = std::mem::take(&mut self.away.parts);
        let who = self.named(&parts);
        self.must(parts.is_empty(), "16.3", &format!("nobody takes the place of {who}"));
        let Some(formed) = self.away.formed.take() else { return };
        let Formed { unit, reductions, status, hexes, rule } = formed;
        let own = &self.units[unit];
        let last = own.faces.iter().skip(1).take_while(|face| face.step).count();
        let face = usize::try_from(reductions).unwrap_or_default().min(last);
        let (told, name) = ((own.face, own.status), own.name.clone());
        let stands: BTreeSet<Hex> = own.hexes().collect();
        let what = format!("the side and the status of {name}");
        self.same(rule, &what, told, (face, status));
        // In adjacent hexes they make one that takes up both (1914 16.3).
        self.same(rule, &format!("the hexes of {name}"), stands, hexes);
    }

    /// 1914 16.4, 16.4.1: a movement phase ends: divisions of cavalry that are together, or next to each
    /// other, have become the corps that is there for them.
    pub fn corps_formed(&mut self) {
        let counters = self.bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for counter in counters {
            let by = counter.substitute.as_ref().and_then(|by| self.names.get(by.as_str()));
            let own = self.names.get(counter.id.as_str());
            if let (Some(&by), Some(&own)) = (by, own) {
                parts.entry(by).or_default().push(own);
            }
        }
        for (corps, parts) in parts {
            let new = &self.units[corps];
            let waits = new.side == self.active && new.at.is_none() && new.ended.is_empty();
            if !waits || new.kind() != Kind::Cavalry || !self.has_come(corps) {
                continue;
            }
            let left: Vec<usize> = parts
                .into_iter()
                .filter(|&unit| self.units[unit].at.is_some() || self.units[unit].ended.is_empty())
                .collect();
            let there = left.len() > 1 && left.iter().all(|&unit| self.units[unit].at.is_some());
            let hexes: BTreeSet<Hex> =
                left.iter().flat_map(|&unit| self.units[unit].hexes()).collect();
            let hexes: Vec<Hex> = hexes.into_iter().collect();
            let together = match hexes[..] {
                [_] => true,
                [one, other] => self.ground.touch(one, other),
                _ => false,
            };
            // Another force in two hexes there leaves it no room (1914 19.1.2).
            let room = hexes.iter().all(|&hex| {
                let mut others = self.stack(hex, self.active).into_iter();
                !others.any(|unit| self.units[unit].is_two() && !left.contains(&unit))
            });
            let due = there && together && (room || hexes.len() == 1);
            let words = format!("{} is not formed", self.units[corps].name);
            self.must(!due, "16.4", &words);
        }
    }

    /// Whether a depot is being relocated (1914 15.6.4).
    pub fn is_under_way(&self, unit: usize) -> bool {
        self.away.sites.contains_key(&unit)
    }

    /// Whether a unit that the schedule brings may be there by now.
    fn has_come(&self, unit: usize) -> bool {
        let name = self.units[unit].name.as_str();
        let mut groups = self.bundle.scenario.reinforcements.iter();
        let later = groups.any(|group| {
            group.turn > self.turn && group.counters.iter().any(|it| it.as_str() == name)
        });
        !later
    }

    /// 1914 16.3, 25.5: whether a unit is made of others, as the orders of battle say.
    fn must_be_parts(&mut self, new: usize, parts: &[usize]) {
        let name = self.units[new].name.clone();
        let counters = self.bundle.orders_of_battle.iter().flat_map(|book| &book.counters);
        let of: BTreeSet<String> = counters
            .filter(|it| it.substitute.as_ref().is_some_and(|by| by.as_str() == name))
            .map(|it| it.id.to_string())
            .collect();
        let told: BTreeSet<String> =
            parts.iter().map(|&unit| self.units[unit].name.clone()).collect();
        let all = told.is_subset(&of) || of.is_empty();
        self.must(all, "16.3", &format!("{name} is not made of these"));
    }
}
