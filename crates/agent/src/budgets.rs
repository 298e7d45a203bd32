//! The limits of a run: those that somebody states, and the resolved ones.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Declares the limits of a run, each with its default: resolved, and as somebody states them.
macro_rules! limits {
    ($($(#[$about:meta])* $name:ident: $number:ty = $default:literal,)+) => {
        /// The limits of one exploration. A run that has used one up ends with its best report so far.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Budgets {
            $($(#[$about])* pub $name: $number,)+
        }

        impl Default for Budgets {
            fn default() -> Self {
                Self { $($name: $default,)+ }
            }
        }

        impl Budgets {
            /// The smaller value of each limit: a repository's own settings may only narrow.
            #[must_use]
            pub fn narrowed(self, by: &BudgetLimits) -> Self {
                let stated = by.resolve(self);
                Self { $($name: self.$name.min(stated.$name),)+ }
            }
        }

        /// Limits as somebody states them: `None` where nothing is stated.
        /// [`ModelTraits::budgets`](crate::ModelTraits::budgets) resolves them, since the defaults depend on the model; a
        /// stated limit holds for every model, also if it equals a default.
        #[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields, expecting = "a table of limits")]
        pub struct BudgetLimits {
            $(
                #[doc = concat!("See [`Budgets::", stringify!($name), "`].")]
                pub $name: Option<$number>,
            )+
        }

        impl BudgetLimits {
            /// The stated limits, and the default for each other one.
            #[must_use]
            pub fn resolve(&self, default: Budgets) -> Budgets {
                Budgets { $($name: self.$name.unwrap_or(default.$name),)+ }
            }
        }
    };
}

limits! {
    /// Model turns. The last one must call `submit_report`; where it brings no
    /// valid report, one more such turn beyond this number follows.
    steps: u32 = 12,
    /// Tool calls, all turns together.
    tool_calls: u32 = 50,
    /// Calls that run in parallel.
    parallel: u32 = 8,
    /// Characters of one tool result.
    result_chars: usize = 12_000,
    /// Characters of one file, all results together.
    file_chars: usize = 40_000,
    /// Characters of observations, all results together.
    observation_chars: usize = 60_000,
    /// Milliseconds of wall time.
    wall_ms: u64 = 90_000,
    /// Reminders to a model that stops without submitting. The second request of a required report
    /// does not count as one: some servers ignore the required tool.
    nudges: u32 = 1,
    /// The most requests for a better report, after one with a critical gap. With 0 the model is not asked either what to
    /// leave out of a report that is too long to print, which is no such request.
    continuations: u32 = 2,
}

impl Budgets {
    /// The wall time.
    #[must_use]
    pub fn wall(self) -> Duration {
        Duration::from_millis(self.wall_ms)
    }
}
