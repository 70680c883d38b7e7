//! A line of the palette: what it leads to, and how well it fits what was typed.

use salient_document::oob::Key;
use salient_document::{ProblemId, Selection};
use salient_hex::grid::Hex;

use crate::look::icons::Icon;
use crate::request::Request;
use crate::request::command::UiCommand;
use crate::request::tabs::{TabNumber, TabRequest};
use crate::request::views::{Part, Tab, View};

/// A line of the palette.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub what: What,
    pub name: String,
    /// Something short at the right: keys, or what kind of thing it is.
    pub right: String,
    /// Why it cannot be chosen.
    pub reason: Option<&'static str>,
}

/// What a line leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum What {
    Command(UiCommand),
    Document(TabNumber),
    Hex(Hex),
    Counter {
        counter: String,
        hex: Option<Hex>,
    },
    /// Something on the page of the order of battle.
    InOrder(Key),
    View(View),
    /// What a pointer leads to on the page of a view.
    Part(View, String),
    Tab(Tab),
    /// A rule, as it is cited.
    Rule(String),
    Problem {
        id: ProblemId,
        error: bool,
    },
}

impl What {
    /// The picture before it.
    pub fn icon(&self) -> Icon {
        match self {
            Self::Command(command) => command.icon().unwrap_or(Icon::Note),
            Self::Document(_) => Icon::Open,
            Self::Hex(_) => Icon::Hex,
            Self::Counter { .. } => Icon::Counter,
            Self::InOrder(_) => Icon::List,
            Self::View(view) | Self::Part(view, _) => {
                UiCommand::View(*view).icon().unwrap_or(Icon::Note)
            }
            Self::Tab(tab) => UiCommand::Show(*tab).icon().unwrap_or(Icon::Panel),
            Self::Rule(_) => Icon::Book,
            Self::Problem { error: true, .. } => Icon::Error,
            Self::Problem { error: false, .. } => Icon::Warning,
        }
    }

    /// What choosing it asks for.
    pub fn requests(&self) -> Vec<Request> {
        match self {
            Self::Command(command) => vec![Request::Command(*command)],
            Self::Document(number) => vec![Request::Tab(TabRequest::Show(*number))],
            Self::Hex(hex) => vec![Request::GoTo(*hex)],
            Self::Counter { counter, hex: Some(hex) } => vec![
                Request::GoTo(*hex),
                Request::Select(Selection::of_counter(counter.as_str(), *hex)),
            ],
            Self::Counter { counter, hex: None } => vec![Request::ShowCounter(counter.clone())],
            Self::InOrder(key) => {
                vec![Request::ShowPart(View::OrderOfBattle, Part::InOrder(key.clone()))]
            }
            Self::View(view) => vec![Request::View(*view)],
            Self::Part(view, pointer) => {
                vec![Request::ShowPart(*view, Part::Pointer(pointer.clone()))]
            }
            Self::Tab(tab) => vec![Request::Show(*tab)],
            Self::Rule(cited) => vec![Request::ShowRule(cited.clone())],
            Self::Problem { id, .. } => {
                vec![Request::Show(Tab::Problems), Request::ShowProblem(*id)]
            }
        }
    }
}

/// How well a name fits what was typed, 0 the best; `None` if its letters are not all there in
/// order.
pub fn fit(typed: &str, name: &str) -> Option<i32> {
    let name = name.to_lowercase();
    let typed = typed.trim().to_lowercase();
    if name.starts_with(&typed) {
        return Some(0);
    }
    if name.split_whitespace().any(|word| word.starts_with(&typed)) {
        return Some(1);
    }
    if name.contains(&typed) {
        return Some(2);
    }
    let mut letters = name.chars();
    typed.chars().all(|wanted| letters.any(|letter| letter == wanted)).then_some(3)
}
