//! The middle of the window: one view, or two side by side.

use super::MapView;
use crate::request::views::View;

/// One of the views that show, with a map of its own.
#[derive(Debug, Default)]
pub struct Pane {
    /// What it shows.
    pub view: View,
    /// Where its map is seen from.
    pub map: MapView,
}

/// The panes of a document: one or two, of which one has the focus.
#[derive(Debug, Default)]
pub struct Panes {
    first: Pane,
    second: Option<Pane>,
    second_has_focus: bool,
}

impl Panes {
    /// The panes, from the left.
    pub fn all(&self) -> impl Iterator<Item = &Pane> {
        std::iter::once(&self.first).chain(&self.second)
    }

    /// The panes, from the left.
    pub fn all_mut(&mut self) -> impl Iterator<Item = &mut Pane> {
        std::iter::once(&mut self.first).chain(&mut self.second)
    }

    /// A pane by its place from the left.
    pub fn get_mut(&mut self, place: usize) -> Option<&mut Pane> {
        self.all_mut().nth(place)
    }

    /// The pane with the focus.
    pub fn focused(&self) -> &Pane {
        self.second.as_ref().filter(|_| self.second_has_focus).unwrap_or(&self.first)
    }

    /// The pane with the focus.
    pub fn focused_mut(&mut self) -> &mut Pane {
        match &mut self.second {
            Some(second) if self.second_has_focus => second,
            _ => &mut self.first,
        }
    }

    /// The place of the pane with the focus.
    pub fn focus(&self) -> usize {
        usize::from(self.second_has_focus && self.second.is_some())
    }

    /// Gives a pane the focus.
    pub fn set_focus(&mut self, place: usize) {
        self.second_has_focus = place > 0;
    }

    /// Whether there are two.
    pub fn is_split(&self) -> bool {
        self.second.is_some()
    }

    /// One pane, the one with the focus, or two. A second one shows the map.
    pub fn split(&mut self) {
        match self.second.take() {
            Some(second) => {
                if self.second_has_focus {
                    self.first = second;
                }
            }
            None => {
                // A page beside itself would be of no use; the map is, beside any page.
                let map = self.first.map.twin();
                self.second = Some(Pane { view: View::Map, map });
            }
        }
        self.second_has_focus = false;
    }

    fn place_of(&self, view: View) -> Option<usize> {
        self.all().position(|pane| pane.view == view)
    }

    /// Whether any pane shows a view.
    pub fn shows(&self, view: View) -> bool {
        self.all().any(|pane| pane.view == view)
    }

    /// The map that commands mean: that of the pane with the focus if it shows one, else that of
    /// another that does.
    pub fn map(&self) -> &MapView {
        let focused = self.focused();
        let shown = self.all().find(|pane| pane.view == View::Map);
        match (focused.view, shown) {
            (View::Map, _) | (_, None) => &focused.map,
            (_, Some(pane)) => &pane.map,
        }
    }

    /// The map that commands mean.
    pub fn map_mut(&mut self) -> &mut MapView {
        if self.focused().view != View::Map
            && let Some(place) = self.place_of(View::Map)
        {
            self.set_focus(place);
        }
        &mut self.focused_mut().map
    }

    /// Shows a view: where it shows already that pane gets the focus, else the one with the
    /// focus changes.
    pub fn show(&mut self, view: View) {
        match self.place_of(view) {
            Some(place) => self.set_focus(place),
            None => self.focused_mut().view = view,
        }
    }

    /// Shows a view in a pane, by its place from the left. A page is there once: where the other
    /// pane shows it, the two change places. Two maps side by side may show different parts.
    pub fn show_in(&mut self, place: usize, view: View) {
        let Some(before) = self.all().nth(place).map(|pane| pane.view) else { return };
        let other = self.place_of(view).filter(|&other| other != place && view != View::Map);
        if let Some(other) = other.and_then(|other| self.get_mut(other)) {
            other.view = before;
        }
        if let Some(pane) = self.get_mut(place) {
            pane.view = view;
        }
    }

    /// The hex under the pointer, in whichever map it is.
    pub fn hovered(&self) -> Option<salient_hex::grid::Hex> {
        self.all().filter(|pane| pane.view == View::Map).find_map(|pane| pane.map.hovered())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_page_shows_twice() {
        let mut panes = Panes::default();
        panes.show(View::Charts);
        panes.split();
        let views = |panes: &Panes| panes.all().map(|pane| pane.view).collect::<Vec<_>>();
        assert_eq!(views(&panes), [View::Charts, View::Map]);
        panes.show_in(1, View::Charts);
        assert_eq!(views(&panes), [View::Map, View::Charts]);
        panes.show_in(1, View::Map);
        assert_eq!(views(&panes), [View::Map, View::Map]);
        panes.show_in(0, View::SetUp);
        assert_eq!(views(&panes), [View::SetUp, View::Map]);
    }

    #[test]
    fn commands_mean_a_map_that_shows() {
        let mut panes = Panes::default();
        panes.split();
        assert!(panes.is_split());
        panes.set_focus(1);
        panes.show(View::Charts);
        assert_eq!(panes.focused().view, View::Charts);
        panes.map_mut();
        assert_eq!(panes.focus(), 0);
        panes.show(View::Charts);
        assert_eq!(panes.focus(), 1, "it shows there already");
        panes.split();
        assert_eq!(panes.focused().view, View::Charts, "the one with the focus stays");
    }
}
