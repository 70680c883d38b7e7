//! Each main screen: what it says, as a text, and a picture of it.
//!
//! The text is the tree that screen readers are given, one line an element: what stands where, what
//! is on, what is locked. It needs no driver, and a difference can be read. One picture a screen
//! shows how it looks; the map has one in each look, as its colours are its own. That words and
//! states can be read and told apart in every look is `colours.rs`.
//!
//! Pictures need a software Vulkan driver (Mesa's lavapipe), which draws the same pixels everywhere.
//! Where there is none they are skipped, and say so; `SALIENT_REQUIRE_SNAPSHOTS=1` makes that a
//! failure. `UPDATE_SNAPSHOTS=1` writes and draws those anew that differ.

use std::fmt::Write as _;
use std::io::Write as _;

use egui::{Key, Modifiers, Role};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, HarnessBuilder, Node, SnapshotOptions, SnapshotResults};
use salient::ui::command::{ToolKind, UiCommand};
use salient::ui::{Look, Request, Tab, View};
use salient::{App, Options, SYSTEMS};
use salient_document::Selection;
use salient_tests::{fixtures, root};

const ONE: [Look; 1] = [Look::Light];
const ALL: [Look; 3] = [Look::Light, Look::Dark, Look::Contrast];
/// Under load the driver rounds two or three pixels of a texture the other way.
const MAY_DIFFER: usize = 8;

/// Holds a screen of the small Kaiser's Battle, which changes with the program and not with the
/// published data, to its text, and in each of these looks to its picture.
fn screen(
    results: &mut SnapshotResults,
    name: &str,
    looks: &[Look],
    arrange: impl Fn(&mut Harness<'_, App>),
) {
    let arranged = |builder: HarnessBuilder<App>, look: Look| {
        let file = Some(fixtures().join("kaisers-battle/scenario.json"));
        let builder = builder.with_size([1280.0, 800.0]).with_theme(egui::Theme::Light);
        let mut editor =
            builder.build_eframe(|_| App::new(SYSTEMS, Options { file, ..Options::default() }));
        editor.run_steps(6);
        command(&mut editor, UiCommand::Look(look));
        arrange(&mut editor);
        editor.remove_cursor();
        // What is pointed out fades.
        editor.run_steps(20);
        editor
    };
    says(name, &arranged(Harness::builder(), Look::Light));
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
        let mut editor = arranged(Harness::builder().wgpu(), *look);
        let look = format!("{look:?}").to_lowercase();
        let nearly = SnapshotOptions::new().max_failed_pixels(MAY_DIFFER);
        editor.snapshot_options(format!("{name}-{look}"), &nearly);
        results.extend(editor.take_snapshot_results());
    }
}

/// Holds what a screen says to its text.
fn says(name: &str, editor: &Harness<'_, App>) {
    let mut now = String::new();
    write_tree(&editor.root(), 0, &mut now);
    let file = root().join(format!("tests/tests/snapshots/{name}.txt"));
    let before = std::fs::read_to_string(&file).unwrap_or_default();
    if now == before {
        return;
    }
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some_and(|v| v == "1") {
        std::fs::write(&file, now).expect("a text of a screen");
        return;
    }
    let first = before.lines().zip(now.lines()).position(|(one, other)| one != other);
    let line = first.unwrap_or_else(|| before.lines().count().min(now.lines().count()));
    let around = |text: &str| {
        let lines = text.lines().skip(line.saturating_sub(2)).take(6);
        lines.collect::<Vec<_>>().join("\n")
    };
    panic!(
        "{} says something else from line {} on; UPDATE_SNAPSHOTS=1 accepts it\nbefore:\n{}\nnow:\n{}",
        file.display(),
        line + 1,
        around(&before),
        around(&now)
    );
}

/// An element a line, with those that it holds indented below it. What neither says nor does
/// anything stands for those that it holds.
fn write_tree<'tree>(node: &Node<'tree>, depth: usize, into: &mut String) {
    let it = node.accesskit_node();
    let mut parts = Vec::new();
    parts.extend(it.label().map(|label| format!("{label:?}")));
    parts.extend(it.value().filter(|value| it.label().as_ref() != Some(value)).map(|value| {
        let value = format!("{value:?}");
        format!("= {value}")
    }));
    parts.extend(it.numeric_value().map(|number| format!("= {number}")));
    parts.extend(it.toggled().map(|toggled| format!("{toggled:?}").to_lowercase()));
    parts.extend(it.is_disabled().then(|| "disabled".to_owned()));
    let says = !parts.is_empty();
    if says {
        let role = format!("{:?}", it.role());
        let _ = writeln!(into, "{:1$}{role} {2}", "", 2 * depth, parts.join(" "));
    }
    for child in node.children() {
        write_tree(&child, depth + usize::from(says), into);
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
    screen(&mut results, "map", &ALL, |editor| {
        command(editor, UiCommand::Tool(ToolKind::Terrain));
    });
    screen(&mut results, "hex", &ONE, |editor| {
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
        screen(&mut results, name, &ONE, |editor| command(editor, UiCommand::Show(tab)));
    }
}

#[test]
fn the_pages() {
    let mut results = SnapshotResults::new();
    screen(&mut results, "order-of-battle", &ONE, |editor| {
        command(editor, UiCommand::View(View::OrderOfBattle));
        let first = editor
            .query_all_by_label_contains("Counter ")
            .find(|node| node.accesskit_node().role() == Role::Button);
        first.expect("a counter").click();
        editor.run_steps(4);
    });
    screen(&mut results, "displays", &ONE, |editor| {
        command(editor, UiCommand::View(View::OrderOfBattle));
        editor.get_by_role_and_label(Role::RadioButton, "Displays").click();
        editor.run_steps(4);
    });
    for (name, view) in [
        ("set-up", View::SetUp),
        ("schedule", View::Schedule),
        ("charts", View::Charts),
        ("scenario", View::Scenario),
    ] {
        screen(&mut results, name, &ONE, |editor| command(editor, UiCommand::View(view)));
    }
}

#[test]
fn the_tour_and_what_plays() {
    let mut results = SnapshotResults::new();
    screen(&mut results, "tour", &ONE, |editor| command(editor, UiCommand::Tour));
    // What games come to changes with every rule and bot; what the lab says before any does not.
    screen(&mut results, "lab", &ONE, |editor| command(editor, UiCommand::ToggleLab));
    screen(&mut results, "test-run", &ONE, |editor| {
        for _ in 0..3 {
            editor.key_press_modifiers(Modifiers::NONE, Key::F10);
            editor.run_steps(3);
        }
    });
}
