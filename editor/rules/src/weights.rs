//! The numbers that a bot weighs by, so that they can be tried, tuned and told.
//!
//! A system's planner weighs by named whole numbers with bounds: [`weights!`](crate::weights!)
//! writes the type. They are data to whoever tunes them, and plain fields to the bot.

use std::borrow::Cow;

/// One number that a bot weighs by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeightDef {
    /// Its name in the code and in files: `own_step`.
    pub id: &'static str,
    /// What it is the worth of.
    pub about: &'static str,
    /// What it is where nobody says otherwise.
    pub usual: i32,
    /// The least that makes sense.
    pub least: i32,
    /// The most that makes sense.
    pub most: i32,
}

/// All numbers that a bot of some system weighs by.
pub trait Weighing: Clone + Send + Sync + 'static {
    /// Those of a side that nobody tells otherwise.
    fn usual(side: usize) -> Self;

    /// What there is to weigh by, in the order of [`Weighing::values`].
    fn defs(side: usize) -> Vec<WeightDef>;

    /// The numbers.
    fn values(&self) -> Vec<i32>;

    /// Takes numbers in the order of [`Weighing::values`], each within its bounds. What is too
    /// few is left as it is, what is too many left out.
    fn take(&mut self, values: &[i32]);
}

/// A way in which the planner can play a side.
#[derive(Clone, Debug)]
pub struct Plan<W> {
    /// What a person reads: `hold the line at any cost`.
    pub name: Cow<'static, str>,
    /// What it weighs by.
    pub weights: W,
}

/// A bot that weighs nothing.
impl Weighing for () {
    fn usual(_side: usize) -> Self {}

    fn defs(_side: usize) -> Vec<WeightDef> {
        Vec::new()
    }

    fn values(&self) -> Vec<i32> {
        Vec::new()
    }

    fn take(&mut self, _values: &[i32]) {}
}

/// A type of named weights: its fields, and `DEFS` that tells of each.
///
/// ```
/// salient_rules::weights! {
///     /// What things are worth.
///     pub struct Worths {
///         /// A town.
///         town: 100 in 0..=300,
///         /// A step lost.
///         step: 30 in 0..=90,
///     }
/// }
/// assert_eq!(Worths::USUAL.town, 100);
/// assert_eq!(Worths::DEFS[1].about, " A step lost.");
/// let mut worths = Worths::USUAL;
/// worths.set(1, 1000);
/// assert_eq!(worths.values(), [100, 90]);
/// ```
#[macro_export]
macro_rules! weights {
    (
        $(#[doc = $what:literal])*
        $see:vis struct $name:ident {
            $( $(#[doc = $about:literal])+ $id:ident: $usual:literal in $least:literal..=$most:literal, )+
        }
    ) => {
        $(#[doc = $what])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $see struct $name {
            $( $(#[doc = $about])+ pub $id: i32, )+
        }

        impl $name {
            /// Those that count where nobody says otherwise.
            pub const USUAL: Self = Self { $($id: $usual,)+ };
            /// What each is, in the order of the fields.
            pub const DEFS: &'static [$crate::weights::WeightDef] = &[
                $($crate::weights::WeightDef {
                    id: stringify!($id),
                    about: concat!($($about),+),
                    usual: $usual,
                    least: $least,
                    most: $most,
                },)+
            ];

            /// The numbers, in the order of the fields.
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$id,)+]
            }

            /// Sets one by its place, within its bounds; of a place that is not there, nothing.
            pub fn set(&mut self, place: usize, value: i32) {
                let mut at = 0;
                $(
                    if place == at {
                        self.$id = value.clamp($least, $most);
                    }
                    at += 1;
                )+
                let _ = at;
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::USUAL
            }
        }
    };
}
