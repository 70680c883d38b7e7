//! The map's layers, by their labels.

use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use salient::ui::{Request, Tab};
use salient::{App, Options, SYSTEMS};
use salient_document::layers::LayerId;

fn editor() -> Harness<'static, App> {
    let mut harness = Harness::builder()
        .with_size([1280.0, 800.0])
        .build_eframe(|_| App::new(SYSTEMS, Options::default()));
    harness.run_steps(4);
    let context = harness.ctx.clone();
    harness.state_mut().carry_out(&context, Request::Show(Tab::Layers));
    harness.run_steps(2);
    harness
}

#[test]
fn layers_are_hidden_and_locked_by_name() {
    let mut editor = editor();
    let state = |editor: &Harness<'_, App>, id| editor.state().document().layers().get(id);
    editor.get_by_label("Show Zones").click();
    editor.run_steps(2);
    assert!(!state(&editor, LayerId::Zones).shown);
    editor.get_by_label("Lock Terrain").click();
    editor.run_steps(2);
    assert!(state(&editor, LayerId::Terrain).locked);
    assert!(editor.query_by_label("Strength of hexsides").is_some(), "each layer can be faded");
    editor.get_by_label("Show all layers as usual").click();
    editor.run_steps(2);
    assert!(state(&editor, LayerId::Zones).shown && !state(&editor, LayerId::Terrain).locked);
}

#[test]
fn the_minimap_shows_once_the_map_is_larger_than_the_view() {
    let mut editor = editor();
    assert!(editor.query_by_label("Minimap").is_none(), "all of the map is in view");
    editor.state_mut().look_at([20.0, 12.0], 90.0);
    editor.run_steps(2);
    assert!(editor.query_by_label("Minimap").is_some());
    editor.get_by_label("Hide the minimap").click();
    editor.run_steps(2);
    assert!(editor.query_by_label("Minimap").is_none());
    assert!(editor.query_by_label("Show the minimap").is_some());
}
