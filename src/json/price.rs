//! What the parts of a document cost: fields and blocks, judged by a part of them where they are large.

use super::conform::conform;
use super::layout::Layouter;
use super::print::{self, Block, Body};
use super::sample::{Light, Spread, scaled, wide};
use crate::{ColumnType, Header, Result, Value};

/// The price of what can't be written.
pub(super) const IMPOSSIBLE: u64 = u64::MAX / 2;

/// What the `at=` of a block costs, beside the place.
const AT: u64 = 3;

/// Leaves of a field that are all looked at to find its price.
pub(super) const FIELD: usize = 1_500;
/// Rows of a block that are looked at at least.
const FEWEST: usize = 8;

impl Layouter<'_> {
    /// What a field costs, without its name.
    pub(super) fn price_field(&self, ty: &ColumnType, value: &Value<'_>) -> u64 {
        match Light::of(value, FIELD, *ty == ColumnType::Auto) {
            Some(light) => light.scaled(self.price_line(ty, &light.value)),
            None => self.price_line(ty, value),
        }
    }

    fn price_line(&self, ty: &ColumnType, value: &Value<'_>) -> u64 {
        let written = self.planner.begin(&Header::record()).and_then(|(mut encoder, _)| {
            match ty {
                ColumnType::Auto => encoder.field(Some("a"), ty, value)?,
                ty => encoder.field(Some("a"), ty, &conform(ty, value)?)?,
            }
            Ok(self.planner.tokens(&encoder))
        });
        written.unwrap_or(IMPOSSIBLE)
    }

    pub(super) fn price_blocks(&self, blocks: &[Block<'_>]) -> u64 {
        blocks.iter().map(|block| self.price_block(block)).fold(0, u64::saturating_add)
    }

    /// What a block costs. Its place in a document is not looked at.
    pub(super) fn price_block(&self, block: &Block<'_>) -> u64 {
        let at = block.header.at().map_or(0, |at| self.planner.cost.tokens(at).saturating_add(AT));
        self.price_sampled(block, wide(block.body.rows())).unwrap_or(IMPOSSIBLE).saturating_add(at)
    }

    /// What a block of `count` rows costs, judged by some of them.
    pub(super) fn price_sampled(&self, block: &Block<'_>, count: u64) -> Result<u64> {
        let (mut encoder, head) = self.planner.begin(&block.header.clone().without("at"))?;
        if let Body::Text(text) = &block.body {
            encoder.text(text)?;
        }
        let Body::Fields(lines) = &block.body else {
            let (mut rows, mut leaves) = (0usize, 0usize);
            let spread = Spread::of(0..block.body.rows());
            // Half of them from the start on, then the other half, until there are enough leaves.
            let halves = [0usize, 1].map(|from| spread.kept().iter().skip(from).step_by(2));
            for index in halves.into_iter().flatten() {
                if leaves >= FIELD && rows >= FEWEST {
                    break;
                }
                print::row(&mut encoder, block, *index)?;
                leaves = leaves.saturating_add(block.body.leaves(*index));
                rows = rows.saturating_add(1);
            }
            let body = self.planner.tokens(&encoder);
            // One row may hold as much as all others: what was not looked at counts by its leaves.
            let all = (0..block.body.rows()).map(|index| block.body.leaves(index)).fold(0, usize::saturating_add);
            return Ok(head.saturating_add(scaled(body, leaves, scaled(wide(all), block.body.rows(), count))));
        };
        let mut price = head;
        for line in lines {
            match Light::of(line.value.value(), FIELD, line.ty == ColumnType::Auto) {
                Some(light) => price = price.saturating_add(light.scaled(self.price_line(&line.ty, &light.value))),
                None => line.encode(&mut encoder)?,
            }
        }
        Ok(price.saturating_add(self.planner.tokens(&encoder)))
    }
}
