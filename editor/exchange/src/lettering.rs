//! The letters of web pages, in the page itself: a page needs nothing from elsewhere.

use std::fmt::Write;

use base64::prelude::{BASE64_STANDARD, Engine};
use salient_art::fonts::Typeface;

/// Adds the letters to a page's style, as the family `Salient`.
pub fn lettering(style: &mut String) {
    for (weight, face) in [(500, Typeface::Medium), (700, Typeface::Bold)] {
        let bytes = BASE64_STANDARD.encode(face.bytes());
        // Writing to a string cannot fail.
        let _ = write!(
            style,
            "@font-face{{font-family:Salient;font-weight:{weight};font-display:swap;\
             src:url(data:font/ttf;base64,{bytes})format(\"truetype\")}}"
        );
    }
}
