//! KB 9.7 Observation.
