//! Making many set-ups, on all cores.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use rayon::prelude::*;
use salient_rules::generator::{Generated, Generator, Request};
use salient_schema::{Bundle, Code, Diagnostic};

use super::heat::{Heat, Sums};
use super::spread::{CountSpread, Refused, Spread};
use crate::run::Progress;

/// How many set-ups a run has at the most.
pub const MOST_SET_UPS: u32 = 100_000;

/// Makes set-ups with the seeds from that of the request on, and tells how they spread. `progress`
/// is called from several threads; once `stop` is raised no set-up is begun, and what was made is
/// told.
///
/// # Errors
/// What is wrong with the request, as the generator says it of the first seed, where no set-up could
/// be made; nothing to make, or too many.
pub fn run(
    generator: &dyn Generator,
    base: Option<&Bundle>,
    request: &Request,
    times: u32,
    progress: &(dyn Fn(Progress) + Sync),
    stop: &AtomicBool,
) -> Result<Spread, Vec<Diagnostic>> {
    if !(1..=MOST_SET_UPS).contains(&times) {
        let text = format!("{times} set-ups cannot be made");
        let help = format!("take 1 to {MOST_SET_UPS}");
        return Err(vec![Diagnostic::error(Code::Rule, text).help(help)]);
    }
    let done = AtomicU32::new(0);
    let made = (0..times)
        .into_par_iter()
        .fold(Made::default, |mut made, number| {
            if stop.load(Ordering::Relaxed) {
                return made;
            }
            let seed = request.seed.wrapping_add(u64::from(number));
            let request = Request { seed, ..request.clone() };
            match generator.generate(base, &request) {
                Ok(set_up) => made.add(number, &set_up),
                Err(found) => made.refused.push((number, found)),
            }
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            progress(Progress { done, games: times, precision: None });
            made
        })
        .reduce(Made::default, Made::join);
    made.into_spread(request, times)
}

/// Set-ups that some thread made. Joined in whatever order they give the same in the end.
#[derive(Default)]
struct Made {
    /// The numbers of each set-up with its place in the run.
    counts: Vec<(u32, Vec<i64>)>,
    names: Vec<String>,
    sums: Sums,
    refused: Vec<(u32, Vec<Diagnostic>)>,
}

impl Made {
    fn add(&mut self, number: u32, set_up: &Generated) {
        if self.names.is_empty() {
            self.names = set_up.counts.iter().map(|(name, _)| name.clone()).collect();
        }
        // By name, so that a set-up which lacks a number does not shift the others.
        let known: BTreeMap<&str, i64> =
            set_up.counts.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let values = self.names.iter().map(|name| known.get(name.as_str()).copied().unwrap_or(0));
        self.counts.push((number, values.collect()));
        self.sums.add(set_up);
    }

    fn join(mut self, mut other: Self) -> Self {
        self.counts.append(&mut other.counts);
        self.refused.append(&mut other.refused);
        self.sums.merge(other.sums);
        if self.names.is_empty() {
            self.names = other.names;
        }
        self
    }

    fn into_spread(mut self, request: &Request, times: u32) -> Result<Spread, Vec<Diagnostic>> {
        self.counts.sort_unstable_by_key(|(number, _)| *number);
        self.refused.sort_unstable_by_key(|(number, _)| *number);
        if self.counts.is_empty() && !self.refused.is_empty() {
            return Err(self.refused.swap_remove(0).1);
        }
        let seed_of = |number: u32| request.seed.wrapping_add(u64::from(number));
        let seeds: Vec<u64> = self.counts.iter().map(|(number, _)| seed_of(*number)).collect();
        let counts = self.names.iter().enumerate().map(|(place, name)| {
            CountSpread::of(name, self.counts.iter().map(|(_, values)| values[place]).collect())
        });
        Ok(Spread {
            answers: request.answers.clone(),
            seed: request.seed,
            wanted: times,
            made: seeds.len() as u32,
            counts: counts.collect(),
            refused: Refused::sorted(
                self.refused.iter().map(|(number, found)| (seed_of(*number), found.as_slice())),
            ),
            heat: Heat::of(&self.sums),
            seeds,
        })
    }
}
