//! A server of one test: every connection gets the next reply, byte for byte.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use firsthand_providers::{Pace, Wait};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};

/// What one connection gets. When all is sent the connection is closed, unless it stalls.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    parts: Vec<Vec<u8>>,
    stalls: bool,
}

impl Reply {
    /// A status, headers as `name: value` lines, and a body.
    pub(super) fn new(status: u16, headers: &[&str], body: &str) -> Self {
        let mut head = format!("HTTP/1.1 {status} Status\r\nconnection: close\r\n");
        for header in headers {
            let _ = write!(head, "{header}\r\n");
        }
        let parts = vec![format!("{head}\r\n").into_bytes(), body.as_bytes().to_vec()];
        Self {
            parts,
            stalls: false,
        }
    }

    /// Nothing: the connection is closed at once.
    pub(super) fn nothing() -> Self {
        Self {
            parts: Vec::new(),
            stalls: false,
        }
    }

    /// An error in JSON.
    pub(super) fn error(status: u16, headers: &[&str], message: &str) -> Self {
        let body = serde_json::json!({ "error": { "message": message } }).to_string();
        let mut all = vec!["content-type: application/json"];
        all.extend(headers);
        Self::new(status, &all, &body)
    }

    /// A whole answer.
    pub(super) fn whole(body: &Value) -> Self {
        Self::new(200, &["content-type: application/json"], &body.to_string())
    }

    /// A stream of events, as text.
    pub(super) fn stream(text: &str) -> Self {
        Self::new(
            200,
            &["content-type: text/event-stream; charset=utf-8"],
            text,
        )
    }

    /// A stream of these events.
    pub(super) fn events(events: &[Value]) -> Self {
        let text: String = events
            .iter()
            .map(|event| format!("data: {event}\n\n"))
            .collect();
        Self::stream(&text)
    }

    /// The same, and then silence over an open connection.
    pub(super) fn stalls(mut self) -> Self {
        self.stalls = true;
        self
    }

    /// The same, sent byte by byte.
    pub(super) fn in_bytes(mut self) -> Self {
        self.parts = self
            .parts
            .concat()
            .into_iter()
            .map(|byte| vec![byte])
            .collect();
        self
    }
}

struct Stalls(Semaphore);

impl Default for Stalls {
    fn default() -> Self {
        Self(Semaphore::new(0))
    }
}

/// What a server and a clock remember.
#[derive(Default)]
struct Memory {
    asked: Mutex<Vec<(String, Value)>>,
    waits: Mutex<Vec<Duration>>,
    /// One permit for each reply that stalls.
    silent: Stalls,
    /// The client has gone away from a stalled connection.
    left: Notify,
}

/// The server.
pub(super) struct Server {
    pub(super) base: String,
    memory: Arc<Memory>,
}

impl Server {
    /// Listens on this machine.
    pub(super) async fn start(replies: Vec<Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}/v1", listener.local_addr().unwrap());
        let memory = Arc::new(Memory::default());
        tokio::spawn(serve(listener, replies, Arc::clone(&memory)));
        Self { base, memory }
    }

    /// A clock that waits for nothing but this server's silence.
    pub(super) fn pace(&self) -> Arc<dyn Pace> {
        let (memory, start) = (Arc::clone(&self.memory), Instant::now());
        Arc::new(NoTime { memory, start })
    }

    /// The heads, in lower case, and the bodies of the requests so far.
    pub(super) fn asked(&self) -> (Vec<String>, Vec<Value>) {
        self.memory.asked.lock().unwrap().iter().cloned().unzip()
    }

    /// The waits before further tries, in milliseconds.
    pub(super) fn waits(&self) -> Vec<u64> {
        let waits = self.memory.waits.lock().unwrap();
        waits
            .iter()
            .map(|wait| u64::try_from(wait.as_millis()).unwrap())
            .collect()
    }

    /// Waits until a reply has stalled.
    pub(super) async fn silent(&self) {
        self.memory.silent.0.acquire().await.unwrap().forget();
    }

    /// Waits until the client has left a stalled connection.
    pub(super) async fn left(&self) {
        self.memory.left.notified().await;
    }
}

async fn serve(listener: TcpListener, replies: Vec<Reply>, memory: Arc<Memory>) {
    for reply in replies {
        let Ok((stream, _)) = listener.accept().await else {
            return;
        };
        if answer(stream, reply, &memory).await.is_err() {
            return;
        }
    }
}

async fn answer(mut stream: TcpStream, reply: Reply, memory: &Arc<Memory>) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let (head, body) = request(&mut stream).await?;
    let body = serde_json::from_slice(&body).unwrap();
    memory.asked.lock().unwrap().push((head, body));
    for part in &reply.parts {
        stream.write_all(part).await?;
    }
    if reply.stalls {
        memory.silent.0.add_permits(1);
        let memory = Arc::clone(memory);
        tokio::spawn(async move {
            let _ = stream.read(&mut [0]).await;
            memory.left.notify_one();
        });
    }
    Ok(())
}

async fn request(stream: &mut TcpStream) -> std::io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        if let Some((head, _)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.strip_prefix("content-length: "));
            let end = head.len() + 4 + length.map_or(0, |length| length.parse().unwrap());
            if bytes.len() >= end {
                return Ok((head.to_owned(), bytes.split_off(head.len() + 4)));
            }
        }
        if stream.read_buf(&mut bytes).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
    }
}

struct NoTime {
    memory: Arc<Memory>,
    start: Instant,
}

#[async_trait]
impl Pace for NoTime {
    fn now(&self) -> Instant {
        self.start + self.memory.waits.lock().unwrap().iter().sum::<Duration>()
    }

    async fn wait(&self, why: Wait, time: Duration) {
        match why {
            Wait::Retry => self.memory.waits.lock().unwrap().push(time),
            Wait::Server => {
                let stall = self.memory.silent.0.acquire().await.unwrap();
                // What was sent before the silence arrives first.
                for _ in 0..20 {
                    tokio::task::yield_now().await;
                }
                stall.forget();
            }
        }
    }
}
