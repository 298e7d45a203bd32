//! Confidence intervals of means: bootstrap over tasks, and over the repetitions of each.

use serde::Serialize;

use super::mean;

/// The number of resamples; more change only the third decimal.
const RESAMPLES: usize = 2000;
/// A fixed seed: the same figures always give the same interval.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;
/// What the `SplitMix64` generator adds to its state for each number; given by the algorithm.
const SPLITMIX_INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    /// The mean over tasks, each the mean of its repetitions.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The difference of two arms on the same tasks.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Paired {
    /// The number of tasks that both answered.
    pub tasks: usize,
    /// The first arm's mean on them.
    pub first: f64,
    /// The second arm's mean on them.
    pub second: f64,
    /// Second minus first, with its interval: if that contains 0, the difference may be chance.
    pub difference: Interval,
    /// The number of tasks on which the second is greater.
    pub greater: usize,
    /// The number of tasks on which the second is less.
    pub less: usize,
}

/// The mean and its interval over tasks, each with the values of its repetitions. Tasks are resampled, and repetitions
/// within each. `None` without a value.
#[must_use]
pub fn interval(tasks: &[Vec<f64>]) -> Option<Interval> {
    let tasks: Vec<&Vec<f64>> = tasks.iter().filter(|task| !task.is_empty()).collect();
    let center = mean(tasks.iter().filter_map(|task| mean(task.iter().copied())))?;
    let mut random = Random(SEED);
    let (low, high) = percentile_bounds(|| {
        let drawn = (0..tasks.len()).map(|_| {
            let task = tasks[random.below(tasks.len())];
            let sum: f64 = (0..task.len())
                .map(|_| task[random.below(task.len())])
                .sum();
            sum / task.len() as f64
        });
        mean(drawn).unwrap_or(center)
    });
    Some(Interval {
        mean: center,
        low,
        high,
    })
}

/// The paired difference over tasks, each with the means of its repetitions for both arms. `None` without a pair.
#[must_use]
pub fn paired(pairs: &[(f64, f64)]) -> Option<Paired> {
    let differences: Vec<Vec<f64>> = pairs.iter().map(|(a, b)| vec![b - a]).collect();
    let count = |wanted: fn(&(f64, f64)) -> bool| pairs.iter().filter(|pair| wanted(pair)).count();
    Some(Paired {
        tasks: pairs.len(),
        first: mean(pairs.iter().map(|pair| pair.0))?,
        second: mean(pairs.iter().map(|pair| pair.1))?,
        difference: interval(&differences)?,
        greater: count(|(a, b)| b > a),
        less: count(|(a, b)| b < a),
    })
}

/// The 2.5th and 97.5th percentile of resampled means.
fn percentile_bounds(mut resample: impl FnMut() -> f64) -> (f64, f64) {
    let mut means: Vec<f64> = (0..RESAMPLES).map(|_| resample()).collect();
    means.sort_by(f64::total_cmp);
    let percentile = |share: f64| means[((RESAMPLES - 1) as f64 * share).round() as usize];
    (percentile(0.025), percentile(0.975))
}

/// The `SplitMix64` generator: small, and platform-independent.
struct Random(u64);

impl Random {
    /// The next number from 0 to `n`, exclusive.
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(SPLITMIX_INCREMENT);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let z = z ^ (z >> 31);
        // The high half of the product: uniform up to the bias of 64 bits.
        ((u128::from(z) * n as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_match_hand_computed_values() {
        assert_eq!(interval(&[]), None);
        assert_eq!(interval(&[vec![]]), None);
        let same = interval(&[vec![2.0], vec![2.0, 2.0]]).unwrap();
        assert_eq!((same.mean, same.low, same.high), (2.0, 2.0, 2.0));
        // 100 throws of a fair coin: the mean .5, the interval about .5 ± 1.96 · .05.
        let coins: Vec<Vec<f64>> = (0..100).map(|at| vec![f64::from(at % 2)]).collect();
        let coins = interval(&coins).unwrap();
        assert!((coins.mean - 0.5).abs() < 1e-9);
        assert!(
            (coins.low - 0.402).abs() < 0.02 && (coins.high - 0.598).abs() < 0.02,
            "{coins:?}"
        );
        // Repetitions of one task do not narrow the interval over tasks.
        let repeated = interval(&[vec![0.0, 1.0, 0.0, 1.0]]).unwrap();
        assert!(repeated.low < 0.3 && repeated.high > 0.7, "{repeated:?}");
    }

    #[test]
    fn each_pair_counts_as_one_task() {
        assert_eq!(paired(&[]), None);
        let both = paired(&[(0.0, 1.0), (0.5, 0.5), (1.0, 0.5), (0.0, 1.0)]).unwrap();
        assert_eq!((both.tasks, both.greater, both.less), (4, 2, 1));
        assert!((both.first - 0.375).abs() < 1e-9 && (both.difference.mean - 0.375).abs() < 1e-9);
        assert!(both.difference.low <= 0.0 && both.difference.high >= 0.5);
    }

    proptest::proptest! {
        #[test]
        fn the_mean_is_within_its_interval(tasks in proptest::collection::vec(proptest::collection::vec(0.0..1.0_f64, 1..4), 1..12)) {
            let bounds = interval(&tasks).unwrap();
            assert!(bounds.low <= bounds.mean + 1e-9 && bounds.mean <= bounds.high + 1e-9, "{bounds:?}");
        }
    }
}
