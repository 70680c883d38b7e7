//! Checks of one thing at a time, for an editor that checks again only what an edit touched.

use std::cell::OnceCell;

use super::names::Names;
use super::references::{self, Known};
use super::{map, order_of_battle, ruleset, scenario};
use crate::findings::Findings;
use crate::{Bundle, Diagnostic};

/// The checks of a bundle by scope: together they say what [`check_parts`](super::check_parts)
/// and [`check_references`](super::check_references) say, by the same functions.
///
/// Each gives its own findings, with pointers into the bundle. Things in lists are named by
/// their place in the list.
pub struct Scoped<'a> {
    bundle: &'a Bundle,
    known: Known<'a>,
    rows: OnceCell<map::Rows>,
    /// The formations of each order of battle.
    formations: OnceCell<Vec<Names<'a>>>,
}

impl<'a> Scoped<'a> {
    /// The checks of a bundle as it stands.
    pub fn new(bundle: &'a Bundle) -> Self {
        Self {
            bundle,
            known: Known::new(&bundle.ruleset),
            rows: OnceCell::new(),
            formations: OnceCell::new(),
        }
    }

    fn on_map(&self, check: impl FnOnce(&mut Findings)) -> Vec<Diagnostic> {
        let mut out = Findings::default();
        out.under("/map");
        check(&mut out);
        out.finish()
    }

    /// The ruleset by itself.
    pub fn ruleset(&self) -> Vec<Diagnostic> {
        let mut out = Findings::default();
        out.under("/ruleset");
        ruleset::check(&self.bundle.ruleset, &mut out);
        out.finish()
    }

    /// What is stated once for the whole map: header, name, grid, georeference.
    pub fn map_head(&self) -> Vec<Diagnostic> {
        self.on_map(|out| map::head(&self.bundle.map, out))
    }

    /// The palettes of the layers of glyphs, and the number and length of their rows.
    pub fn layers(&self) -> Vec<Diagnostic> {
        self.on_map(|out| {
            map::layers(&self.bundle.map, out);
            references::palette(&self.bundle.map, &self.known, out);
        })
    }

    /// The glyphs of a row of terrain and of the row of heights there.
    pub fn row(&self, row: usize) -> Vec<Diagnostic> {
        let map = &self.bundle.map;
        let rows = self.rows.get_or_init(|| map::Rows::of(map));
        self.on_map(|out| {
            rows.terrain(map, row, out);
            rows.elevation(map, row, out);
        })
    }

    /// All features of one hex, by their places in the order of the list.
    pub fn features(&self, places: &[usize]) -> Vec<Diagnostic> {
        let map = &self.bundle.map;
        self.on_map(|out| {
            for &index in places {
                map::feature(map, index, out);
                references::feature(map, index, &self.known, out);
            }
            map::features_together(map, places, out);
        })
    }

    /// All that runs along one hexside, by their places in the order of the list.
    pub fn hexsides(&self, places: &[usize]) -> Vec<Diagnostic> {
        let map = &self.bundle.map;
        self.on_map(|out| {
            for &index in places {
                map::hexside(map, index, out);
                references::hexside(map, index, &self.known, out);
            }
            map::hexsides_together(map, places, out);
        })
    }

    /// A path.
    pub fn path(&self, index: usize) -> Vec<Diagnostic> {
        self.on_map(|out| {
            map::path(&self.bundle.map, index, out);
            references::path(&self.bundle.map, index, &self.known, out);
        })
    }

    /// A border line.
    pub fn line(&self, index: usize) -> Vec<Diagnostic> {
        self.on_map(|out| {
            map::line(&self.bundle.map, index, out);
            references::line(&self.bundle.map, index, &self.known, out);
        })
    }

    /// The names of the zones.
    pub fn zone_ids(&self) -> Vec<Diagnostic> {
        self.on_map(|out| map::zone_ids(&self.bundle.map, out))
    }

    /// A zone.
    pub fn zone(&self, index: usize) -> Vec<Diagnostic> {
        self.on_map(|out| {
            map::zone(&self.bundle.map, index, out);
            references::zone(&self.bundle.map, index, &self.known, out);
        })
    }

    /// An order of battle, but for what its counters say.
    pub fn order_of_battle(&self, index: usize) -> Vec<Diagnostic> {
        let Some(oob) = self.bundle.orders_of_battle.get(index) else { return Vec::new() };
        let mut out = Findings::default();
        out.under(format!("/orders_of_battle/{index}"));
        order_of_battle::head(oob, &mut out);
        references::formations(oob, &self.known, &mut out);
        out.finish()
    }

    /// A counter of an order of battle, by its place.
    pub fn counter(&self, index: usize, at: usize) -> Vec<Diagnostic> {
        let oob = self.bundle.orders_of_battle.get(index);
        let Some(one) = oob.and_then(|oob| oob.counters.get(at)) else { return Vec::new() };
        let mut out = Findings::default();
        out.under(format!("/orders_of_battle/{index}"));
        let formations = self.formations.get_or_init(|| {
            let all = self.bundle.orders_of_battle.iter();
            all.map(order_of_battle::formation_names).collect()
        });
        if let Some(formations) = formations.get(index) {
            order_of_battle::counter(at, one, formations, &mut out);
        }
        references::counter(at, one, &self.known, &mut out);
        if let Some(oob) = oob {
            order_of_battle::pictures(at, one, &oob.id, &self.bundle.pictures, &mut out);
        }
        out.finish()
    }

    /// The scenario, with all that it names.
    pub fn scenario(&self) -> Vec<Diagnostic> {
        let mut out = Findings::default();
        out.under("/scenario");
        scenario::check(&self.bundle.scenario, &mut out);
        references::scenario_of(self.bundle, &self.known, &mut out);
        out.finish()
    }
}
