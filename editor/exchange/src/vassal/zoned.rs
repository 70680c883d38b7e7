//! Boards without hexes, whose places are zones.

use super::xml::Element;

/// The element of a board without hexes: a picture with zones, each with its corners in pixels.
pub fn zoned(name: &str, image: &str, zones: &[(String, [f32; 4])]) -> Element {
    let mut zoned = Element::new("VASSAL.build.module.map.boardPicker.board.ZonedGrid");
    for (zone, corners) in zones {
        let [x0, y0, x1, y1] = corners.map(|place| place.round() as i64);
        zoned.add(
            Element::new("VASSAL.build.module.map.boardPicker.board.mapgrid.Zone")
                .with("name", zone)
                .with("locationFormat", "$name$")
                .with("path", format!("{x0},{y0};{x1},{y0};{x1},{y1};{x0},{y1}"))
                .with("useHighlight", false)
                .with("highlightProperty", "")
                .with("useParentGrid", false),
        );
    }
    Element::new("VASSAL.build.module.map.boardPicker.Board")
        .with("name", name)
        .with("image", image)
        .with("reversible", false)
        .with("width", 0)
        .with("height", 0)
        .with("color", "255,255,255")
        .holding(zoned)
}
