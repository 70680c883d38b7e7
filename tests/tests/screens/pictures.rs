//! Pictures of each main screen by day and by night.
//!
//! They need a software Vulkan driver (Mesa's lavapipe), which draws the same pixels everywhere.
//! Where there is none they are skipped, and say so; `SALIENT_REQUIRE_SNAPSHOTS=1` makes that a
//! failure. `UPDATE_SNAPSHOTS=1` draws those anew that differ.

use std::io::Write;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, SnapshotOptions, SnapshotResults};
use salient::ui::command::{ToolKind, UiCommand};
use salient::ui::{Look, Request, Tab, View};
use salient::{App, Options, SYSTEMS};
use salient_document::Selection;
use salient_tests::fixtures;

const BOTH: [Look; 2] = [Look::Light, Look::Dark];
/// Under load the driver rounds two or three pixels of a texture the other way.
const MAY_DIFFER: usize = 8;

/// Draws a screen of the small Kaiser's Battle, which changes with the program and not with the
/// published data, in each of these looks, and holds it to its picture.
fn pictures(
    results: &mut SnapshotResults,
    name: &str,
    looks: &[Look],
    arrange: impl Fn(&mut Harness<'_, App>),
) {
    if !software_driver() {
        // Past the capture of a test's output, so that it is seen when the test passes.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED picture {name}: no software Vulkan driver (mesa-vulkan-drivers)"
        );
        let required = std::env::var_os("SALIENT_REQUIRE_SNAPSHOTS").is_some_and(|v| v == "1");
        assert!(!required, "SALIENT_REQUIRE_SNAPSHOTS=1, and picture {name} was skipped");
        return;
    }
    for look in looks {
        let file = Some(fixtures().join("kaisers-battle/scenario.json"));
        let mut harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_theme(egui::Theme::Light)
            .wgpu()
            .build_eframe(|_| App::new(SYSTEMS, Options { file, ..Options::default() }));
        harness.run_steps(6);
        command(&mut harness, UiCommand::Look(*look));
        arrange(&mut harness);
        harness.remove_cursor();
        // What is pointed out fades.
        harness.run_steps(20);
        let look = format!("{look:?}").to_lowercase();
        let nearly = SnapshotOptions::new().max_failed_pixels(MAY_DIFFER);
        harness.snapshot_options(format!("{name}-{look}"), &nearly);
        results.extend(harness.take_snapshot_results());
    }
}

/// Whether there is a Vulkan driver that draws on the processor.
fn software_driver() -> bool {
    use eframe::wgpu;
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let mut future = std::pin::pin!(instance.enumerate_adapters(wgpu::Backends::VULKAN));
    let mut context = std::task::Context::from_waker(std::task::Waker::noop());
    let adapters = loop {
        if let std::task::Poll::Ready(adapters) = future.as_mut().poll(&mut context) {
            break adapters;
        }
        std::thread::yield_now();
    };
    adapters.iter().any(|adapter| adapter.get_info().device_type == wgpu::DeviceType::Cpu)
}

fn ask(editor: &mut Harness<'_, App>, request: Request) {
    let context = editor.ctx.clone();
    editor.state_mut().carry_out(&context, request);
    editor.run_steps(4);
}

fn command(editor: &mut Harness<'_, App>, command: UiCommand) {
    ask(editor, Request::Command(command));
}

#[test]
fn the_map_and_its_panels() {
    let mut results = SnapshotResults::new();
    pictures(&mut results, "map", &[Look::Light, Look::Dark, Look::Contrast], |editor| {
        command(editor, UiCommand::Tool(ToolKind::Terrain));
    });
    pictures(&mut results, "hex", &BOTH, |editor| {
        let hex = editor.state().document().grid().parse("3805").expect("a hex");
        ask(editor, Request::Select(Selection::of_hex(hex)));
        command(editor, UiCommand::Show(Tab::Inspect));
    });
    for (name, tab) in [
        ("find", Tab::Find),
        ("scan", Tab::Scan),
        ("problems", Tab::Problems),
        ("rules", Tab::Rules),
    ] {
        pictures(&mut results, name, &BOTH, |editor| command(editor, UiCommand::Show(tab)));
    }
}

#[test]
fn the_pages() {
    let mut results = SnapshotResults::new();
    pictures(&mut results, "order-of-battle", &BOTH, |editor| {
        command(editor, UiCommand::View(View::OrderOfBattle));
        let first = editor
            .query_all_by_label_contains("Counter ")
            .find(|node| node.accesskit_node().role() == Role::Button);
        first.expect("a counter").click();
        editor.run_steps(4);
    });
    for (name, view) in [
        ("set-up", View::SetUp),
        ("schedule", View::Schedule),
        ("charts", View::Charts),
        ("scenario", View::Scenario),
    ] {
        pictures(&mut results, name, &BOTH, |editor| command(editor, UiCommand::View(view)));
    }
}

#[test]
fn the_tour_and_what_plays() {
    let mut results = SnapshotResults::new();
    pictures(&mut results, "tour", &BOTH, |editor| command(editor, UiCommand::Tour));
    // What games come to changes with every rule and bot; what the lab says before any does not.
    pictures(&mut results, "lab", &BOTH, |editor| command(editor, UiCommand::ToggleLab));
    pictures(&mut results, "test-run", &BOTH, |editor| {
        for _ in 0..3 {
            editor.key_press_modifiers(Modifiers::NONE, Key::F10);
            editor.run_steps(3);
        }
    });
}
