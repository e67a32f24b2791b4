//! What was measured, beside what was published, and the arithmetic between both.

use qrp1::Cost;
use qrp1::tokens::Tokenizer;

use super::published::Published;
use crate::percent::Percent;

/// What texts take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) bytes: u32,
    pub(super) tokens: u32,
}

impl Size {
    /// The size of texts that are read one by one.
    pub(super) fn of(texts: &[String]) -> Self {
        let sizes = texts.iter().map(|text| Self {
            bytes: u32::try_from(text.len()).unwrap_or(u32::MAX),
            tokens: u32::try_from(Tokenizer::o200k().tokens(text)).unwrap_or(u32::MAX),
        });
        sizes.fold(Self::default(), Self::plus)
    }

    pub(super) const fn plus(self, other: Self) -> Self {
        Self { bytes: self.bytes.saturating_add(other.bytes), tokens: self.tokens.saturating_add(other.tokens) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Experiment {
    Candles,
    Products,
    Transfer,
}

impl Experiment {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Candles => "candles",
            Self::Products => "products",
            Self::Transfer => "transfer",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    Bytes,
    Tokens,
}

impl Unit {
    pub(super) const ALL: [Self; 2] = [Self::Bytes, Self::Tokens];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Bytes => "bytes",
            Self::Tokens => "tokens",
        }
    }
}

/// One form of a fixture against its JSON.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) experiment: Experiment,
    pub(super) rows: u32,
    pub(super) form: String,
    pub(super) json: Size,
    pub(super) qrp1: Size,
    pub(super) published: Option<Published>,
}

impl Line {
    pub(super) fn figure(&self, unit: Unit) -> Figure {
        let published = self.published.unwrap_or_default();
        match unit {
            Unit::Bytes => Figure {
                json: self.json.bytes,
                qrp1: self.qrp1.bytes,
                published_json: published.json_bytes,
                published_qrp1: published.qrp1_bytes,
            },
            Unit::Tokens => Figure {
                json: self.json.tokens,
                qrp1: self.qrp1.tokens,
                published_json: published.json_tokens,
                published_qrp1: published.qrp1_tokens,
            },
        }
    }
}

/// A line in one unit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Figure {
    pub(super) json: u32,
    pub(super) qrp1: u32,
    pub(super) published_json: Option<u32>,
    pub(super) published_qrp1: Option<u32>,
}

impl Figure {
    /// QRP1 in percent of JSON.
    pub(super) fn share(self) -> Percent {
        share(self.qrp1, self.json)
    }

    pub(super) fn published_share(self) -> Option<Percent> {
        Some(share(self.published_qrp1?, self.published_json?))
    }

    /// What QRP1 saves, in percent of JSON.
    pub(super) fn reduction(self) -> Percent {
        Percent::saved(self.json.into(), self.qrp1.into())
    }

    pub(super) fn published_reduction(self) -> Option<Percent> {
        Some(Percent::saved(self.published_json?.into(), self.published_qrp1?.into()))
    }

    /// Of our JSON against the published, in percent.
    pub(super) fn json_deviation(self) -> Option<Percent> {
        self.published_json.map(|published| Percent::deviation(self.json.into(), published.into()))
    }

    /// Of our QRP1 against the published, in percent.
    pub(super) fn qrp1_deviation(self) -> Option<Percent> {
        self.published_qrp1.map(|published| Percent::deviation(self.qrp1.into(), published.into()))
    }

    /// Of our reduction against the published, in percentage points.
    pub(super) fn reduction_deviation(self) -> Option<Percent> {
        self.published_reduction().map(|published| self.reduction().points_above(published))
    }

    pub(super) const fn is_published(self) -> bool {
        self.published_json.is_some() || self.published_qrp1.is_some()
    }
}

fn share(part: u32, whole: u32) -> Percent {
    Percent::share(part.into(), whole.into())
}
