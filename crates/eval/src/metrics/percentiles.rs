//! Percentiles: the median, the 95th, and the maximum.

use serde::{Deserialize, Serialize};

/// The median, the 95th percentile and the greatest of some values (nearest rank).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Percentiles {
    /// Half of the values are at most this.
    pub median: f64,
    /// 95 % of the values are at most this.
    pub p95: f64,
    /// The greatest.
    pub max: f64,
}

impl Percentiles {
    /// `None` if there are no values.
    #[must_use]
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut all: Vec<f64> = values.into_iter().collect();
        all.sort_by(f64::total_cmp);
        let at = |percent: usize| {
            let rank = (all.len() * percent).div_ceil(100).max(1);
            all.get(rank - 1).copied()
        };
        Some(Self {
            median: at(50)?,
            p95: at(95)?,
            max: at(100)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Percentiles;

    #[test]
    fn percentiles_match_hand_computed_values() {
        let check = |values: &[f64], expect: Option<[f64; 3]>| {
            let got = Percentiles::of(values.iter().copied());
            assert_eq!(got.map(|s| [s.median, s.p95, s.max]), expect, "{values:?}");
        };
        check(&[], None);
        check(&[7.0], Some([7.0; 3]));
        check(&[3.0, 1.0], Some([1.0, 3.0, 3.0]));
        check(&[3.0, 1.0, 2.0], Some([2.0, 3.0, 3.0]));
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        check(&hundred, Some([50.0, 95.0, 100.0]));
    }
}
