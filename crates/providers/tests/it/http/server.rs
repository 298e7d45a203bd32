//! A server for one test: every connection gets the next reply, byte for byte.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use async_trait::async_trait;
use firsthand_providers::{Pace, Wait};
use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Notify, Semaphore};

/// The reply on one connection. The connection is closed after the last byte, unless the reply stalls.
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
        Self { parts, stalls: false }
    }

    /// Nothing: the connection is closed at once.
    pub(super) fn nothing() -> Self {
        Self { parts: Vec::new(), stalls: false }
    }

    /// An error in JSON.
    pub(super) fn error(status: u16, headers: &[&str], message: &str) -> Self {
        let body = serde_json::json!({ "error": { "message": message } }).to_string();
        let mut all_headers = vec!["content-type: application/json"];
        all_headers.extend(headers);
        Self::new(status, &all_headers, &body)
    }

    /// A complete answer as one JSON document.
    pub(super) fn whole(body: &Value) -> Self {
        Self::new(200, &["content-type: application/json"], &body.to_string())
    }

    /// A stream of events, as text.
    pub(super) fn stream(text: &str) -> Self {
        Self::new(200, &["content-type: text/event-stream; charset=utf-8"], text)
    }

    /// A stream of these events.
    pub(super) fn events(events: &[Value]) -> Self {
        let text: String = events.iter().map(|event| format!("data: {event}\n\n")).collect();
        Self::stream(&text)
    }

    /// The same reply, after which the connection stays open and silent.
    pub(super) fn stalls(mut self) -> Self {
        self.stalls = true;
        self
    }

    /// The same reply, sent byte by byte.
    pub(super) fn in_bytes(mut self) -> Self {
        self.parts = self.parts.concat().into_iter().map(|byte| vec![byte]).collect();
        self
    }
}

struct Stalls(Semaphore);

impl Default for Stalls {
    fn default() -> Self {
        Self(Semaphore::new(0))
    }
}

/// What the server has received, and the waits of the model's clock.
#[derive(Default)]
struct Memory {
    /// The head and the body of each request.
    requests: Mutex<Vec<(String, Value)>>,
    /// The delays before retries.
    waits: Mutex<Vec<Duration>>,
    /// One permit for each reply that stalls.
    stalls: Stalls,
    /// Notified when the client closes a stalled connection.
    client_left: Notify,
}

/// The server, which listens on this machine.
pub(super) struct Server {
    /// The base URL.
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

    /// A clock on which delays end at once, and timeouts end when this server stalls.
    pub(super) fn pace(&self) -> Arc<dyn Pace> {
        let (memory, start) = (Arc::clone(&self.memory), Instant::now());
        Arc::new(TestClock { memory, start })
    }

    /// The heads, in lower case, and the bodies of the requests so far.
    pub(super) fn requests(&self) -> (Vec<String>, Vec<Value>) {
        self.memory.requests.lock().unwrap().iter().cloned().unzip()
    }

    /// The delays before retries, in milliseconds.
    pub(super) fn waits(&self) -> Vec<u64> {
        let waits = self.memory.waits.lock().unwrap();
        waits.iter().map(|wait| u64::try_from(wait.as_millis()).unwrap()).collect()
    }

    /// Waits until a reply has stalled.
    pub(super) async fn wait_until_stalled(&self) {
        self.memory.stalls.0.acquire().await.unwrap().forget();
    }

    /// Waits until the client has closed a stalled connection.
    pub(super) async fn wait_until_client_left(&self) {
        self.memory.client_left.notified().await;
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
    let (head, body) = read_request(&mut stream).await?;
    let body = serde_json::from_slice(&body).unwrap();
    memory.requests.lock().unwrap().push((head, body));
    for part in &reply.parts {
        stream.write_all(part).await?;
    }
    if reply.stalls {
        memory.stalls.0.add_permits(1);
        let memory = Arc::clone(memory);
        tokio::spawn(async move {
            let _ = stream.read(&mut [0]).await;
            memory.client_left.notify_one();
        });
    }
    Ok(())
}

async fn read_request(stream: &mut TcpStream) -> std::io::Result<(String, Vec<u8>)> {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).to_lowercase();
        if let Some((head, _)) = text.split_once("\r\n\r\n") {
            let length = head.lines().find_map(|line| line.strip_prefix("content-length: "));
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

/// See [`Server::pace`].
struct TestClock {
    memory: Arc<Memory>,
    start: Instant,
}

#[async_trait]
impl Pace for TestClock {
    fn now(&self) -> Instant {
        self.start + self.memory.waits.lock().unwrap().iter().sum::<Duration>()
    }

    async fn wait(&self, why: Wait, time: Duration) {
        match why {
            Wait::Retry => self.memory.waits.lock().unwrap().push(time),
            Wait::Server => {
                let stall = self.memory.stalls.0.acquire().await.unwrap();
                // Lets the client first read what was sent before the stall.
                for _ in 0..20 {
                    tokio::task::yield_now().await;
                }
                stall.forget();
            }
        }
    }
}
