//! What the kernel plays, and what the procedures work in.

use crate::rules::Rules;

/// What a change of the position needs besides.
pub(crate) type Context<'a> = salient_rules::base::Context<'a, Rules>;

/// What the kernel plays.
#[derive(Debug)]
pub struct KaisersBattle;
