//! How much of the memory a layer may take, whatever its file holds.

use salient_files::limits;

use super::{Shape, Thing};

/// What a layer takes, or may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Room {
    /// Its things.
    pub things: usize,
    /// The positions of all of them.
    pub positions: usize,
    /// Bytes of all names and properties.
    pub text: usize,
}

/// What a property takes besides its letters.
const ENTRY: usize = 64;

impl Room {
    /// What any layer may take.
    pub const LAYER: Self = Self {
        things: limits::LAYER_THINGS,
        positions: limits::LAYER_POSITIONS,
        text: limits::LAYER_TEXT,
    };

    /// Adds what a thing takes.
    ///
    /// # Errors
    /// It is too much: of what, and how much there may be.
    pub fn fill(&mut self, thing: &Thing, most: &Self) -> Result<(), String> {
        let properties = thing.properties.iter();
        let text: usize = properties.map(|(key, value)| key.len() + value.len() + ENTRY).sum();
        self.things += 1;
        self.positions += positions(&thing.shape);
        self.text += text + thing.name.as_ref().map_or(0, String::len);
        let too_many = |what: &str, most: String| {
            Err(format!(
                "the layer has more than {most} {what}, which is the most; take out of it what \
                 lies off the map or is not used"
            ))
        };
        if self.things > most.things {
            too_many("features", most.things.to_string())
        } else if self.positions > most.positions {
            too_many("positions", most.positions.to_string())
        } else if self.text > most.text {
            too_many("of properties", format!("{} MB", most.text >> 20))
        } else {
            Ok(())
        }
    }
}

fn positions(shape: &Shape) -> usize {
    match shape {
        Shape::Points(points) => points.len(),
        Shape::Lines(lines) => lines.iter().map(Vec::len).sum(),
        Shape::Areas(areas) => areas.iter().flatten().map(Vec::len).sum(),
    }
}
