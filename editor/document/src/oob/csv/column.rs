//! The columns of the sheet: those of a counter and its faces, and what else a row says.

use salient_schema::Bundle;
use salient_schema::common::Id;
use salient_tables::counters::{COUNTER, FACE};

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Column {
    /// The order of battle's id.
    OrderOfBattle,
    /// A field of the counter.
    Field(&'static salient_tables::Column),
    /// How many faces.
    Faces,
    /// A rating of a face.
    Rating(usize, Id),
    /// What a face has of its own.
    FaceField(usize, &'static salient_tables::Column),
    /// The parts.
    Parts,
    /// The notes.
    Notes,
    /// Where it is set up.
    Hex,
    /// When it arrives.
    Turn,
}

/// The most faces that a counter may have.
pub(super) const FACES: usize = 8;

/// A face as heads name it.
pub(super) fn face_name(face: usize) -> String {
    match face {
        0 => "front".to_owned(),
        1 => "back".to_owned(),
        more => format!("face{}", more + 1),
    }
}

impl Column {
    /// The column's head.
    pub fn name(&self) -> String {
        let own = |face: &usize, what: &str| format!("{}.{what}", face_name(*face));
        match self {
            Self::OrderOfBattle => "order_of_battle".to_owned(),
            Self::Field(column) => column.name.to_owned(),
            Self::Faces => "faces".to_owned(),
            Self::Rating(face, id) => own(face, id),
            Self::FaceField(face, column) => own(face, column.name),
            Self::Parts => "parts".to_owned(),
            Self::Notes => "notes".to_owned(),
            Self::Hex => "hex".to_owned(),
            Self::Turn => "turn".to_owned(),
        }
    }

    /// The columns that counters of so many faces may fill, in the order of a sheet, which is also
    /// that in which cells are taken in: a formation is looked for among those of the side, and
    /// ratings belong to the faces that there are.
    pub(super) fn all(bundle: &Bundle, faces: usize) -> Vec<Self> {
        let mut all = vec![Self::OrderOfBattle];
        for column in COUNTER {
            let before_traits = column.name == "traits";
            if before_traits {
                all.push(Self::Faces);
                Self::of_faces(bundle, faces.clamp(2, FACES), &mut all);
            }
            all.push(Self::Field(column));
            if before_traits {
                all.push(Self::Parts);
            }
        }
        all.extend([Self::Notes, Self::Hex, Self::Turn]);
        all
    }

    fn of_faces(bundle: &Bundle, faces: usize, all: &mut Vec<Self>) {
        for face in 0..faces {
            let ratings = bundle.ruleset.counters.ratings.iter();
            all.extend(ratings.map(|def| Self::Rating(face, def.id.clone())));
            // A rating may have the name of one of these; then the rating has the column.
            for own in FACE.iter().map(|column| Self::FaceField(face, column)) {
                if !all.iter().any(|column| column.name() == own.name()) {
                    all.push(own);
                }
            }
        }
    }

    /// Whether it is the column of ids.
    pub(super) fn is_id(&self) -> bool {
        self.is_field("id")
    }

    /// Whether it holds what is printed on a counter or a face.
    pub(super) fn is_designation(&self) -> bool {
        match self {
            Self::Field(column) | Self::FaceField(_, column) => column.name == "designation",
            _ => false,
        }
    }

    /// Whether it holds a number that an empty cell leaves as it is.
    pub(super) fn is_count(&self) -> bool {
        match self {
            Self::Field(column) => column.range.is_some(),
            other => *other == Self::Faces,
        }
    }

    fn is_field(&self, name: &str) -> bool {
        matches!(self, Self::Field(column) if column.name == name)
    }

    /// The face that the column is about.
    pub(super) fn face(&self) -> Option<usize> {
        match self {
            Self::Rating(face, _) | Self::FaceField(face, _) => Some(*face),
            _ => None,
        }
    }

    /// Whether a sheet has the column even if it is empty.
    pub(super) fn always(&self, bundle: &Bundle) -> bool {
        match self {
            Self::OrderOfBattle => bundle.orders_of_battle.len() > 1,
            Self::Rating(face, _) => *face < 2,
            Self::Field(column) => {
                !matches!(column.name, "footprint" | "substitute" | "provenance")
            }
            Self::Faces | Self::Hex => true,
            Self::FaceField(..) | Self::Parts | Self::Notes | Self::Turn => false,
        }
    }

    /// The column of a head, however it is written.
    pub(super) fn of_head(head: &str, all: &[Self]) -> Option<Self> {
        let plain = |text: &str| {
            let text = text.trim().to_lowercase();
            text.replace(['.', ' ', '-', ':'], "_")
        };
        let head = plain(head);
        let named = all.iter().find(|column| plain(&column.name()) == head);
        // A rating by itself is the front's.
        let front = || {
            all.iter().find(|column| match column {
                Self::Rating(0, id) => plain(id) == head,
                _ => false,
            })
        };
        named.or_else(front).cloned()
    }
}
