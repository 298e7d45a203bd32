//! A server whose certificate a private authority signed: it is used only if the client trusts that authority.

use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;

use crate::model::{read_request, tool_calls_reply};
use crate::{CommandOutput, firsthand, shop};

/// The certificate of an authority, and the configuration of a server whose certificate the authority signed.
fn authority() -> (String, ServerConfig) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let pem = params.self_signed(&key).unwrap().pem();
    let issuer = Issuer::new(params, key);
    let server_key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
    let certificate = params.signed_by(&server_key, &issuer).unwrap();
    let server_key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(server_key.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], server_key);
    (pem, config.unwrap())
}

/// Reads one request, answers it and returns it; `None` if the client does not trust the certificate.
fn answer(config: &Arc<ServerConfig>, mut stream: TcpStream) -> Option<String> {
    let mut connection = ServerConnection::new(Arc::clone(config)).unwrap();
    while connection.is_handshaking() {
        connection.complete_io(&mut stream).ok()?;
    }
    let mut stream = StreamOwned::new(connection, stream);
    let read = read_request(&mut stream);
    let report = json!({ "recommendedPrimaryAction": "skip_explore_result", "confidence": "low" });
    let (_, body) = tool_calls_reply(&[("submit_report", report)]);
    let body = body.to_string();
    let head =
        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length";
    write!(stream, "{head}: {}\r\n\r\n{body}", body.len()).unwrap();
    stream.flush().unwrap();
    Some(read)
}

/// Explores with a server whose certificate an authority signed. The client trusts that authority, or only another one.
/// Also returns the first request that the server read, if any.
fn explore(trusts_authority: bool) -> (CommandOutput, Option<String>) {
    let (pem, config) = authority();
    let trusted = if trusts_authority { pem } else { authority().0 };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("https://{}", listener.local_addr().unwrap());
    let config = Arc::new(config);
    let server_thread = std::thread::spawn(move || {
        // The client makes two connections: it retries a failed one, and after an answered one the loop asks again,
        // because the model skips without a search.
        let connections = listener.incoming().take(2);
        let read: Vec<_> =
            connections.filter_map(|stream| answer(&config, stream.unwrap())).collect();
        read.into_iter().next()
    });
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("trusted.pem");
    std::fs::write(&file, trusted).unwrap();
    let shop = shop();
    let args = ["explore", "q", "--model", "openai:m", "--base-url", &base, "--format", "json"];
    let output = firsthand(shop.path())
        .args(args)
        .args(["--max-seconds", "5"])
        .env("SSL_CERT_FILE", &file)
        .env("OPENAI_API_KEY", "key-fake")
        .env_remove("SSL_CERT_DIR")
        .output()
        .unwrap();
    let output = CommandOutput::from(output);
    (output, server_thread.join().unwrap())
}

#[test]
fn a_server_with_a_trusted_certificate_is_used() {
    let (output, read) = explore(true);
    assert_eq!(output.json(1)["stats"]["model"], "openai:m");
    assert!(read.unwrap().contains("Bearer key-fake"));
}

#[test]
fn a_certificate_that_is_not_trusted_gets_no_key() {
    let (output, read) = explore(false);
    assert_eq!((output.code, read), (Some(1), None), "{output:?}");
    assert!(output.err.contains("the model cannot be reached: 127.0.0.1:"), "{output:?}");
    assert!(output.err.to_lowercase().contains("certificate"), "{output:?}");
}
