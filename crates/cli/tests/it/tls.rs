//! A server with a certificate of its own: reached where the certificate is trusted, and only there.

use std::io::Write as _;
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use serde_json::json;

use crate::model::{calls, request};
use crate::{CommandOutput, firsthand, shop};

/// An authority's certificate, and the settings of a server that it vouches for.
fn authority() -> (String, ServerConfig) {
    let mut params = CertificateParams::new(Vec::new()).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let key = KeyPair::generate().unwrap();
    let pem = params.self_signed(&key).unwrap().pem();
    let issuer = Issuer::new(params, key);
    let own = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["127.0.0.1".to_owned()]).unwrap();
    let certificate = params.signed_by(&own, &issuer).unwrap();
    let own = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(own.serialize_der()));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], own);
    (pem, config.unwrap())
}

/// Reads one request and answers it; `None` where the client does not trust the certificate.
fn answer(config: &Arc<ServerConfig>, mut stream: TcpStream) -> Option<String> {
    let mut connection = ServerConnection::new(Arc::clone(config)).unwrap();
    while connection.is_handshaking() {
        connection.complete_io(&mut stream).ok()?;
    }
    let mut stream = StreamOwned::new(connection, stream);
    let read = request(&mut stream);
    let report = json!({ "recommendedPrimaryAction": "skip_explore_result", "confidence": "low" });
    let (_, body) = calls(&[("submit_report", report)]);
    let body = body.to_string();
    let head =
        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length";
    write!(stream, "{head}: {}\r\n\r\n{body}", body.len()).unwrap();
    stream.flush().unwrap();
    Some(read)
}

/// Explores with a server whose certificate is vouched for by an authority, where another or the same
/// one is trusted; gives back what the server read, if anything.
fn explore(same: bool) -> (CommandOutput, Option<String>) {
    let (pem, config) = authority();
    let trusted = if same { pem } else { authority().0 };
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("https://{}", listener.local_addr().unwrap());
    let config = Arc::new(config);
    let serving = std::thread::spawn(move || {
        // A connection that does not come about is tried once more, and a skip without a search is
        // asked about.
        let all = listener.incoming().take(2);
        let read: Vec<_> = all
            .filter_map(|stream| answer(&config, stream.unwrap()))
            .collect();
        read.into_iter().next()
    });
    let folder = tempfile::tempdir().unwrap();
    let file: PathBuf = folder.path().join("trusted.pem");
    std::fs::write(&file, trusted).unwrap();
    let shop = shop();
    let args = [
        "explore",
        "q",
        "--model",
        "openai:m",
        "--base-url",
        &base,
        "--format",
        "json",
    ];
    let output = firsthand(shop.path())
        .args(args)
        .args(["--max-seconds", "5"])
        .env("SSL_CERT_FILE", &file)
        .env("OPENAI_API_KEY", "key-fake")
        .env_remove("SSL_CERT_DIR")
        .output()
        .unwrap();
    let output = CommandOutput {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code(),
    };
    (output, serving.join().unwrap())
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
    assert!(
        output
            .err
            .contains("the model cannot be reached: 127.0.0.1:"),
        "{output:?}"
    );
    assert!(
        output.err.to_lowercase().contains("certificate"),
        "{output:?}"
    );
}
