//! What one side knows and others do not.

/// A value a side, each known to that side alone until it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Secret<T> {
    values: Vec<Option<T>>,
    shown: bool,
}

impl<T> Secret<T> {
    /// Nothing chosen yet, by so many sides.
    pub fn new(sides: usize) -> Self {
        Self { values: (0..sides).map(|_| None).collect(), shown: false }
    }

    /// A side chooses, or chooses otherwise.
    pub fn choose(&mut self, side: usize, value: T) {
        if let Some(place) = self.values.get_mut(side) {
            *place = Some(value);
        }
    }

    /// What a side has chosen, as `viewer` may know it.
    pub fn seen_by(&self, viewer: usize, side: usize) -> Option<&T> {
        let known = self.shown || viewer == side;
        self.values.get(side).filter(|_| known)?.as_ref()
    }

    /// Shows all to all.
    pub fn show(&mut self) {
        self.shown = true;
    }

    /// What everybody knows of a side's choice: nothing before it is shown.
    pub fn public(&self, side: usize) -> Option<&T> {
        self.values.get(side).filter(|_| self.shown)?.as_ref()
    }

    /// The truth, which only the rules may look at: to count points, to resolve.
    pub fn truth(&self, side: usize) -> Option<&T> {
        self.values.get(side)?.as_ref()
    }

    /// As a side knows it: what others chose is taken out unless it was shown.
    pub fn concealed_from(&self, viewer: usize) -> Self
    where
        T: Clone,
    {
        let values = self.values.iter().enumerate();
        let known = |side: usize| self.shown || side == viewer;
        Self {
            values: values.map(|(side, value)| value.clone().filter(|_| known(side))).collect(),
            shown: self.shown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_to_its_side_alone_until_it_is_shown() {
        let mut secret = Secret::new(3);
        secret.choose(0, 'a');
        secret.choose(2, 'c');
        assert_eq!(secret.seen_by(0, 0), Some(&'a'));
        assert_eq!(secret.seen_by(1, 0), None);
        assert_eq!(secret.concealed_from(1).truth(0), None);
        assert_eq!(secret.public(2), None);
        secret.show();
        assert_eq!(secret.seen_by(1, 0), Some(&'a'));
        assert_eq!(secret.public(2), Some(&'c'));
    }
}
