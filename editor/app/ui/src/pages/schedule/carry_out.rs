//! Carrying out changes of the schedule.

use salient_document::Document;
use salient_document::schedule::{ItemOf, Op};

use super::{SchedulePage, Selected};
use crate::look::notices::Notices;
use crate::look::sentence;
use crate::pages::one_step;

impl SchedulePage {
    /// Makes a change of the schedule one step of undo; what it was about stays selected.
    pub(crate) fn carry_out(&mut self, op: &Op, document: &mut Document, news: &mut Notices) {
        let plan = match op.plan(document.scenario()) {
            Ok(plan) => plan,
            Err(refusal) => {
                news.bad(sentence(&refusal.to_string()));
                return;
            }
        };
        if !one_step(document, plan.name, plan.edits, news) {
            return;
        }
        let page = self;
        page.refresh(document);
        page.draft = None;
        let by_hand = std::mem::take(&mut page.by_hand);
        let selected = match op {
            Op::MoveGroup { .. }
            | Op::MoveUnits { .. }
            | Op::Split { .. }
            | Op::Join { .. }
            | Op::SetGroup { .. }
            | Op::AddGroup(_)
            | Op::AddUnits { .. }
            | Op::RemoveUnits { .. }
            | Op::RemoveGroup { .. } => plan.at.map(ItemOf::Group),
            Op::SetWithdrawal { .. } | Op::AddWithdrawal(_) | Op::RemoveWithdrawal { .. } => {
                plan.at.map(ItemOf::Withdrawal)
            }
            Op::SetReplacement { .. } | Op::AddReplacement(_) | Op::RemoveReplacement { .. } => {
                plan.at.map(ItemOf::Replacement)
            }
            Op::AddTurn { .. } => {
                page.selected = plan.at.map(Selected::Turn);
                return;
            }
            Op::RemoveTurn { .. } | Op::RemoveTrack { .. } => {
                page.selected = None;
                return;
            }
            Op::AddTrack { .. } => {
                let last = document.scenario().tracks.len().checked_sub(1);
                page.selected = last.map(Selected::Track);
                return;
            }
            Op::SetTurn { .. } | Op::SetTrackValue { .. } | Op::SetTrack { .. } => return,
        };
        page.picked.clear();
        page.selected = selected.and_then(|of| {
            let lane = match &page.selected {
                Some(Selected::Item(_, lane))
                    if page
                        .board
                        .lanes
                        .iter()
                        .any(|one| one.kind == *lane && super::has(one, of)) =>
                {
                    Some(lane.clone())
                }
                _ => page.lane_of(of),
            };
            lane.map(|lane| Selected::Item(of, lane))
        });
        page.wants_focus = by_hand;
    }
}
