//! Which keys ask for which command: the table's, unless the designer chose others.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Context, Event, Id, Key, KeyboardShortcut, Modifiers};

use super::command::UiCommand;

/// The keys in use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap {
    /// Keys that stand in for those of the table, by the command's name in the settings.
    pub changed: BTreeMap<String, Vec<KeyboardShortcut>>,
}

impl Keymap {
    /// The keys of a command; the first is shown.
    pub fn keys(&self, command: UiCommand) -> &[KeyboardShortcut] {
        let row = command.row();
        self.changed.get(row.id).map_or(row.keys, Vec::as_slice)
    }

    /// The other commands that are asked for by a key.
    pub fn others(&self, key: KeyboardShortcut, than: UiCommand) -> Vec<UiCommand> {
        UiCommand::all()
            .filter(|&command| command != than && self.keys(command).contains(&key))
            .collect()
    }

    /// Keys as settings hold them. What is no key is left out.
    pub fn of_words(words: &BTreeMap<String, Vec<String>>) -> Self {
        let keys = |words: &Vec<String>| words.iter().filter_map(|word| read(word)).collect();
        Self { changed: words.iter().map(|(id, words)| (id.clone(), keys(words))).collect() }
    }

    /// Makes this the map that [`keys`] and [`shown`] read.
    pub fn install(self, ctx: &Context) {
        ctx.data_mut(|data| data.insert_temp(id(), Arc::new(self)));
    }

    /// The commands whose keys went down, one for each press and in their order, which are taken from
    /// the input. Keys without Ctrl or Alt belong to a text field while one has the focus, and a key
    /// of what `reaches` denies is left alone.
    pub fn pressed(ctx: &Context, reaches: impl Fn(UiCommand) -> bool) -> Vec<UiCommand> {
        let map = of(ctx);
        let typing = ctx.text_edit_focused();
        let untouched = field_is_untouched(ctx);
        if !typing {
            clipboard_keys(ctx);
        }
        // An open menu is what Escape is meant for.
        // Nothing is shown yet in this pass, so what the last one left open counts.
        let menu = egui::Popup::is_any_open(ctx);
        let mut keys: Vec<(KeyboardShortcut, UiCommand)> = UiCommand::all()
            .flat_map(|command| map.keys(command).iter().map(move |&key| (key, command)))
            .filter(|(key, command)| {
                let held = key.modifiers.command || key.modifiers.alt;
                let undoes = matches!(command, UiCommand::Undo | UiCommand::Redo);
                let own = is_for_text(key) && !(undoes && untouched);
                !typing || (held && !own) || *command == UiCommand::Cancel
            })
            .filter(|(_, command)| !menu || *command != UiCommand::Cancel)
            .filter(|(_, command)| reaches(*command))
            .collect();
        // egui lets Ctrl+Shift+S count as Ctrl+S too, so the longer one is asked for first.
        keys.sort_by_key(|(key, _)| std::cmp::Reverse(usize::from(key.modifiers.shift)));
        let mut found = Vec::new();
        // A key with Alt comes as a letter as well, which is not meant for a field.
        let mut with_alt = false;
        ctx.input_mut(|input| {
            input.events.retain(|event| {
                if matches!(event, Event::Text(_)) {
                    return !std::mem::take(&mut with_alt);
                }
                let Some((pressed, repeat)) = press(event) else { return true };
                let meant = keys.iter().find(|(key, _)| {
                    key.logical_key == pressed.logical_key && means(pressed.modifiers, key)
                });
                with_alt = meant.is_some() && pressed.modifiers.alt;
                // A key that is held down while a frame lasts does not count more than once.
                if let Some((_, command)) = meant
                    && !(repeat && found.contains(command))
                {
                    found.push(*command);
                }
                meant.is_none()
            });
        });
        found
    }
}

/// The key that an event says went down, with what was held then, and whether it is held down. By
/// the end of the frame, which is what the input as a whole tells, a short press has let go of it.
fn press(event: &Event) -> Option<(KeyboardShortcut, bool)> {
    match event {
        Event::Key { key, modifiers, pressed: true, repeat, .. } => {
            Some((KeyboardShortcut::new(*modifiers, *key), *repeat))
        }
        _ => None,
    }
}

/// Keeps what is typed after a click or a key with Ctrl for the next frame: only then does what was
/// clicked or opened have the keyboard. A slow frame would lose the first letters otherwise.
#[derive(Clone, Debug, Default)]
pub struct TypedAfterClicks {
    waiting: Vec<Event>,
}

impl TypedAfterClicks {
    /// Settles it for a frame whose input this is. Gives whether another frame must follow at once.
    pub fn settle(&mut self, input: &mut egui::RawInput) -> bool {
        input.events.splice(0..0, self.waiting.drain(..));
        let (mut clicked, mut asked) = (false, false);
        let typed = input.events.iter().position(|event| match event {
            Event::PointerButton { pressed: false, .. } => {
                clicked = true;
                false
            }
            // Commands that follow one another are carried out in their order.
            Event::Key { pressed: true, modifiers, .. } if modifiers.command => {
                asked = true;
                clicked
            }
            Event::Key { pressed: true, .. } | Event::Text(_) | Event::Paste(_) => clicked || asked,
            _ => false,
        });
        if let Some(at) = typed {
            self.waiting = input.events.split_off(at);
        }
        typed.is_some()
    }
}

/// Makes what was held at a click count for the whole frame: by its end, which is what screens are
/// told, a quick hand has let go of Shift or Ctrl again.
#[derive(Clone, Copy, Debug, Default)]
pub struct HeldAtClicks {
    /// What is held in truth.
    held: Modifiers,
    /// Whether egui believes something else.
    otherwise: bool,
}

impl HeldAtClicks {
    /// Settles it for a frame whose input this is. Gives whether another frame must set it right
    /// again.
    pub fn settle(&mut self, input: &mut egui::RawInput) -> bool {
        if self.otherwise {
            input.events.insert(0, Event::ModifiersChanged(self.held));
        }
        let mut at_click = None;
        for event in &input.events {
            match event {
                Event::ModifiersChanged(held) => self.held = *held,
                Event::WindowFocused(false) => self.held = Modifiers::NONE,
                Event::PointerButton { modifiers, .. } => at_click = Some(*modifiers),
                _ => {}
            }
        }
        let otherwise = at_click.filter(|held| *held != self.held);
        input.events.extend(otherwise.map(Event::ModifiersChanged));
        self.otherwise = otherwise.is_some();
        self.otherwise
    }
}

/// Whether a key means a shortcut that ends with it, by what was held with it.
fn means(held: Modifiers, key: &KeyboardShortcut) -> bool {
    // A letter alone is no command while Ctrl or Alt is held.
    let plain = key.modifiers.is_none() && (held.command || held.ctrl || held.alt);
    // Ctrl+Shift+E is not Ctrl+E, though egui takes it for that.
    let letter = key.logical_key.name().len() == 1;
    let other = letter && key.modifiers.command && held.shift != key.modifiers.shift;
    !plain && !other && held.matches_logically(key.modifiers)
}

/// Tells that the field with the focus holds what it held before: there is nothing in it to undo,
/// so undo means the document.
pub fn note_untouched(ctx: &Context) {
    let pass = ctx.cumulative_pass_nr();
    ctx.data_mut(|data| data.insert_temp(untouched_id(), pass));
}

fn field_is_untouched(ctx: &Context) -> bool {
    let told: Option<u64> = ctx.data(|data| data.get_temp(untouched_id()));
    told.is_some_and(|told| told + 1 >= ctx.cumulative_pass_nr())
}

fn untouched_id() -> Id {
    Id::unique("untouched field")
}

/// Whether a text field has a use of its own for a key with Ctrl: select all, copy, cut, paste,
/// undo and redo.
fn is_for_text(key: &KeyboardShortcut) -> bool {
    let own = [Key::A, Key::C, Key::X, Key::V, Key::Z, Key::Y];
    key.modifiers.command && !key.modifiers.alt && own.contains(&key.logical_key)
}

/// The desktop's keys for copying and the like come as what they mean. Outside of text they are
/// keys like others.
fn clipboard_keys(ctx: &Context) {
    ctx.input_mut(|input| {
        // These events do not tell what else was held.
        let mut shift = input.modifiers.shift;
        for event in &mut input.events {
            if let Event::ModifiersChanged(held) = event {
                shift = held.shift;
            }
            if let Some(key) = clipboard_key(event) {
                let modifiers = Modifiers { shift, ..Modifiers::COMMAND };
                *event =
                    Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
            }
        }
    });
}

/// The letter that is pressed with Ctrl for one of the clipboard's events.
fn clipboard_key(event: &Event) -> Option<Key> {
    match event {
        Event::Copy => Some(Key::C),
        Event::Cut => Some(Key::X),
        Event::Paste(_) | Event::PasteImage(_) => Some(Key::V),
        _ => None,
    }
}

/// Takes the next key that goes down out of the input, with what is held, whatever it would mean
/// otherwise.
pub fn take_next(ctx: &Context) -> Option<KeyboardShortcut> {
    clipboard_keys(ctx);
    ctx.input_mut(|input| {
        let mut taken = None;
        input.events.retain(|event| match event {
            Event::Key { key, pressed, modifiers, .. } => {
                // Ctrl by itself comes as a key too, before the one that is meant.
                if *pressed && taken.is_none() && !is_held_with_others(*key) {
                    let mut held = Modifiers::NONE;
                    held.shift = modifiers.shift;
                    held.alt = modifiers.alt;
                    held.command = modifiers.command || modifiers.ctrl;
                    taken = Some(KeyboardShortcut::new(held, *key));
                }
                false
            }
            Event::Text(_) => false,
            _ => true,
        });
        taken
    })
}

/// Whether a key is pressed to change what others mean.
fn is_held_with_others(key: Key) -> bool {
    use Key::{
        AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight, SuperLeft, SuperRight,
    };
    matches!(
        key,
        AltLeft
            | AltRight
            | ControlLeft
            | ControlRight
            | ShiftLeft
            | ShiftRight
            | SuperLeft
            | SuperRight
    )
}

/// The map in use.
pub fn of(ctx: &Context) -> Arc<Keymap> {
    ctx.data(|data| data.get_temp(id())).unwrap_or_default()
}

/// The first key of a command as it is shown, if it has one.
pub fn shown(ctx: &Context, command: UiCommand) -> Option<String> {
    of(ctx).keys(command).first().map(|key| as_printed(ctx, key))
}

/// A key as keyboards print it: `Ctrl+]`.
pub fn as_printed(ctx: &Context, key: &KeyboardShortcut) -> String {
    let words = ctx.format_shortcut(key);
    let symbol = match key.logical_key {
        Key::OpenBracket => "[",
        Key::CloseBracket => "]",
        Key::Plus => "+",
        Key::Minus => "−",
        Key::Equals => "=",
        Key::Comma => ",",
        Key::Period => ".",
        Key::Slash => "/",
        Key::Semicolon => ";",
        _ => return words,
    };
    match words.strip_suffix(key.logical_key.name()) {
        Some(held) => format!("{held}{symbol}"),
        None => words,
    }
}

/// A key with what is held, in words: `Ctrl+Shift+S`, the same on every system.
pub fn write(key: KeyboardShortcut) -> String {
    let held = key.modifiers;
    let mut words = String::new();
    for (is, word) in [(held.command, "Ctrl+"), (held.alt, "Alt+"), (held.shift, "Shift+")] {
        if is {
            words.push_str(word);
        }
    }
    words + key.logical_key.name()
}

/// What [`write`] wrote; `None` if it is no key.
pub fn read(words: &str) -> Option<KeyboardShortcut> {
    let mut modifiers = Modifiers::NONE;
    let mut rest = words;
    loop {
        if let Some(after) = rest.strip_prefix("Ctrl+") {
            (modifiers, rest) = (modifiers.plus(Modifiers::COMMAND), after);
        } else if let Some(after) = rest.strip_prefix("Alt+") {
            (modifiers, rest) = (modifiers.plus(Modifiers::ALT), after);
        } else if let Some(after) = rest.strip_prefix("Shift+") {
            (modifiers, rest) = (modifiers.plus(Modifiers::SHIFT), after);
        } else {
            let key = Key::from_name(rest).filter(|key| !is_held_with_others(*key))?;
            return Some(KeyboardShortcut::new(modifiers, key));
        }
    }
}

fn id() -> Id {
    Id::unique("keymap")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::request::command::COMMANDS;

    #[test]
    fn chosen_keys_stand_in_for_the_table() {
        let mut map = Keymap::default();
        assert_eq!(map.keys(UiCommand::Save), UiCommand::Save.row().keys);
        map.changed.insert(UiCommand::Save.row().id.to_owned(), Vec::new());
        assert!(map.keys(UiCommand::Save).is_empty());
    }

    fn down(key: Key, modifiers: Modifiers, repeat: bool) -> Event {
        Event::Key { key, physical_key: None, pressed: true, repeat, modifiers }
    }

    /// The commands of a frame with these events.
    fn commands_of(events: Vec<Event>, reaches: impl Fn(UiCommand) -> bool) -> Vec<UiCommand> {
        let input = egui::RawInput { events, ..egui::RawInput::default() };
        let mut found = Vec::new();
        let run = |ui: &mut egui::Ui| found = Keymap::pressed(ui.ctx(), &reaches);
        // Nobody draws it.
        Context::default().run_ui(input, run).textures_delta.clear();
        found
    }

    /// The commands of a frame with this key, at whose end other modifiers are held.
    fn pressed(key: Key, with: Modifiers, at_the_end: Modifiers) -> Vec<UiCommand> {
        let events = vec![down(key, with, false), Event::ModifiersChanged(at_the_end)];
        commands_of(events, |_| true)
    }

    #[test]
    fn each_press_of_a_frame_counts_and_a_key_that_is_held_down_once() {
        let ctrl = Modifiers { ctrl: true, ..Modifiers::COMMAND };
        let (undo, redo) = (UiCommand::Undo, UiCommand::Redo);
        let up = |key| Event::Key {
            key,
            physical_key: None,
            pressed: false,
            repeat: false,
            modifiers: ctrl,
        };
        let pressed = |key| [down(key, ctrl, false), up(key)];
        let fast = [Key::Z, Key::Z, Key::Y, Key::Z].into_iter().flat_map(pressed).collect();
        assert_eq!(commands_of(fast, |_| true), [undo, undo, redo, undo]);
        // A key that goes down again without having gone up is held.
        let held = [Key::Z; 3].map(|key| down(key, ctrl, false)).to_vec();
        assert_eq!(commands_of(held, |_| true), [undo]);
    }

    #[test]
    fn a_key_with_alt_types_nothing() {
        let events = vec![
            Event::Text("a".to_owned()),
            down(Key::Num2, Modifiers::ALT, false),
            Event::Text("2".to_owned()),
            Event::Text("b".to_owned()),
        ];
        let input = egui::RawInput { events, ..egui::RawInput::default() };
        let mut left = Vec::new();
        let run = |ui: &mut egui::Ui| {
            Keymap::pressed(ui.ctx(), |_| true);
            left = ui.input(|input| input.events.clone());
        };
        Context::default().run_ui(input, run).textures_delta.clear();
        assert_eq!(left, [Event::Text("a".to_owned()), Event::Text("b".to_owned())]);
    }

    #[test]
    fn keys_of_the_map_reach_it_only_while_it_is_seen() {
        let ctrl = Modifiers { ctrl: true, ..Modifiers::COMMAND };
        let events = || {
            let keys = [Key::B, Key::Delete, Key::Num0, Key::F4].into_iter();
            let plain = keys.map(|key| down(key, Modifiers::NONE, false));
            plain.chain([down(Key::A, ctrl, false), down(Key::S, ctrl, false)]).collect()
        };
        let all = commands_of(events(), |_| true);
        assert_eq!(all.len(), 6, "{all:?}");
        let unseen = commands_of(events(), |command| !command.is_of_map());
        assert_eq!(unseen, [UiCommand::ToggleInspector, UiCommand::Save]);
    }

    #[test]
    fn what_is_typed_right_after_a_click_waits_for_the_next_frame() {
        let button = |pressed| Event::PointerButton {
            pos: egui::Pos2::ZERO,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        let text = |text: &str| Event::Text(text.to_owned());
        let mut typed = TypedAfterClicks::default();
        let mut frame = |events: Vec<Event>| {
            let mut input = egui::RawInput { events, ..egui::RawInput::default() };
            let more = typed.settle(&mut input);
            (input.events, more)
        };
        let before = vec![text("1"), button(true), button(false)];
        let all = before.iter().cloned().chain([text("2"), text("5")]).collect();
        assert_eq!(frame(all), (before, true));
        // Another click makes the rest wait once more.
        let (first, second) = (vec![text("2"), text("5"), button(true), button(false)], text("7"));
        assert_eq!(frame(vec![button(true), button(false), text("7")]), (first, true));
        assert_eq!(frame(Vec::new()), (vec![second], false));
        assert_eq!(frame(vec![text("8")]), (vec![text("8")], false));
        // What a command opens is written into, and commands do not wait for each other.
        let ctrl = Modifiers { ctrl: true, ..Modifiers::COMMAND };
        let (undo, find) = (down(Key::Z, ctrl, false), down(Key::P, ctrl, false));
        let all = vec![undo.clone(), undo.clone(), find.clone(), text("c")];
        assert_eq!(frame(all), (vec![undo.clone(), undo, find], true));
        assert_eq!(frame(Vec::new()), (vec![text("c")], false));
    }

    #[test]
    fn what_was_held_at_a_click_counts_in_its_frame_and_no_longer() {
        let click = |modifiers| Event::PointerButton {
            pos: egui::Pos2::ZERO,
            button: egui::PointerButton::Primary,
            pressed: true,
            modifiers,
        };
        let (none, shift, ctrl) = (Modifiers::NONE, Modifiers::SHIFT, Modifiers::CTRL);
        // What came to pass in each frame, and what screens are told of it.
        let frames = [
            (
                vec![Event::ModifiersChanged(shift), click(shift), Event::ModifiersChanged(none)],
                shift,
            ),
            (vec![], none),
            (vec![Event::ModifiersChanged(ctrl)], ctrl),
            (vec![click(ctrl)], ctrl),
            (vec![click(ctrl), Event::ModifiersChanged(none), click(none)], none),
            (
                vec![Event::ModifiersChanged(shift), click(shift), Event::WindowFocused(false)],
                shift,
            ),
            (vec![], none),
        ];
        let (context, mut held) = (Context::default(), HeldAtClicks::default());
        for (at, (events, told)) in frames.into_iter().enumerate() {
            let mut input = egui::RawInput { events, ..egui::RawInput::default() };
            held.settle(&mut input);
            let mut seen = None;
            let run = |ui: &mut egui::Ui| seen = Some(ui.input(|input| input.modifiers));
            context.run_ui(input, run).textures_delta.clear();
            assert_eq!(seen, Some(told), "frame {at}");
        }
    }

    #[test]
    fn what_was_held_when_the_key_went_down_counts() {
        let ctrl = Modifiers { ctrl: true, ..Modifiers::COMMAND };
        let shifted = Modifiers { shift: true, ..ctrl };
        for end in [Modifiers::NONE, Modifiers::SHIFT, ctrl, shifted] {
            for (key, alone, with_shift) in [
                (Key::S, UiCommand::Save, UiCommand::SaveAs),
                (Key::Z, UiCommand::Undo, UiCommand::Redo),
            ] {
                assert_eq!(pressed(key, ctrl, end), [alone], "{key:?} at the end of {end:?}");
                assert_eq!(pressed(key, shifted, end), [with_shift], "{key:?} and {end:?}");
                assert!(!pressed(key, Modifiers::NONE, end).contains(&alone));
            }
        }
    }

    #[test]
    fn every_key_is_written_and_read() {
        for key in COMMANDS.iter().flat_map(|row| row.keys) {
            assert_eq!(read(&write(*key)), Some(*key), "{key:?}");
        }
        for word in ["", "Ctrl+", "Nonsense", "Ctrl+Ctrl", "ControlLeft"] {
            assert_eq!(read(word), None);
        }
    }
}
