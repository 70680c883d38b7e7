//! What the ruleset tells of a game without rules: worked out once a change, for map and panel.

use salient_document::Document;
use salient_hex::CompiledMap;
use salient_hex::grid::Hex;
use salient_play::Sandbox;
use salient_play::sandbox::{Due, Movement, Odds, Piece, Reached, SidePoints, Unreached};
use salient_schema::Id;

use crate::look::sentence;

/// What the ruleset tells. It is of one revision of the document, as the sandbox is.
#[derive(Debug, Default)]
pub(crate) struct Aids {
    movement: Movement,
    /// The map; none where it has faults.
    map: Option<CompiledMap>,
    reached: Option<Result<Reached, Unreached>>,
    odds: Option<Odds>,
    warnings: Vec<String>,
    due: Vec<Due>,
    points: Vec<SidePoints>,
    /// The version of the position that the last three are of.
    made_for: Option<u64>,
}

impl Aids {
    /// Catches up with the position and with what is chosen in it.
    pub(super) fn follow(
        &mut self,
        document: &Document,
        sandbox: &Sandbox,
        chosen: &[&Piece],
        attacker: Option<&Id>,
    ) {
        let (systems, bundle) = (document.systems(), document.bundle());
        if self.made_for != Some(sandbox.version()) {
            if self.made_for.is_none() {
                self.map = CompiledMap::new(&bundle.map, &bundle.ruleset).ok();
            }
            let warnings = sandbox.warnings(systems, bundle);
            self.warnings = warnings.iter().map(|one| sentence(&one.message)).collect();
            self.due = sandbox.due(bundle);
            self.points = sandbox.points(bundle);
            self.made_for = Some(sandbox.version());
        }
        self.odds = sandbox.odds(systems, bundle, self.map.as_ref(), chosen, attacker);
        let moves = !chosen.is_empty() && self.odds.is_none();
        self.reached = moves.then(|| self.movement.find(systems, bundle, sandbox, chosen));
    }

    /// How far the chosen counters get, or why nobody can tell; none where nobody is chosen, or an
    /// attack is.
    pub(super) fn reach(&self) -> Option<&Result<Reached, Unreached>> {
        self.reached.as_ref()
    }

    /// The hexes that the chosen counters reach, each with what it costs.
    pub(crate) fn reached(&self) -> &[(Hex, u32)] {
        match &self.reached {
            Some(Ok(reached)) => &reached.hexes,
            Some(Err(_)) | None => &[],
        }
    }

    /// The attack of some of the chosen counters on the others.
    pub(super) fn odds(&self) -> Option<&Odds> {
        self.odds.as_ref()
    }

    /// What the position has against it, a sentence each.
    pub(super) fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Who is due.
    pub(super) fn due(&self) -> &[Due] {
        &self.due
    }

    /// The hexes by which whoever is due comes in.
    pub(crate) fn entries(&self) -> impl Iterator<Item = Hex> {
        self.due.iter().flat_map(|due| due.hexes.iter().copied())
    }

    /// The points of each side.
    pub(super) fn points(&self) -> &[SidePoints] {
        &self.points
    }
}
