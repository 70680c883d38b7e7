//! The part of the dialog about a new map that begins the game with it: a ruleset of one's own.

use egui::{Checkbox, ComboBox, Response, TextEdit, Ui};
use salient_document::new_game::{Beginning, NewGame, own_ruleset, terrain};
use salient_rules::Systems;
use salient_schema::Ruleset;
use salient_schema::ruleset::Kind;

use crate::look::icons::Icon;
use crate::look::sentence;
use crate::look::widgets::{field, icon_button, named_text, quiet, text_button};

/// How many sides a game has at most, as the dialog asks for them; the ruleset takes more.
const SIDES: usize = 8;

/// What is asked of a new game, and the ruleset that comes of it.
#[derive(Debug)]
pub(super) struct OwnGame {
    systems: Systems,
    game: NewGame,
    made: (NewGame, Result<Ruleset, String>),
    /// The terrain that the map may begin with, whatever is missing otherwise.
    terrain: Vec<Kind>,
    /// The title has the focus once.
    is_begun: bool,
}

impl OwnGame {
    /// A game with the usual kinds and two sides.
    pub fn new(systems: Systems) -> Self {
        let game = NewGame {
            title: String::new(),
            citation: String::new(),
            publisher: String::new(),
            sides: vec![String::new(), String::new()],
            beginning: Beginning::Usual,
        };
        let made = (game.clone(), made(&game, systems));
        let terrain = terrain(&game.beginning);
        Self { systems, game, made, terrain, is_begun: false }
    }

    /// The terrain that the map may begin with.
    pub fn terrain(&self) -> &[Kind] {
        &self.terrain
    }

    /// What the game is called.
    pub fn title(&self) -> &str {
        self.game.title.trim()
    }

    /// The ruleset that it begins with, or what is missing.
    pub fn ruleset(&self) -> Result<&Ruleset, String> {
        self.made.1.as_ref().map_err(Clone::clone)
    }

    /// Shows what is asked. Gives whether the ruleset is another from now on.
    pub fn show(&mut self, ui: &mut Ui, rulesets: &[Ruleset]) -> bool {
        let game = &mut self.game;
        let (name, hint) = ("Title of the game", "for example Anzac landing, 25 April 1915");
        let title = words(ui, "Title", name, hint, &mut game.title);
        if !std::mem::replace(&mut self.is_begun, true) {
            title.request_focus();
        }
        words(ui, "Publisher", "Who publishes the game", "may be left out", &mut game.publisher);
        field(ui, "Cited as", |ui| {
            let (name, hint) = ("What stands before the number of a rule", "its initials");
            let text = TextEdit::singleline(&mut game.citation).hint_text(hint).desired_width(90.0);
            named_text(ui, name, text);
            quiet(ui, "stands before the number of a rule, as in “AL 7.21”");
        });
        field(ui, "Begins with", |ui| beginning(ui, rulesets, &mut game.beginning));
        match &mut game.beginning {
            Beginning::Copy { of, keeps_rules } => {
                if let Some(system) = self.systems.find(of.system()) {
                    let text = format!("The rules of {} play it", system.info().title);
                    field(ui, "", |ui| ui.add(Checkbox::new(keeps_rules, text)));
                }
                let sides: Vec<&str> = of.sides.iter().map(|side| side.name.as_str()).collect();
                field(ui, "Sides", |ui| quiet(ui, sides.join(", ")));
            }
            Beginning::Blank | Beginning::Usual => sides(ui, &mut game.sides),
        }
        if self.made.0 == self.game {
            return false;
        }
        if self.made.0.beginning != self.game.beginning {
            self.terrain = terrain(&self.game.beginning);
        }
        self.made = (self.game.clone(), made(&self.game, self.systems));
        true
    }
}

fn made(game: &NewGame, systems: Systems) -> Result<Ruleset, String> {
    own_ruleset(game, systems).map_err(|error| sentence(&error.to_string()))
}

/// A line of text with a name.
fn words(ui: &mut Ui, label: &str, name: &str, hint: &str, now: &mut String) -> Response {
    field(ui, label, |ui| {
        let text = TextEdit::singleline(now).hint_text(hint).desired_width(300.0);
        named_text(ui, name, text)
    })
}

/// What the ruleset has to begin with.
fn beginning(ui: &mut Ui, rulesets: &[Ruleset], now: &mut Beginning) {
    const BLANK: &str = "One kind of terrain, and nothing else";
    const USUAL: &str = "The usual terrain, units, ratings and charts";
    let copy = |of: &Ruleset| format!("A copy of {}", of.title);
    let shown = match now {
        Beginning::Blank => BLANK.to_owned(),
        Beginning::Usual => USUAL.to_owned(),
        Beginning::Copy { of, .. } => copy(of),
    };
    ui.name_inputs("What the game begins with", |ui| {
        ComboBox::from_id_salt("begins").selected_text(shown).width(300.0).show_ui(ui, |ui| {
            if ui.selectable_label(*now == Beginning::Usual, USUAL).clicked() {
                *now = Beginning::Usual;
            }
            if ui.selectable_label(*now == Beginning::Blank, BLANK).clicked() {
                *now = Beginning::Blank;
            }
            for ruleset in rulesets {
                let is_it = matches!(now, Beginning::Copy { of, .. } if **of == *ruleset);
                if ui.selectable_label(is_it, copy(ruleset)).clicked() {
                    let of = Box::new(ruleset.clone());
                    *now = Beginning::Copy { of, keeps_rules: false };
                }
            }
        })
    });
}

/// Who plays, a line each.
fn sides(ui: &mut Ui, sides: &mut Vec<String>) {
    let mut gone = None;
    let count = sides.len();
    for (at, side) in sides.iter_mut().enumerate() {
        let label = if at == 0 { "Sides" } else { "" };
        field(ui, label, |ui| {
            let hint = ["for example Anzac", "for example Turkey"].get(at);
            let hint = hint.copied().unwrap_or("a further side");
            let text = TextEdit::singleline(side).hint_text(hint).desired_width(220.0);
            named_text(ui, &format!("Name of side {}", at + 1), text);
            let name = format!("No side {}", at + 1);
            if count > 2 && icon_button(ui, Icon::Remove, &name, true).clicked() {
                gone = Some(at);
            }
        });
    }
    if let Some(at) = gone {
        sides.remove(at);
    }
    field(ui, "", |ui| {
        if text_button(ui, Some(Icon::Plus), "A further side", sides.len() < SIDES).clicked() {
            sides.push(String::new());
        }
    });
}
