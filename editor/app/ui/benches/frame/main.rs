//! What a frame of the editor costs on a map of 1,000 × 1,000 hexes, and what opening it costs.
//!
//! ```text
//! cargo bench -p salient-ui --bench frame               measure, and print a table
//! cargo bench -p salient-ui --bench frame -- 2 14       the same at these zooms only
//! cargo bench -p salient-ui --bench frame -- --write F  write the map into a folder
//! ```
//!
//! Counted is the time that the window's own thread is on a processor (Linux's `schedstat`):
//! the screens, egui, its tessellation, the upload of buffers and textures, and the recording
//! and submission of commands to the graphics driver. Not counted are the driver's own threads,
//! which on a machine without a graphics card paint the pixels, and the threads that make
//! chunks of the map. Times are of one frame: the mean, and what 95 % stay under. The scheduler
//! counts by its tick, so that single frames are rough and means are not.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    missing_docs,
    reason = "a benchmark that fails panics"
)]

mod large;
mod renderer;

use std::path::Path;
use std::time::Instant;

use egui::{Event, Modifiers, MouseWheelUnit, PointerButton, TouchPhase, vec2};
use egui_kittest::Harness;
use renderer::{Cost, Costs, Timed};
use salient_art::{Far, MapArt};
use salient_document::Edit;
use salient_hex::grid::Hex;
use salient_rules::Systems;
use salient_ui::command::UiCommand;
use salient_ui::{App, Options, Request};

/// The system whose published scenario the map is made from.
const SYSTEMS: Systems = Systems::new(&[&salient_kaisers_battle::Rulebook]);

const SIZE: [f32; 2] = [1920.0, 1080.0];
/// Points from side to side of a hex.
const ZOOMS: [f32; 8] = [0.7, 2.0, 5.0, 9.0, 14.0, 25.0, 48.0, 140.0];
const FRAMES: usize = 30;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "--write") {
        let folder = arguments.get(at + 1).expect("a folder");
        std::fs::create_dir_all(folder).expect("the folder");
        large::write(Path::new(folder)).expect("the map");
        return;
    }
    if let Some(at) = arguments.iter().position(|argument| argument == "--parts") {
        parts(Path::new(arguments.get(at + 1).expect("a file")));
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("scenario.json");
    // In processes of their own, so that their memory is not counted.
    for (what, path) in [("--write", folder.path()), ("--parts", &file)] {
        let this = std::env::current_exe().expect("this program");
        let done = std::process::Command::new(this).arg(what).arg(path).status();
        assert!(done.is_ok_and(|status| status.success()), "{what} {}", path.display());
    }

    let costs = Costs::default();
    let renderer = Timed::new(costs.clone());
    let before = memory();
    // Opening: from the file to the first frames, with the editor's own start.
    let begun = Instant::now();
    let start = renderer::on_processor_until_now();
    let options = Options { file: Some(file), background: true, ..Options::default() };
    let mut harness = Harness::builder()
        .with_size(SIZE)
        .renderer(renderer)
        .build_eframe(|_| App::new(SYSTEMS, options));
    let made = (begun.elapsed(), renderer::on_processor_until_now() - start);
    frame(&mut harness, &costs);
    let shown = (begun.elapsed(), renderer::on_processor_until_now() - start);
    for (what, (wall, processor)) in [("screens", made), ("drawing", shown)] {
        let wall = wall.as_secs_f64() * 1e3;
        println!("open, with its first {what}: {wall:.0} ms, {processor:.0} ms on the processor");
    }
    println!("memory: {before} MB before, {} MB after ({} MB at most)", memory(), peak());
    println!(
        "\n| points a hex | pan, ms | zoom, ms | paint, ms | a pan: screens + tessellation + upload + drawing | a zoom likewise | memory, MB |"
    );
    println!("|---:|---:|---:|---:|:---|:---|---:|");
    let chosen: Vec<f32> = arguments.iter().filter_map(|zoom| zoom.parse().ok()).collect();
    for &zoom in if chosen.is_empty() { &ZOOMS[..] } else { &chosen } {
        measure(&mut harness, &costs, zoom);
    }
    fill(&mut harness, &costs);
    println!("memory: {} MB at the end ({} MB at most)", memory(), peak());
}

/// What opening is made of.
fn parts(file: &Path) {
    let mut document = None;
    let read =
        renderer::on_processor(|| document = salient_document::Document::open(SYSTEMS, file).0);
    let mut document = document.expect("the document");
    let problems = renderer::on_processor(|| {
        document.refresh_problems();
    });
    let mut art = None;
    let compiled = renderer::on_processor(|| {
        art = Some(MapArt::new(document.map(), document.ruleset(), document.grid()));
    });
    let art = art.expect("the art");
    let far = renderer::on_processor(|| drop(Far::new(&art)));
    println!(
        "reading {read:.0} ms, problems {problems:.0} ms, drawings {compiled:.0} ms, from far away {far:.0} ms; {} MB",
        memory()
    );
    document.close();
}

/// A frame, drawn.
fn frame(harness: &mut Harness<'_, App>, costs: &Costs) -> Cost {
    let screens = renderer::on_processor(|| harness.step());
    let _ = harness.render();
    Cost { screens, ..costs.last() }
}

fn settle(harness: &mut Harness<'_, App>, costs: &Costs) {
    for _ in 0..400 {
        frame(harness, costs);
        if !harness.state().is_drawing() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
}

fn measure(harness: &mut Harness<'_, App>, costs: &Costs, zoom: f32) {
    let middle = egui::pos2(SIZE[0] / 2.0, SIZE[1] / 2.0);
    harness.state_mut().look_at([433.0, 500.0], zoom);
    harness.event(Event::PointerMoved(middle));
    settle(harness, costs);

    // Pan: the middle button drags.
    let button = |harness: &mut Harness<'_, App>, button, at, pressed| {
        harness.event(Event::PointerButton {
            pos: at,
            button,
            pressed,
            modifiers: Modifiers::NONE,
        });
    };
    button(harness, PointerButton::Middle, middle, true);
    frame(harness, costs);
    let mut pan = Vec::new();
    for step in 0..FRAMES {
        let way = if step < FRAMES / 2 { 1.0 } else { -1.0 };
        let along = (step % (FRAMES / 2)) as f32 * 11.0 * way;
        harness.event(Event::PointerMoved(middle + vec2(along, along * 0.4)));
        pan.push(frame(harness, costs));
    }
    button(harness, PointerButton::Middle, middle, false);
    settle(harness, costs);

    // Zoom: the wheel, in and out again.
    let mut zooms = Vec::new();
    for step in 0..FRAMES {
        let turn = if step % 10 < 5 { 12.0 } else { -12.0 };
        harness.event(Event::MouseWheel {
            unit: MouseWheelUnit::Point,
            delta: vec2(0.0, turn),
            modifiers: Modifiers::NONE,
            phase: TouchPhase::Move,
            source: egui::MouseWheelSource::Unknown,
        });
        zooms.push(frame(harness, costs));
    }
    settle(harness, costs);

    // Paint: the brush drags over hexes.
    harness.key_press(egui::Key::T);
    harness.run_steps(2);
    harness.event(Event::PointerMoved(middle));
    frame(harness, costs);
    button(harness, PointerButton::Primary, middle, true);
    frame(harness, costs);
    let mut paint = Vec::new();
    for step in 0..FRAMES {
        harness.event(Event::PointerMoved(middle + vec2(step as f32 * 6.0, step as f32 * 2.0)));
        paint.push(frame(harness, costs));
    }
    let end = middle + vec2(FRAMES as f32 * 6.0, FRAMES as f32 * 2.0);
    button(harness, PointerButton::Primary, end, false);
    frame(harness, costs);
    harness.key_press_modifiers(Modifiers::COMMAND, egui::Key::Z);
    harness.key_press(egui::Key::V);
    harness.run_steps(3);

    println!(
        "| {zoom} | {} | {} | {} | {} | {} | {} |",
        summary(&pan),
        summary(&zooms),
        summary(&paint),
        means(&pan),
        means(&zooms),
        memory(),
    );
}

fn means(frames: &[Cost]) -> String {
    let mean = |pick: fn(&Cost) -> f64| frames.iter().map(pick).sum::<f64>() / frames.len() as f64;
    let parts = [
        mean(|cost| cost.screens),
        mean(|cost| cost.tessellation),
        mean(|cost| cost.upload),
        mean(|cost| cost.drawing),
    ];
    parts.map(|part| format!("{part:.2}")).join(" + ")
}

fn summary(frames: &[Cost]) -> String {
    let mean = frames.iter().map(Cost::total).sum::<f64>() / frames.len().max(1) as f64;
    let mut sorted: Vec<f64> = frames.iter().map(Cost::total).collect();
    sorted.sort_by(f64::total_cmp);
    let late = sorted.get(sorted.len() * 95 / 100).copied().unwrap_or_default();
    format!("{mean:.2} (95 %: {late:.2})")
}

/// 100,000 hexes become another terrain, and back.
fn fill(harness: &mut Harness<'_, App>, costs: &Costs) {
    harness.state_mut().look_at([433.0, 500.0], 2.0);
    settle(harness, costs);
    let hexes: Vec<Hex> = (350_000..450_000).map(Hex).collect();
    let edit = Edit::paint(harness.state().document(), &hexes, "woods").expect("an edit");
    let begun = Instant::now();
    let context = harness.ctx.clone();
    harness.state_mut().carry_out(&context, Request::edit(edit));
    let done = begun.elapsed();
    let cost = frame(harness, costs);
    println!(
        "\nfill of 100,000 hexes: {:.1} ms, the next frame {:.1} ms",
        done.as_secs_f64() * 1e3,
        cost.total()
    );
    let begun = Instant::now();
    harness.state_mut().carry_out(&context, Request::Command(UiCommand::Undo));
    let done = begun.elapsed();
    let cost = frame(harness, costs);
    println!(
        "undo of it: {:.1} ms, the next frame {:.1} ms",
        done.as_secs_f64() * 1e3,
        cost.total()
    );
}

fn memory() -> u64 {
    status("VmRSS:")
}

fn peak() -> u64 {
    status("VmHWM:")
}

fn status(field: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field)).unwrap_or("0");
    line.split_whitespace().next().and_then(|kb| kb.parse::<u64>().ok()).unwrap_or(0) / 1024
}
