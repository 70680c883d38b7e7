//! Steps from hex to hex, joined into paths.

use std::collections::{BTreeMap, BTreeSet};

use salient_hex::grid::Hex;

/// Joins steps, each between two hexes with the first of them first, into as few paths as run from
/// fork to fork or from end to end; rings begin at their first hex.
pub fn of(mut steps: BTreeSet<(Hex, Hex)>) -> Vec<Vec<Hex>> {
    let mut around: BTreeMap<Hex, BTreeSet<Hex>> = BTreeMap::new();
    for &(a, b) in &steps {
        around.entry(a).or_default().insert(b);
        around.entry(b).or_default().insert(a);
    }
    let runs_through = |hex: Hex| around.get(&hex).is_some_and(|others| others.len() == 2);
    let mut take = |a: Hex, b: Hex| steps.remove(&(a.min(b), a.max(b)));
    let mut paths = Vec::new();
    let mut walk = |start: Hex| {
        for &first in around.get(&start).into_iter().flatten() {
            if !take(start, first) {
                continue;
            }
            let mut path = vec![start, first];
            let mut here = first;
            while runs_through(here) && here != start {
                let next = around.get(&here).into_iter().flatten().find(|next| take(here, **next));
                let Some(&next) = next else { break };
                path.push(next);
                here = next;
            }
            paths.push(path);
        }
    };
    around.keys().filter(|hex| !runs_through(**hex)).for_each(|hex| walk(*hex));
    // What is left are rings.
    around.keys().for_each(|hex| walk(*hex));
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(steps: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let steps = steps.iter().map(|(a, b)| (Hex(*a), Hex(*b))).collect();
        of(steps).into_iter().map(|path| path.into_iter().map(|hex| hex.0).collect()).collect()
    }

    #[test]
    fn paths_run_from_fork_to_fork() {
        assert_eq!(paths(&[(1, 2), (2, 3), (3, 4)]), [vec![1, 2, 3, 4]]);
        assert_eq!(paths(&[(1, 3), (2, 3), (3, 4)]), [vec![1, 3], vec![2, 3], vec![3, 4]]);
        assert_eq!(paths(&[(1, 2), (2, 3), (1, 3)]), [vec![1, 2, 3, 1]]);
        assert!(paths(&[]).is_empty());
    }
}
