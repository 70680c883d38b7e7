//! Aircraft, and the breakdown of divisions.
