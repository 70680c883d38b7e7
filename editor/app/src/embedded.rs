//! A project with nothing in it.

use salient_schema::{Bundle, Project, ProjectPaths};

/// A project with nothing in it: what is open while nothing else can be.
pub fn empty_project() -> Project {
    Project {
        bundle: Bundle::empty(),
        paths: ProjectPaths::default(),
        texts: Default::default(),
    }
}
