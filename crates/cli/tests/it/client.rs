//! A client that asks the MCP server one thing after the other.

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdout};

use serde_json::{Value, json};

/// A client of a server process, whose standard input and output it has.
pub(crate) struct Client {
    server: Child,
    answers: Lines<BufReader<ChildStdout>>,
    requests: u64,
}

impl Client {
    /// A client of a server that was just started.
    pub(crate) fn of(mut server: Child) -> Self {
        let answers = BufReader::new(server.stdout.take().unwrap()).lines();
        let mut client = Self { server, answers, requests: 0 };
        let own = json!({"name": "test", "version": "1"});
        let params =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": own});
        client.ask("initialize", &params);
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    /// Calls a tool, and returns the result.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let answer = self.ask("tools/call", &json!({"name": tool, "arguments": arguments}));
        answer["result"].clone()
    }

    /// Opens a question that this client explores itself, and returns its handle.
    pub(crate) fn open(&mut self, query: &str) -> String {
        let opened = self.call("open", &json!({"query": query, "intent": "edit"}));
        let text = opened["content"][0]["text"].as_str().unwrap();
        let handle = text.strip_prefix("Handle: ").and_then(|rest| rest.split(' ').next());
        handle.unwrap_or_else(|| panic!("no handle: {text}")).to_owned()
    }

    /// Submits a report of one place, with a quote of it.
    pub(crate) fn submit(&mut self, handle: &str, id: &str, quote: &str) -> Value {
        let link =
            json!({"candidateId": id, "role": "start", "fact": "It is here.", "quote": quote});
        let report = json!({
            "handle": handle, "primaryCandidateIds": [id], "confidence": "high",
            "recommendedPrimaryAction": "answer_from_report", "flow": [link],
        });
        self.call("submit_report", &report);
        self.call("report", &json!({"handle": handle}))
    }

    /// Closes the server's input, and waits for its end.
    pub(crate) fn end(mut self) {
        drop(self.server.stdin.take());
        assert!(self.server.wait().unwrap().success());
    }

    fn send(&mut self, frame: &Value) {
        writeln!(self.server.stdin.as_mut().unwrap(), "{frame}").unwrap();
    }

    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let line = self.answers.next().unwrap().unwrap();
            let frame: Value = serde_json::from_str(&line).unwrap();
            if frame["id"] == json!(id) {
                return frame;
            }
        }
    }
}
