//! The published numbers. They come from the original and from nowhere else; what it does not say is not here.

/// Sizes of the original, as far as it gives them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Published {
    pub(super) json_bytes: Option<u32>,
    pub(super) qrp1_bytes: Option<u32>,
    pub(super) json_tokens: Option<u32>,
    pub(super) qrp1_tokens: Option<u32>,
}

const fn sizes(json_bytes: u32, qrp1_bytes: u32, json_tokens: u32, qrp1_tokens: u32) -> Published {
    Published {
        json_bytes: Some(json_bytes),
        qrp1_bytes: Some(qrp1_bytes),
        json_tokens: Some(json_tokens),
        qrp1_tokens: Some(qrp1_tokens),
    }
}

/// Candles, by their number.
pub(super) const CANDLES: [(u32, Published); 4] = [
    (1, sizes(649, 589, 253, 258)),
    (500, sizes(61_200, 23_910, 26_163, 13_416)),
    (5_000, sizes(617_470, 249_591, 265_311, 140_360)),
    (10_000, sizes(1_235_675, 503_006, 531_332, 281_709)),
];

/// 500 products in the generic form.
pub(super) const PRODUCTS: Published = sizes(34_968, 82_029, 11_405, 38_357);

/// Arguments that say where the input lies; the original gives their tokens alone.
pub(super) const LOCATION: Published =
    Published { json_bytes: None, qrp1_bytes: None, json_tokens: None, qrp1_tokens: Some(64) };
