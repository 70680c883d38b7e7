//! Boards whose places are zones: pictures that VASSAL lays a grid of zones on.

use super::xml::Element;

/// A board without hexes: a picture with zones, each with its corners in pixels.
pub fn zoned(name: &str, image: &str, zones: &[(String, [f32; 4])]) -> Element {
    let zones = zones.iter().map(|(zone, corners)| {
        let [x0, y0, x1, y1] = corners.map(|place| place.round() as i64);
        self::zone(zone, "$name$", &format!("{x0},{y0};{x1},{y0};{x1},{y1};{x0},{y1}"))
    });
    board(name, image, zones)
}

/// A board of a picture and the zones on it.
pub fn board(name: &str, image: &str, zones: impl Iterator<Item = Element>) -> Element {
    let mut zoned = Element::new("VASSAL.build.module.map.boardPicker.board.ZonedGrid");
    zones.for_each(|zone| zoned.add(zone));
    Element::new("VASSAL.build.module.map.boardPicker.Board")
        .with("name", name)
        .with("image", image)
        .with("reversible", false)
        .with("width", 0)
        .with("height", 0)
        .with("color", "255,255,255")
        .holding(zoned)
}

/// A zone: how places in it are called, and its outline as points in pixels.
pub fn zone(name: &str, format: &str, outline: &str) -> Element {
    Element::new("VASSAL.build.module.map.boardPicker.board.mapgrid.Zone")
        .with("name", name)
        .with("locationFormat", format)
        .with("path", outline)
        .with("useHighlight", false)
        .with("highlightProperty", "")
        .with("useParentGrid", false)
}
