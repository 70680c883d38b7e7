//! What is wrong with the document as it stands.

use salient_schema::project::ProjectPaths;
use salient_schema::{Bundle, Diagnostic};

/// Faults of each part, references that lead nowhere and set-ups against the rules, each with
/// its file, sorted.
pub(crate) fn find(bundle: &Bundle, paths: &ProjectPaths) -> Vec<Diagnostic> {
    let mut problems = salient_schema::check::check_parts(bundle);
    problems.extend(salient_schema::check_references(bundle));
    problems.extend(salient_engine::check(bundle));
    for problem in &mut problems {
        paths.localise(problem);
    }
    problems.sort_unstable();
    problems.dedup();
    problems
}
