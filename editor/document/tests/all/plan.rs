//! The artillery plan: written, followed, and lost where there is nothing to follow.

use salient_document::plan::{self, Target};
use salient_document::reshape::{KeepNumbers, LostKind, Margins, resize};
use salient_document::tools::{Button, Tool, ToolBox, ToolEvent};
use salient_document::{Document, Edit, List, Origin, oob};
use salient_schema::scenario::{Mission, PlannedFire};

use crate::SYSTEMS;
use crate::helper::{bundle, bytes, document};

/// A published scenario of a system whose book plans fire.
fn published() -> Document {
    let system = SYSTEMS.iter().find(|system| system.missions().is_some()).unwrap();
    let project = system.published();
    let source = project.source();
    let path = project.scenario(Some("kaushen")).unwrap();
    let (project, _) = salient_schema::open_project(&source, path);
    Document::new(SYSTEMS, project.unwrap(), Origin::Embedded)
}

fn perform(document: &mut Document, (name, edits): (String, Vec<Edit>)) {
    document.begin(name);
    edits.into_iter().for_each(|edit| document.apply(edit).unwrap());
    document.commit();
}

fn mission(counter: &str, hex: &str) -> Mission {
    Mission {
        counter: counter.into(),
        mission: Some("planned-fire".into()),
        destination: Some(hex.into()),
        fires: vec![PlannedFire { turn: 1, hex: hex.into(), shell: None }],
    }
}

#[test]
fn what_a_counter_is_called_is_followed() {
    let mut document = document();
    document.apply(Edit::splice(List::Missions, 0, 0, vec![mission("a-1", "0303")])).unwrap();
    let mut counter = document.counter("a-1").unwrap().clone();
    let before = bytes(&document);
    counter.id = "a-9".into();
    document.apply(Edit::set_counter("a-1".into(), Box::new(counter))).unwrap();
    assert_eq!(document.scenario().setup.missions[0].counter, "a-9");
    document.undo().unwrap();
    assert_eq!(bytes(&document), before);
}

#[test]
fn a_counter_with_a_mission_goes_with_it_or_not_at_all() {
    let mut document = document();
    document.apply(Edit::splice(List::Missions, 0, 0, vec![mission("a-3", "0303")])).unwrap();
    let refused = document.apply(Edit::delete_counter("a-3".into())).unwrap_err();
    assert!(refused.to_string().contains("artillery plan"), "{refused}");
    let key = oob::Key::Counter("a-3".into());
    let deletion = oob::delete(document.bundle(), &[key], true).unwrap();
    assert!(deletion.uses.iter().any(|used| used.contains("artillery plan")), "{deletion:?}");
    perform(&mut document, ("Delete".into(), deletion.edits));
    assert!(document.scenario().setup.missions.is_empty());
    document.undo().unwrap();
    assert_eq!(document.scenario().setup.missions.len(), 1);
}

#[test]
fn hexes_are_followed_on_a_map_with_other_numbers_and_lost_with_their_hex() {
    let mut old = bundle();
    old.scenario.setup.missions = vec![mission("a-1", "0403"), mission("b-1", "0101")];
    let west = Margins { west: -2, east: 0, north: 0, south: 0 };
    let anew = resize(&old, west, KeepNumbers::No, "clear").unwrap();
    let [kept, gone] = anew.scenario.setup.missions.as_slice() else { panic!("two missions") };
    assert_eq!(kept.fires[0].hex, "0203");
    assert_eq!(kept.destination.as_deref(), Some("0203"));
    assert!(gone.fires.is_empty() && gone.destination.is_none());
    let lost = anew.lost.iter().filter(|lost| lost.kind == LostKind::Mission).count();
    assert_eq!(lost, 2);
}

#[test]
fn a_click_writes_a_cell_and_the_right_button_clears_it() {
    let mut document = published();
    let guns = plan::offered(&document, |offer| offer.guns(document.bundle())).unwrap();
    let gun = guns.into_iter().find(|gun| plan::fires(&document, gun)).unwrap();
    let start = bytes(&document);
    let cell = |turn| Tool::Plan { counter: gun.counter.clone(), turn, shell: None, goes: false };
    let at = document.grid().parse(gun.hex.as_ref().unwrap()).unwrap();
    let hex = document.grid().within(at, 3).into_iter().find(|hex| *hex != at).unwrap();
    let (centre, label) = (document.grid().centre(hex), document.grid().label(hex));
    for turn in [2, 1] {
        let mut tools = ToolBox::new(cell(turn));
        let output = tools.handle(&ToolEvent::press(centre, Button::Primary), &document);
        document.perform(output.actions).unwrap();
    }
    let written = plan::mission(&document, &gun.counter).unwrap();
    assert_eq!(written.mission.as_deref(), Some("planned-fire"));
    let fires: Vec<_> = written.fires.iter().map(|fire| (fire.turn, &fire.hex)).collect();
    assert_eq!(fires, [(1, &label), (2, &label)], "by game-turn");
    let falls = plan::barrages(&document, 2);
    assert_eq!((falls.len(), falls[0].from, falls[0].hex), (1, Some(at), hex));
    assert!(plan::barrages(&document, 3).is_empty());
    // Smoke in the second turn, then nothing.
    let smoke = Target::Fire { turn: 2, hex: Some(label), shell: Some("smoke".into()) };
    let smoked = plan::write(&document, &gun.counter, &smoke);
    perform(&mut document, smoked);
    assert_eq!(plan::barrages(&document, 2)[0].shell, Some("smoke"));
    let mut tools = ToolBox::new(cell(2));
    let output = tools.handle(&ToolEvent::press(centre, Button::Secondary), &document);
    document.perform(output.actions).unwrap();
    assert!(plan::barrages(&document, 2).is_empty());
    // Another kind of mission takes what is planned away.
    let kinds = plan::offered(&document, |offer| offer.kinds()).unwrap();
    let kind = kinds.iter().find(|kind| !kind.fires && !kind.goes).unwrap();
    let set = plan::set_kind(&document, &gun.counter, Some(kind));
    perform(&mut document, set);
    let written = plan::mission(&document, &gun.counter).unwrap();
    assert_eq!((written.mission.as_deref(), written.fires.len()), (Some(kind.id), 0));
    let open = plan::set_kind(&document, &gun.counter, None);
    perform(&mut document, open);
    assert!(document.scenario().setup.missions.is_empty());
    while document.undo().is_some() {}
    assert_eq!(bytes(&document), start);
}

#[test]
fn lines_of_sight_are_looked_along_and_where_rules_have_none_that_is_said() {
    let mut tools = ToolBox::new(Tool::Sight);
    let without = document();
    let centre = without.grid().centre(without.grid().parse("0303").unwrap());
    let output = tools.handle(&ToolEvent::move_to(centre), &without);
    assert!(output.hint.contains("have no lines of sight"), "{}", output.hint);
    assert!(output.preview.sighted.is_none());

    let document = published();
    let grid = document.grid();
    let mut tools = ToolBox::new(Tool::Sight);
    let from = grid.hexes().nth(grid.len() / 2 + 9).unwrap();
    let field = tools.handle(&ToolEvent::move_to(grid.centre(from)), &document);
    let field = field.preview.sighted.unwrap();
    assert!(field.line.is_none() && field.said[0].starts_with("From "), "{:?}", field.said);
    let press = ToolEvent::press(grid.centre(from), Button::Primary);
    let _ = tools.handle(&press, &document);
    assert!(tools.is_busy());
    let blocked = grid.hexes().find(|&to| {
        let sighted = tools.handle(&ToolEvent::move_to(grid.centre(to)), &document);
        let sighted = sighted.preview.sighted.unwrap();
        // Looked at once, however often the pointer moves.
        assert!(std::sync::Arc::ptr_eq(&sighted.hexes, &field.hexes));
        sighted.line.as_ref().is_some_and(|(_, line)| line.blocked.is_some())
    });
    let last = tools.handle(&ToolEvent::move_to(grid.centre(blocked.unwrap())), &document);
    let said = last.preview.sighted.unwrap().said.clone();
    assert!(said[0].contains("does not see") && said[0].contains("(IA 8."), "{said:?}");
    assert!(said[1].contains("spotted from up to"), "{said:?}");
    // The same hex once more lets go of it.
    let _ = tools.handle(&press, &document);
    assert!(!tools.is_busy());
}
