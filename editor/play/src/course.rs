//! The courses that a game took: every decision that was ever made in it, as a tree. Going back
//! keeps what came after; deciding otherwise begins a branch.

use std::borrow::Cow;

use salient_rules::Action;

/// A point of the game: before the first decision, or behind one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(usize);

impl Point {
    /// Before the first decision.
    pub const START: Self = Self(0);
}

/// Who made a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// Whoever is before the screen.
    Person,
    /// A bot whom a person asked for it: this once, or as the first of all that it was asked for in
    /// one go.
    Request {
        /// Whether it was asked to go on.
        goes_on: bool,
    },
    /// A bot whose side it is, or that goes on as it was asked to.
    Bot,
}

/// A decision, and where it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Who decided: the side's place in the ruleset.
    pub side: usize,
    /// What.
    pub action: Action,
    /// Who made it.
    pub by: By,
    /// What it was called to be done here, where that was not to be done with the step of the
    /// sequence of play.
    pub done: Cow<'static, str>,
    /// The game-turn.
    pub turn: u16,
    /// The step of the sequence of play.
    pub phase: String,
    /// Whether the other sides do not see it before they have made the same choice.
    pub hidden: bool,
    /// How many events there were before it.
    pub events: usize,
}

impl Decision {
    /// Whether a person decided here, be it to let a bot do it: what is taken back in one step
    /// reaches as far as the next decision of the kind.
    pub fn is_a_persons(&self) -> bool {
        self.by != By::Bot
    }
}

/// All decisions of a game.
#[derive(Clone, Debug)]
pub struct Course {
    /// The first is the start.
    points: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    parent: usize,
    /// How many decisions lead here.
    depth: usize,
    decision: Option<Decision>,
    children: Vec<usize>,
    /// Of the children, the one by which the game went last; none where it was come to anew and
    /// has not gone on since.
    last: Option<usize>,
    name: Option<String>,
}

impl Default for Course {
    fn default() -> Self {
        let start =
            Node { parent: 0, depth: 0, decision: None, children: vec![], last: None, name: None };
        Self { points: vec![start] }
    }
}

impl Course {
    /// Goes on from a point by a decision. Whoever decides the same again goes the same way, and
    /// whoever made it last made it.
    pub fn decide(&mut self, from: Point, decision: Decision) -> Point {
        let known = self.points[from.0].children.iter().copied().find(|&child| {
            let there = self.points[child].decision.as_ref();
            there.is_some_and(|there| there.action == decision.action)
        });
        let child = match known {
            Some(child) => {
                (self.points[child].decision, self.points[child].last) = (Some(decision), None);
                child
            }
            None => {
                let depth = self.points[from.0].depth + 1;
                self.points.push(Node {
                    parent: from.0,
                    depth,
                    decision: Some(decision),
                    children: Vec::new(),
                    last: None,
                    name: None,
                });
                let child = self.points.len() - 1;
                self.points[from.0].children.push(child);
                child
            }
        };
        self.points[from.0].last = Some(child);
        Point(child)
    }

    /// Makes the way to a point the one by which the game went last.
    pub fn lead_to(&mut self, point: Point) {
        let mut at = point;
        while let Some(before) = self.before(at) {
            self.points[before.0].last = Some(at.0);
            at = before;
        }
    }

    /// The decision that led to a point; none at the start.
    pub fn decision(&self, point: Point) -> Option<&Decision> {
        self.points[point.0].decision.as_ref()
    }

    /// How many decisions lead to a point.
    pub fn depth(&self, point: Point) -> usize {
        self.points[point.0].depth
    }

    /// The point before the last decision; none at the start.
    pub fn before(&self, point: Point) -> Option<Point> {
        (point != Point::START).then(|| Point(self.points[point.0].parent))
    }

    /// The point to which the game went on last from here.
    pub fn after(&self, point: Point) -> Option<Point> {
        self.points[point.0].last.map(Point)
    }

    /// The point before the decision of a person that was made last on the way to a point, with all
    /// that bots decided behind it; none where there is none.
    pub fn step_back(&self, point: Point) -> Option<Point> {
        let mut at = point;
        while let Some(decision) = self.decision(at) {
            let before = self.before(at)?;
            if decision.is_a_persons() {
                return Some(before);
            }
            at = before;
        }
        None
    }

    /// The point to which the game went on last from here, as far as the next decision of a person;
    /// none where it has not gone on. It is the way back of [`step_back`](Self::step_back).
    pub fn step_on(&self, point: Point) -> Option<Point> {
        let is_bots = |next: &Point| self.decision(*next).is_some_and(|one| !one.is_a_persons());
        let on = |at: &Point| self.after(*at).filter(is_bots);
        std::iter::successors(Some(self.after(point)?), on).last()
    }

    /// The points to which the game went on from here, in the order in which it first did.
    pub fn ways_on(&self, point: Point) -> impl ExactSizeIterator<Item = Point> + '_ {
        self.points[point.0].children.iter().map(|&child| Point(child))
    }

    /// The points from the start to this one, the start left out.
    pub fn way_to(&self, point: Point) -> Vec<Point> {
        let before = |point: &Point| self.before(*point);
        let mut way: Vec<Point> = std::iter::successors(Some(point), before).collect();
        way.pop();
        way.reverse();
        way
    }

    /// The last point that lies on the way to both.
    pub fn common(&self, mut one: Point, mut other: Point) -> Point {
        while one != other {
            match self.depth(one) < self.depth(other) {
                true => other = Point(self.points[other.0].parent),
                false => one = Point(self.points[one.0].parent),
            }
        }
        one
    }

    /// The ends of all courses, in the order in which they were come to.
    pub fn ends(&self) -> impl Iterator<Item = Point> + '_ {
        let ends = self.points.iter().enumerate();
        ends.filter(|(_, node)| node.children.is_empty()).map(|(at, _)| Point(at))
    }

    /// The point at which a course leaves the others: behind the last fork on its way; the start
    /// where there is none.
    pub fn fork_of(&self, end: Point) -> Point {
        let mut at = end;
        while let Some(before) = self.before(at) {
            if self.points[before.0].children.len() > 1 {
                break;
            }
            at = before;
        }
        at
    }

    /// What somebody called a point.
    pub fn name(&self, point: Point) -> Option<&str> {
        self.points[point.0].name.as_deref()
    }

    /// What the last point of a way that has a name is called.
    pub fn name_on(&self, way: &[Point]) -> Option<&str> {
        way.iter().rev().find_map(|&point| self.name(point))
    }

    /// Calls a point something; nothing but spaces takes its name away.
    pub fn call(&mut self, point: Point, name: &str) {
        self.points[point.0].name = Some(name.trim().to_owned()).filter(|name| !name.is_empty());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(verb: &str) -> Decision {
        let action = Action::plain(verb);
        let (phase, done) = ("movement".to_owned(), "".into());
        let (by, hidden) = (By::Person, false);
        Decision { side: 0, action, by, done, turn: 1, phase, hidden, events: 1 }
    }

    #[test]
    fn deciding_otherwise_begins_a_branch_and_the_same_again_does_not() {
        let mut course = Course::default();
        let one = course.decide(Point::START, decision("one"));
        let two = course.decide(one, decision("two"));
        let other = course.decide(one, decision("other"));
        assert_eq!(course.decide(one, decision("two")), two);
        assert_eq!(course.ends().collect::<Vec<_>>(), [two, other]);
        assert_eq!(course.common(two, other), one);
        assert_eq!(course.common(two, one), one);
        assert_eq!(course.after(one), Some(two), "the way that was gone last");
        assert_eq!(course.way_to(other), [one, other]);
        assert_eq!((course.fork_of(other), course.fork_of(one)), (other, Point::START));
        assert_eq!(course.before(Point::START), None);
    }

    #[test]
    fn whoever_decides_anew_or_goes_to_another_course_goes_on_there() {
        let by_bot = |verb: &str| Decision { by: By::Bot, ..decision(verb) };
        let mut course = Course::default();
        let one = course.decide(Point::START, decision("one"));
        let end = course.decide(one, by_bot("two"));
        let other = course.decide(Point::START, decision("other"));
        assert_eq!([course.step_back(end), course.step_back(one)], [Some(Point::START); 2]);
        assert_eq!(course.step_on(Point::START), Some(other));
        course.lead_to(end);
        assert_eq!(course.step_on(Point::START), Some(end), "with what the bot decided");
        // The same by somebody else: it has not gone on from there, and is nobody's step.
        assert_eq!(course.decide(Point::START, by_bot("one")), one);
        assert_eq!((course.step_back(end), course.step_on(Point::START)), (None, Some(one)));
        assert_eq!(course.step_on(one), None);
    }

    #[test]
    fn a_name_of_spaces_is_none() {
        let mut course = Course::default();
        course.call(Point::START, " By the river ");
        assert_eq!(course.name(Point::START), Some("By the river"));
        course.call(Point::START, "  ");
        assert_eq!(course.name(Point::START), None);
    }
}
