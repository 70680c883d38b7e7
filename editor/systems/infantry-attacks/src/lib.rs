//! Infantry Attacks (Avalanche Press, 2010): tactical actions of 1914 on the Eastern Front. One file
//! a chapter of its rule book.
//!
//! | file | rules |
//! |---|---|
//! | `roles`, `constants`, `tables`, `units`, `banks`, `rules` | the data of a scenario |
//! | `compile` | that data, read out of a bundle |
//! | `data` | IA 2 what the data must say, and what of it makes no sense |
//! | `state` | what units are marked with; the system's part of a position |
//! | `decision`, `tasks` | what is asked and done, where the game goes on, and what these carry |
//! | `opening` | what the scenario says of its units at the start |
//! | `control` | IA 1.0 control |
//! | `sequence` | IA 3.0, 14.42 turns, initiative, segments |
//! | `activation` | IA 3.1–3.3, 6.1, 6.3 who is activated, by whom, to do what |
//! | `stacking`, `overstacking` | IA 4.1, 4.3; 4.4 |
//! | `moves`, `paths`, `movement` | IA 3.13, 6.4; what ways cost; IA 5.1–5.3, 5.42, 5.5, 5.7, 5.9 |
//! | `rivers` | IA 5.8–5.83 steps over rivers |
//! | `assault_move` | IA 5.4, 12.2, 12.73 into a hex of the enemy's |
//! | `limber`, `transport`, `loads` | IA 5.61; 5.6, 5.62–5.66; 5.63–5.65 what is set down |
//! | `leaders` | IA 6.2 leaders drawn by lot; IA 3.12, 6.1, 6.6, 6.72 whom they direct |
//! | `cavalry` | IA 15.1, 15.4, 15.5 |
//! | `sight`, `spotting` | IA 8, 16.12 who sees whom, over the ground and round smoke |
//! | `blocked` | IA 10.1 |
//! | `direct_fire` | IA 6.51, 6.52, 7.2–7.5, 10.2 |
//! | `opportunity` | IA 13 |
//! | `missions` | IA 9.1, 9.11–9.15, 11.1, 11.3 missions, and the plans of both sides |
//! | `bombardment` | IA 9.2, 9.3, 9.6, 9.8 the bombardment phase, one's own under fire |
//! | `shells` | IA 9.3, 9.8 shells that fall, by plan or not |
//! | `drumfire` | IA 9.7 |
//! | `open_sights` | IA 9.12, 10.12, 10.3, 11.2 |
//! | `smoke` | IA 9.9, 16.1, but for what it does to sight |
//! | `scatter` | IA 18 |
//! | `assault` | IA 6.53, 12 |
//! | `results` | IA 7.6 losses and who takes them |
//! | `casualties` | IA 5.44, 6.7 leaders lost, overrun, and what their loss does |
//! | `morale_check`, `morale` | IA 6.6, 14.1–14.3; 14.4 recovery |
//! | `flight` | IA 14.31–14.35 |
//! | `works` | IA 16.2, 16.3 |
//! | `entry`, `exits` | IA 16.4 onto the map and off it |
//! | `hidden` | IA 16.5 |
//! | `consolidation`, `saved_segment`, `strategic`, `fog_of_war`, `flanking` | IA 17.1–17.4, 17.6 |
//! | `victory` | points and the end |
//! | `game` | what the kernel asks of a system: where each decision, act and step goes |
//! | `answers` | no rules: what the screens ask of a game |
//! | `acts`, `legal`, `event` | what a side may do, the plain of it, and events in words |
//! | `bot` | no rules: who plays a test-run |
//! | `barrages` | no rules: the plain missions, and how bots plan |
//! | `marches` | no rules: how far it is to what is fought for |
//! | `planner` | no rules: a bot that leads |
//! | `keep` | no rules: a position as a scenario |
//! | `unit_states` | no rules: how units begin, for who sets them up |
//! | `plan_sheet` | no rules: missions before a game, for who writes them down |
//! | `lookout` | no rules: lines of sight before a game, for who draws a map |
//!
//! No rules for a program, and not in its table: the scale (2.4; `data` looks at it), and several
//! players a side (17.5).
//!
//! # How the book is read where it leaves something open
//!
//! * Of several who combine their fire the farthest counts for the range. A leader's modifier is
//!   added after halving (12.3), and only by those who are active (6.52).
//! * A hex's level is its ground; an elevation line runs where the ground rises. Town and woods add
//!   a level for sight (8.72), not for firing over friends (10.1).
//! * Of a unit and a leader who move together only who fails his check is stopped; the other's owner
//!   chooses whether it goes on by the same way, once all fire in the hex is over (9.71, 13.14). Who
//!   is left behind in an assault hex strikes at those who leave before anybody else fires (12.23).
//! * Who loses heart in drumfire as he enters among the enemy does not attack, and keeps nobody from
//!   it (9.71, 12.4, 12.25).
//! * Leaders are looked for after losses by fire, not by fear (6.7).
//! * The highest leader is so among all whom the scenario lists, those who come later too (6.72).
//! * A leader who must check to be activated (6.72) is disrupted like anybody who fails.
//! * Who flees goes step by step, each farther from all who can fire at him, and of such hexes to
//!   one nearest a safe hex (14.31, 14.33); those in an assault hex can fire at nobody outside it
//!   (12.82). A leader who flees with a unit goes where it goes, at its rate (6.62).
//! * A hex at which planned fire falls, or which friendly fire hits in that phase, is not safe for
//!   the rest of the turn (14.32).
//! * Of those in a hex who try to recover a demoralized leader, who must, comes first; another leader
//!   who lets units go before him does not try in that segment (14.12).
//! * What is carried has moved with its wagon, and acts no more in the turn (5.63). A wagon that
//!   takes another load sets the first down in one act.
//! * A river hex has a bank for each run of land hexes around it (`rivers`). Whoever is in a hex
//!   with a bridge or a ford leaves it on any bank; in an assault there he is still on his own
//!   (5.83).
//! * Units that come in are grouped around the leaders listed with them. With its first hex a group
//!   comes nearer the enemy, wherever he is, and so needs one (5.5, 16.41). A road that ends at the
//!   edge goes on beyond it. Leaving the map costs a movement point, and is not done out of an
//!   assault hex (16.42).
//! * Guns whose missions are ended leave by the whole of an edge: of the four that which is farthest
//!   from all places of the enemy's together, and of even ones each. Where units come in in the
//!   first turn is where they enter at the beginning (16.42).
//! * Whoever is shelled in a hex is shown, as the log tells what became of him (16.5).
//! * Hidden units that are fired at with others in their hex are shown, and so are those whom the
//!   enemy would see where he comes in (16.5). They control nothing and are fled from by nobody.
//! * A pass is a segment for the fog of war (3.1, 17.4). The first direct fire of a turn at a hex
//!   decides where its front is (17.6).
//!
//! * Guns on the map combine if each of them is next to every other, or with it (9.2).
//! * Of the guns that fire by plan those next to a hex are looked at once, for all that their side
//!   has fired at it in this phase (9.83). A leader alone is one's own, too.
//! * A disrupted gun with planned fire may try to recover also in turns in which it fires nothing,
//!   and no leader helps, as none is active (9.63).
//! * Terrain shifts bombardment as it shifts direct fire; guns are no better a target for it.
//! * Drumfire comes before opportunity fire, and hits a leader who is driven off into it (9.71).
//! * A gun that is limbered before the game plans no fire, as it never could give it (7.33, 9.62).
//!   Who has come to where it was to go is not dug in before it is unlimbered (9.13).
//! * Smoke that drifts off the map is gone (16.13).
//! * Playing both sides a gun is on target where it has fired the last time, wherever that was (18.2).
//!
//! # The position
//!
//! The kernel keeps where a unit stands, on board of whom, and the face it shows: here only its
//! steps. Everything else that a counter may bear is a bit of its flags (`state`): MOVED/FIRED, one
//! shot of opportunity fire, disrupted, demoralized, limbered, dismounted, spotted, digging, dug
//! in, entrenched, hidden; the banks of a river on which it is; and while a segment lasts whether
//! it is active, led, and designated to fire. Limbered and dismounted counters, and leaders on the
//! backs of theirs, show the faces behind those of their steps (`state::face` says which, and the
//! kernel shows it). What comes later is `Expected` to the kernel, and activated off the map. The
//! hidden are taken out of the other side's view (`hidden::conceal`), by which its acts are judged
//! as well, so that no refusal tells where they are. Of the map there is who controls each hex.
//!
//! Of the artillery there are the plans, a `Secret` for each side: missions with gun by turn a hex,
//! shells, smoke or no fire, and who is due in this phase. No view of the other side's has them,
//! before the game or in it, and what a searcher imagines of them is drawn anew (`barrages::draw`).
//! All else of it lies open: who fires from off the map, where each gun has fired the last time, low
//! ammunition (a mark), smoke and drumfire by hex. A scenario may write missions down
//! (`setup.missions`); a side is asked for those of its guns that have none. A battery off the map
//! takes part if it is named there.
//!
//! # The sequence as decisions
//!
//! ```text
//! artillery-plan (turn 0)   marks of the scenario, leaders drawn; Decision::Plan, both sides at
//!                           once and hidden; Decision::Horses: which cavalry is on foot
//! initiative                rolls, no decision
//! bombardment-phase         Step::Aborts(side) ─▶ Decision::Abort; then, the winner first,
//!                             Step::Bombard ─▶ Decision::Bombard: which guns are one, who recovers
//!                               Step::FriendlyFire, once all has fallen on a hex
//! action                    Decision::Save (IA 17.2)
//!                           Step::NextSegment ─▶ Decision::Segment: activate or pass
//!                             Step::Acts(side) ─▶ Decision::Act: move, fire, assault, recover, done
//!                               Walk, hex by hex ─▶ Step::React ─▶ Decision::React, the other side
//!                                 Step::Drumfire ─▶ Decision::Drumfire, by whose the guns are
//!                                 one of two was stopped ─▶ Decision::GoOn, by whose they are
//!                               Step::Losses(hit) ─▶ Decision::Lose, by whose units are hit
//!                               Step::SetDown, Step::Leave after a walk
//!                               Step::Unstack ─▶ Decision::Unstack, by whose hex is too full
//!                               an assault ─▶ Decision::FirstFire, Step::Strike, Step::Aftermath
//!                               a flight ─▶ Decision::Accompany, Step::Flee ─▶ Decision::Go
//!                               Step::Overrun ─▶ Decision::Go
//! marker-removal            markers off, smoke drifts, no decision
//! ```
//!
//! An activation is one act that names all who take part and whether each moves or fires, so that
//! all is designated before the first acts (IA 3.13). `check` accepts any subset of those who are
//! directed; `legal` lists the plain ones. What is done in a segment marks a unit
//! `state::DONE`; `Step::Acts` asks until nobody is active, then clears the segment's marks.
//! A frame carries its own data (`decision::Hit`), so that fire in the midst of a move, in the
//! midst of a segment needs no state of its own.

mod activation;
mod acts;
mod answers;
mod assault;
mod assault_move;
mod banks;
mod barrages;
#[cfg(test)]
mod begun;
mod blocked;
mod bombardment;
mod bot;
mod casualties;
mod cavalry;
mod compile;
mod consolidation;
mod constants;
mod control;
mod data;
mod decision;
mod direct_fire;
mod drumfire;
mod entry;
pub mod event;
mod exits;
#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that fails panics")]
mod fire_worth;
mod flanking;
mod flight;
mod fog_of_war;
mod game;
mod hidden;
mod keep;
mod leaders;
mod legal;
mod limber;
mod loads;
mod lookout;
mod marches;
mod missions;
mod morale;
mod morale_check;
mod movement;
mod moves;
mod open_sights;
mod opening;
mod opportunity;
mod overstacking;
mod paths;
mod plan_sheet;
mod planner;
mod previews;
mod prompts;
mod results;
mod rivers;
mod roles;
mod rules;
mod saved_segment;
mod scatter;
#[cfg(test)]
mod secrecy;
mod sequence;
mod shells;
pub mod sight;
mod smoke;
mod spotting;
mod stacking;
mod state;
mod strategic;
mod tables;
mod tasks;
mod transport;
mod unit_states;
mod units;
mod victory;
mod works;

use salient_rules::acts::Acts;
use salient_rules::game::CompiledScenario;
use salient_rules::missions::Missions;
use salient_rules::play;
use salient_rules::sights::Sights;
use salient_rules::states::UnitStates;
use salient_rules::system::{FactTable, Published};
use salient_rules::words::{LogLine, Words};
use salient_rules::{Action, Checker, Role, Roles, System, SystemInfo};
use salient_schema::event::Event;
use salient_schema::ruleset::SetUpCheck;
use salient_schema::{Bundle, Diagnostic};

use crate::rules::InfantryAttacks;

/// What of the system is built.
pub const INFO: SystemInfo = SystemInfo { id: "infantry-attacks", title: "Infantry Attacks" };

const PUBLISHED: Published = include!(concat!(env!("OUT_DIR"), "/published.rs"));

/// The rules of Infantry Attacks.
#[derive(Debug)]
pub struct Rulebook;

impl System for Rulebook {
    fn info(&self) -> SystemInfo<'_> {
        INFO
    }

    fn published(&self) -> &Published {
        &PUBLISHED
    }

    fn prepare(&self, bundle: &Bundle) -> Result<CompiledScenario, Vec<Diagnostic>> {
        play::prepare::<InfantryAttacks>(bundle)
    }

    fn checker<'a>(&self, bundle: &'a Bundle, _roles: Roles<'a>) -> Box<dyn Checker + 'a> {
        play::checker::<InfantryAttacks>(bundle)
    }

    fn checks_itself(&self) -> &[SetUpCheck] {
        &[SetUpCheck::Impassable, SetUpCheck::Stacking, SetUpCheck::MixedHex]
    }

    fn roles(&self) -> &'static [Role] {
        &roles::ROLES
    }

    fn leaders(&self) -> Option<&'static str> {
        Some("IA 3.12, 6.1")
    }

    fn both_sides_count(&self) -> bool {
        true
    }

    fn missions(&self) -> Option<&dyn Missions> {
        Some(&plan_sheet::PlanSheet)
    }

    fn sights(&self) -> Option<&dyn Sights> {
        Some(&lookout::OverMap)
    }

    fn states(&self) -> Option<&dyn UnitStates> {
        Some(&unit_states::Beginnings)
    }

    fn words(&self, event: &Event, words: &Words) -> Option<Vec<LogLine>> {
        event::lines(event, words)
    }

    fn act(&self, action: &Action, acts: &Acts<'_>) -> Option<String> {
        acts::say(action, acts)
    }

    #[cfg(feature = "json-schema")]
    fn schemas_of_types(&self) -> Vec<(String, String)> {
        use salient_rules::system::SchemaOf;
        vec![
            SchemaOf::Event.of_type::<event::Detail>(&INFO),
            SchemaOf::Action.of_type::<acts::Act>(&INFO),
            SchemaOf::Case.of_type::<opening::CaseStart>(&INFO),
        ]
    }

    fn tables(&self) -> Vec<FactTable<'_>> {
        vec![FactTable {
            id: event::FIRE,
            title: "Fire",
            row: "Fired as",
            note: "",
            columns: vec![("times", "Times"), ("hits", "With effect")],
            names: Vec::new(),
        }]
    }
}
