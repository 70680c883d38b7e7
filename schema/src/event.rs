//! The game log: one event a line.
