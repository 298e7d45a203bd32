//! The threads that a search runs on.

/// The threads of a graph: its own, or the process's.
#[derive(Debug)]
pub(crate) struct Pool(Option<rayon::ThreadPool>);

impl Pool {
    pub(crate) fn new(own: Option<rayon::ThreadPool>) -> Pool {
        Pool(own)
    }

    pub(crate) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }
}
