//! Whoever does the work of stages for runs of other processes.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures::StreamExt as _;
use futures::future::join_all;
use tokio::time::{interval, sleep};

use super::{NatsBus, Task, store};
use crate::bus::{BusError, Key, StageBus as _, StageResult};
use crate::stage_io::{StageError, Stages};
use crate::{Cancel, Stage, StageInput};

/// Pieces of work of one stage that are done side by side.
const AT_ONCE: usize = 2;
/// How long the server is asked for work at a time.
const ASKING: Duration = Duration::from_secs(10);
/// How often the server hears that a stage is being worked on.
const SIGN_OF_LIFE: Duration = Duration::from_secs(2);
/// How long a worker stands back after work that is not for it, so that others get it.
const STANDS_BACK: Duration = Duration::from_secs(1);

/// What became of a piece of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// It was done, and its output is written.
    Done,
    /// Somebody else had written its output.
    Superseded,
    /// It is of another tree, and was left to others.
    OtherTree,
    /// It was given back: the worker was told to stop, or could not write its output.
    GivenBack,
}

/// Is told what becomes of each piece of work.
type WorkObserver = Arc<dyn Fn(&Key, Seen) + Send + Sync>;

/// Does the work of stages that comes over a bus. Its tree is the bus's.
#[derive(Clone)]
pub struct Worker {
    bus: NatsBus,
    stages: Arc<dyn Stages>,
    serves: Vec<Stage>,
    model: String,
    told: WorkObserver,
}

impl Worker {
    /// Does the work of these stages.
    #[must_use]
    pub fn new(bus: NatsBus, stages: Arc<dyn Stages>, serves: Vec<Stage>) -> Self {
        Self {
            bus,
            stages,
            serves,
            model: String::new(),
            told: Arc::new(|_, _| {}),
        }
    }

    /// With the name of the model that decides in its stages, for those who ask.
    #[must_use]
    pub fn with_model(mut self, model: impl Into<String>) -> Self {
        self.model = model.into();
        self
    }

    /// Tells what becomes of each piece of work.
    #[must_use]
    pub fn telling(mut self, told: impl Fn(&Key, Seen) + Send + Sync + 'static) -> Self {
        self.told = Arc::new(told);
        self
    }

    /// Works until `cancel` is raised; what is being worked on then is given back.
    ///
    /// # Errors
    /// A server that cannot be reached any more.
    pub async fn serve(&self, cancel: &Cancel) -> Result<(), BusError> {
        // It takes a while the first time, and who asks for workers does not wait for long.
        self.bus.tree().await?;
        let mut serving = Vec::new();
        for stage in &self.serves {
            let consumer = store::consumer(&self.bus.jetstream, *stage).await?;
            for _ in 0..AT_ONCE {
                serving.push(Box::pin(self.serve_one(consumer.clone(), cancel)));
            }
        }
        tokio::select! {
            _ = join_all(serving) => Ok(()),
            ended = self.bus.answer_for(&self.serves, &self.model) => ended,
        }
    }

    /// Does one piece of work after the other.
    async fn serve_one(&self, consumer: PullConsumer, cancel: &Cancel) {
        while !cancel.is_cancelled() {
            let asking = consumer.batch().max_messages(1).expires(ASKING).messages();
            let message = async { asking.await.ok()?.next().await?.ok() };
            let message = tokio::select! {
                () = cancel.cancelled() => return,
                message = message => message,
            };
            match message {
                Some(message) => self.take(&message, cancel).await,
                // There was none, or the server is away: the client connects again by itself.
                None => sleep(Duration::from_millis(100)).await,
            }
        }
    }

    /// Does a piece of work, and says so to the server once its output is written.
    async fn take(&self, message: &Message, cancel: &Cancel) {
        let task = self.bus.unpacked::<Task>(&message.payload, "work").await;
        let Ok(Task { tree, work }) = task else {
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let key = Key::of(&work);
        let seen = match self.bus.tree().await {
            Ok(own) if own == tree => self.work(work, message, cancel).await,
            _ => Ok(Seen::OtherTree),
        };
        let seen = seen.unwrap_or(Seen::GivenBack);
        (self.told)(&key, seen);
        // Where this does not reach the server, the work is delivered again, and found to be done.
        let _ = match seen {
            Seen::Done | Seen::Superseded => message.double_ack().await,
            Seen::OtherTree | Seen::GivenBack => message.ack_with(AckKind::Nak(None)).await,
        };
        if seen == Seen::OtherTree {
            sleep(STANDS_BACK).await;
        }
    }

    async fn work(
        &self,
        work: StageInput,
        message: &Message,
        cancel: &Cancel,
    ) -> Result<Seen, BusError> {
        let key = Key::of(&work);
        if self.bus.is_complete(&key).await? {
            return Ok(Seen::Superseded);
        }
        let output = tokio::select! {
            () = cancel.cancelled() => return Ok(Seen::GivenBack),
            output = self.done(work, cancel) => output,
            never = signs_of_life(message) => never,
        };
        match self.bus.publish(key, output).await {
            Ok(()) => Ok(Seen::Done),
            Err(BusError::Published(_)) => Ok(Seen::Superseded),
            Err(error) => Err(error),
        }
    }

    /// What the stage gives; that it broke off is an answer, too.
    async fn done(&self, work: StageInput, cancel: &Cancel) -> StageResult {
        let stop = cancel.child();
        let _stop = stop.on_drop();
        let (stages, stop) = (Arc::clone(&self.stages), stop.clone());
        let done = tokio::spawn(async move { stages.run(&work, &stop).await });
        done.await
            .unwrap_or_else(|_| Err(StageError("the stage broke off".to_owned())))
    }
}

/// Tells the server every now and then that the work goes on.
async fn signs_of_life(message: &Message) -> StageResult {
    let mut ticks = interval(SIGN_OF_LIFE);
    loop {
        ticks.tick().await;
        let _ = message.ack_with(AckKind::Progress).await;
    }
}
