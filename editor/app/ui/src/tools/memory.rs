//! What each tool was set to last, so that coming back to it goes on as before.

use std::collections::BTreeMap;

use salient_document::tools::{Brush, Erase, Likeness, Stamp, label};
use salient_document::{Document, LayerId, Tool, plan};
use salient_rules::roles::CommonRoles;
use salient_schema::Id;
use salient_schema::map::{Zone, ZoneKind};
use salient_schema::order_of_battle::Counter;
use salient_schema::ruleset::{Kind, Mark};

use crate::request::command::ToolKind;

/// The settings of the tools that are not in the hand.
#[derive(Clone, Debug, Default)]
pub struct ToolMemory {
    last: BTreeMap<ToolKind, Tool>,
    /// The terrain kind that was chosen last, for all tools that paint it.
    terrain: Option<Id>,
    /// The brush that was chosen last, for all tools that have one.
    pub brush: Brush,
    /// The zone that is shown and no other.
    pub lone_zone: Option<Id>,
}

impl ToolMemory {
    /// Remembers a tool's settings.
    pub fn remember(&mut self, tool: &Tool) {
        if let Some(brush) = tool.brush() {
            self.brush = brush;
        }
        if let Tool::Paint { kind, .. } | Tool::Line { kind, .. } | Tool::Fill { kind } = tool {
            self.terrain = Some(kind.clone());
        }
        self.last.insert(kind_of(tool), tool.clone());
    }

    /// The tool of a kind as it was set last; `None` if there is nothing that it could use.
    pub fn recall(&self, kind: ToolKind, document: &Document) -> Option<Tool> {
        let kept = self.last.get(&kind).filter(|tool| is_of_use(tool, document));
        if let Some(tool) = kept
            && !matches!(kind, ToolKind::Terrain | ToolKind::Fill | ToolKind::Straight)
            && !matches!(kind, ToolKind::Stamp)
        {
            return Some(tool.clone().with_brush(self.brush));
        }
        self.fresh(kind, document)
    }

    fn fresh(&self, kind: ToolKind, document: &Document) -> Option<Tool> {
        let ruleset = document.ruleset();
        let first = |kinds: &[Kind]| kinds.first().map(|kind| kind.id.clone());
        let brush = self.brush;
        let terrain = || {
            let known = |id: &&Id| ruleset.terrain.iter().any(|kind| kind.id == **id);
            let kept = self.terrain.as_ref().filter(known).cloned();
            // The first kind is the plain one: clear terrain.
            let second = || ruleset.terrain.get(1).or(ruleset.terrain.first());
            kept.or_else(|| second().map(|kind| kind.id.clone()))
        };
        Some(match kind {
            ToolKind::Select => Tool::Select,
            ToolKind::Rectangle => Tool::Rectangle,
            ToolKind::Lasso => Tool::Lasso,
            ToolKind::Wand => Tool::Wand { like: Likeness::default() },
            ToolKind::Terrain => Tool::Paint { kind: terrain()?, brush },
            ToolKind::Straight => Tool::Line { kind: terrain()?, brush },
            ToolKind::Fill => Tool::Fill { kind: terrain()? },
            ToolKind::Elevation => Tool::Elevation { level: 1, brush },
            ToolKind::Feature => {
                Tool::Feature { kind: first(&ruleset.features)?, owner: None, value: None }
            }
            ToolKind::Trench => {
                let trench = trenches(document).next()?;
                Tool::Trench { kind: trench.id.clone(), owner: None }
            }
            ToolKind::Label => Tool::Label { kind: label::kind(ruleset)?.to_owned() },
            ToolKind::Counter => {
                let single = |(c, _): &(&Counter, usize)| c.count == 1;
                let (counter, _) = document.unplaced_counters().find(single)?;
                Tool::PlaceCounter { counter: counter.id.clone(), face: 0 }
            }
            ToolKind::Hexside => Tool::HexsidePen { kind: first(&ruleset.hexsides)? },
            ToolKind::Line => Tool::LinePen { kind: first(&ruleset.lines)?, owner: None },
            ToolKind::Path => Tool::PathPen { kind: first(&ruleset.paths)?, tracks: None },
            ToolKind::Zone => {
                // Where there is none yet, its settings make one.
                let zone = document.map().zones.items.first();
                Tool::Zone { zone: zone.map(|zone| zone.id.clone()).unwrap_or_default(), brush }
            }
            ToolKind::Stamp => {
                // What is selected is what is meant to be copied.
                let hexes = &document.selection().hexes;
                let copied = Stamp::copy(document, hexes).map(std::sync::Arc::new);
                let kept = match self.last.get(&kind) {
                    Some(Tool::Stamp { stamp }) => stamp.clone(),
                    _ => None,
                };
                Tool::Stamp { stamp: copied.or(kept) }
            }
            ToolKind::Eyedropper => Tool::Eyedropper,
            ToolKind::Erase => Tool::Erase { what: Erase::Layer(LayerId::Features), brush },
            ToolKind::Measure => Tool::Measure { unit: None },
            ToolKind::Sight | ToolKind::Plan if !kind.is_offered(document) => return None,
            ToolKind::Sight => Tool::Sight,
            ToolKind::Plan => {
                let turn = document.scenario().turns.first().map_or(1, |turn| turn.turn);
                let guns = plan::offered(document, |offer| offer.guns(document.bundle()));
                let gun = guns.into_iter().flatten().next();
                let goes = gun.as_ref().is_some_and(|gun| !plan::fires(document, gun));
                let counter = gun.map(|gun| gun.counter).unwrap_or_default();
                Tool::Plan { counter, turn, shell: None, goes }
            }
        })
    }
}

/// Whether all that a tool is set to is still there.
fn is_of_use(tool: &Tool, document: &Document) -> bool {
    let ruleset = document.ruleset();
    let has = |kinds: &[Kind], id: &Id| kinds.iter().any(|kind| kind.id == *id);
    match tool {
        Tool::Paint { kind, .. } | Tool::Line { kind, .. } | Tool::Fill { kind } => {
            has(&ruleset.terrain, kind)
        }
        Tool::Feature { kind, .. } | Tool::Label { kind } => has(&ruleset.features, kind),
        Tool::Trench { kind, .. } => trenches(document).any(|trench| trench.id == *kind),
        Tool::HexsidePen { kind } => has(&ruleset.hexsides, kind),
        Tool::LinePen { kind, .. } => has(&ruleset.lines, kind),
        Tool::PathPen { kind, .. } => has(&ruleset.paths, kind),
        Tool::Zone { zone, .. } => document.map().zones.items.iter().any(|z| z.id == *zone),
        Tool::PlaceCounter { counter, .. } => {
            document.unplaced_counters().any(|(left, _)| left.id == *counter)
        }
        Tool::Measure { unit } => unit.as_ref().is_none_or(|id| document.counter(id).is_some()),
        Tool::Sight => ToolKind::Sight.is_offered(document),
        Tool::Plan { counter, .. } => plan::gun(document, counter).is_some(),
        _ => true,
    }
}

/// The features that are drawn along hexsides.
pub fn trenches(document: &Document) -> impl Iterator<Item = &Kind> {
    let common = CommonRoles::of(document.ruleset());
    document.ruleset().features.iter().filter(move |kind| {
        let marked =
            matches!(kind.look.mark, Mark::Trench | Mark::Fieldwork | Mark::Redoubt | Mark::Wire);
        marked || common.fills("trench", &kind.traits)
    })
}

/// A new zone of the selected hexes, with a name that no other has.
pub fn new_zone(document: &Document) -> Zone {
    let zones = &document.map().zones.items;
    let mut number = zones.len() + 1;
    while zones.iter().any(|zone| zone.id == format!("zone-{number}")) {
        number += 1;
    }
    let hexes = document.selection().hexes.iter().map(|&hex| document.grid().label(hex));
    Zone {
        id: format!("zone-{number}"),
        name: format!("Zone {number}"),
        kind: ZoneKind::Other,
        owner: None,
        colour: None,
        hexes: hexes.collect(),
    }
}

/// Which tool of the palette a tool is.
pub fn kind_of(tool: &Tool) -> ToolKind {
    match tool {
        Tool::Select => ToolKind::Select,
        Tool::Rectangle => ToolKind::Rectangle,
        Tool::Lasso => ToolKind::Lasso,
        Tool::Wand { .. } => ToolKind::Wand,
        Tool::Paint { .. } => ToolKind::Terrain,
        Tool::Line { .. } => ToolKind::Straight,
        Tool::Fill { .. } => ToolKind::Fill,
        Tool::Elevation { .. } => ToolKind::Elevation,
        Tool::Feature { .. } => ToolKind::Feature,
        Tool::Trench { .. } => ToolKind::Trench,
        Tool::Label { .. } => ToolKind::Label,
        Tool::PlaceCounter { .. } => ToolKind::Counter,
        Tool::HexsidePen { .. } => ToolKind::Hexside,
        Tool::LinePen { .. } => ToolKind::Line,
        Tool::PathPen { .. } => ToolKind::Path,
        Tool::Zone { .. } => ToolKind::Zone,
        Tool::Stamp { .. } => ToolKind::Stamp,
        Tool::Eyedropper => ToolKind::Eyedropper,
        Tool::Erase { .. } => ToolKind::Erase,
        Tool::Measure { .. } => ToolKind::Measure,
        Tool::Sight => ToolKind::Sight,
        Tool::Plan { .. } => ToolKind::Plan,
    }
}
