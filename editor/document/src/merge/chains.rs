//! Roads, railways and borders: hexes or hexsides one after the other.

use serde_json::Value;

/// Puts two changes of a chain together; `None` if they touch each other.
pub fn merge(base: &[Value], ours: &[Value], theirs: &[Value]) -> Option<Value> {
    let (mine, others) = (Change::of(base, ours), Change::of(base, theirs));
    let (first, second) = if mine.from <= others.from { (mine, others) } else { (others, mine) };
    if second.from <= first.to {
        return None;
    }
    let mut merged = base.get(..first.from)?.to_vec();
    merged.extend_from_slice(first.by);
    merged.extend_from_slice(base.get(first.to..second.from)?);
    merged.extend_from_slice(second.by);
    merged.extend_from_slice(base.get(second.to..)?);
    Some(Value::Array(merged))
}

/// The links from one to another that were replaced by others.
struct Change<'v> {
    from: usize,
    to: usize,
    by: &'v [Value],
}

impl<'v> Change<'v> {
    fn of(base: &[Value], other: &'v [Value]) -> Self {
        let from = base.iter().zip(other).take_while(|(one, two)| one == two).count();
        let most = base.len().min(other.len()) - from;
        let same = base.iter().rev().zip(other.iter().rev());
        let behind = same.take(most).take_while(|(one, two)| one == two).count();
        let by = other.get(from..other.len() - behind).unwrap_or_default();
        Self { from, to: base.len() - behind, by }
    }
}
