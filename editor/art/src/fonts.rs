//! The typefaces of maps and counters: Barlow by Jeremy Tribby, under the SIL Open Font Licence
//! (`fonts/OFL.txt`).
//!
//! The same bytes serve pictures and the screen, so that words take up the same room in both.

use std::sync::OnceLock;

use ttf_parser::{Face, GlyphId};

/// A typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Typeface {
    /// Barlow Semi Condensed Medium: numbers and small print.
    Medium,
    /// Barlow Semi Condensed SemiBold: place names.
    SemiBold,
    /// Barlow Semi Condensed Bold: ratings and titles.
    Bold,
    /// Barlow Condensed Medium Italic: rivers, woods, and other works of nature.
    Italic,
}

impl Typeface {
    /// All typefaces.
    pub const ALL: [Self; 4] = [Self::Medium, Self::SemiBold, Self::Bold, Self::Italic];

    /// The font file, TrueType.
    pub fn bytes(self) -> &'static [u8] {
        match self {
            Self::Medium => include_bytes!("../fonts/BarlowSemiCondensed_500Medium.ttf"),
            Self::SemiBold => include_bytes!("../fonts/BarlowSemiCondensed_600SemiBold.ttf"),
            Self::Bold => include_bytes!("../fonts/BarlowSemiCondensed_700Bold.ttf"),
            Self::Italic => include_bytes!("../fonts/BarlowCondensed_500Medium_Italic.ttf"),
        }
    }

    /// A name of its own for font registries: `Barlow Semi Condensed SemiBold`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Medium => "Barlow Semi Condensed Medium",
            Self::SemiBold => "Barlow Semi Condensed SemiBold",
            Self::Bold => "Barlow Semi Condensed Bold",
            Self::Italic => "Barlow Condensed Medium Italic",
        }
    }

    /// The height of capitals and figures over the baseline, in ems.
    pub fn cap_height(self) -> f32 {
        0.7
    }

    /// How wide a line of words runs, in ems, kerning left out.
    pub fn width_of(self, text: &str) -> f32 {
        text.chars().map(|character| self.advance(character)).sum()
    }

    /// How far a character moves the pen, in ems.
    pub fn advance(self, character: char) -> f32 {
        match self.common(character) {
            Some((_, advance)) => advance,
            None => self.read_advance(self.glyph(character)),
        }
    }

    /// The glyph of a character; that of `?` where the face has none.
    pub fn glyph(self, character: char) -> GlyphId {
        match self.common(character) {
            Some((glyph, _)) => glyph,
            None => self.read_glyph(character),
        }
    }

    /// The glyph and the advance of an ASCII character: most letters of a map are figures, and
    /// each is asked for several times.
    fn common(self, character: char) -> Option<(GlyphId, f32)> {
        static COMMON: OnceLock<[Vec<(GlyphId, f32)>; 4]> = OnceLock::new();
        let of = |face: Self| {
            let glyphs = (0..128_u8).map(|character| face.read_glyph(character.into()));
            glyphs.map(|glyph| (glyph, face.read_advance(glyph))).collect()
        };
        let faces = COMMON.get_or_init(|| Self::ALL.map(of));
        faces.get(self as usize)?.get(character as usize).copied()
    }

    fn read_glyph(self, character: char) -> GlyphId {
        self.face()
            .and_then(|face| face.glyph_index(character).or_else(|| face.glyph_index('?')))
            .unwrap_or(GlyphId(0))
    }

    fn read_advance(self, glyph: GlyphId) -> f32 {
        let Some(face) = self.face() else { return 0.5 };
        face.glyph_hor_advance(glyph)
            .map_or(0.5, |advance| f32::from(advance) / f32::from(face.units_per_em().max(1)))
    }

    /// The font, read once.
    pub(crate) fn face(self) -> Option<&'static Face<'static>> {
        static FACES: OnceLock<[Option<Face<'static>>; 4]> = OnceLock::new();
        let faces = FACES.get_or_init(|| Self::ALL.map(|face| Face::parse(face.bytes(), 0).ok()));
        faces.get(self as usize).and_then(Option::as_ref)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_face_reads_and_has_the_letters_of_the_western_front() {
        for typeface in Typeface::ALL {
            let face = typeface.face().unwrap();
            for character in "PéronneMoÿŒœçÈÊëïôûüÄÖÜß½¼¾–—·•×’“”†°0123456789/".chars()
            {
                assert!(face.glyph_index(character).is_some(), "{typeface:?} lacks {character}");
            }
            let capitals = f32::from(face.capital_height().unwrap());
            let em = f32::from(face.units_per_em());
            assert!((capitals / em - typeface.cap_height()).abs() < 0.01);
        }
    }

    #[test]
    fn a_character_that_no_face_has_still_takes_up_room() {
        assert!(Typeface::Bold.width_of("\u{4e00}") > 0.1);
    }
}
