//! What it takes to reach a model: an address that may be used, and a key that may be sent there.

use std::error::Error;
use std::time::Duration;

use firsthand_agent::registry::escape;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};

use super::secret::Secret;
use super::service::Service;
use super::shape::Wire;

/// The longest way to a connection.
const CONNECT: Duration = Duration::from_secs(10);

/// Why a model cannot be reached for. No variant holds a key, or an address as it was given.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// The service takes nobody without a key.
    #[error("`{service}` needs a key, and the environment variable {variable} holds none")]
    MissingKey {
        /// The service's name.
        service: &'static str,
        /// The variable that would hold the key.
        variable: &'static str,
    },
    /// No model is named.
    #[error("`{service}` needs the name of a model: `{service}:NAME`")]
    NoModel {
        /// The service's name.
        service: &'static str,
    },
    /// The base URL cannot be used.
    #[error("the base URL {0}")]
    BaseUrl(&'static str),
    /// The key would be sent in the clear.
    #[error("the key for `{service}` would go over the network unencrypted")]
    InTheClear {
        /// The service's name.
        service: &'static str,
    },
    /// The key has characters that no key has.
    #[error("what is set as the key for `{service}` cannot be a key")]
    BadKey {
        /// The service's name.
        service: &'static str,
    },
    /// The client cannot be set up.
    #[error("no connection can be set up: {0}")]
    Client(String),
}

/// The address of the requests for a model. A base without a path means the shape's version of it:
/// `/v1`, as everywhere.
pub(super) fn address(base: &str, wire: &Wire, model: &str) -> Result<Url, OpenError> {
    let mut url = Url::parse(base.trim()).map_err(|_| OpenError::BaseUrl("is not a URL"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(OpenError::BaseUrl("has to begin with http:// or https://"));
    }
    let bare = url.username().is_empty() && url.password().is_none();
    if !bare || url.query().is_some() || url.fragment().is_some() {
        return Err(OpenError::BaseUrl(
            "may hold no user, password, query or fragment",
        ));
    }
    let below = match url.path().trim_end_matches('/') {
        "" => format!("/{}/{}", wire.version, (wire.path)(model)),
        base => format!("{base}/{}", (wire.path)(model)),
    };
    url.set_path(&below);
    url.set_query(wire.query);
    Ok(url)
}

/// Whether it is on this machine.
fn is_here(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let address = host.parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

/// The headers of every request.
pub(super) fn headers(
    service: &Service,
    url: &Url,
    key: Option<&Secret>,
) -> Result<HeaderMap, OpenError> {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    let (wire, service) = (service.shape.wire(), service.name);
    let (name, before) = wire.key;
    if let Some(key) = key {
        if url.scheme() != "https" && !is_here(url) {
            return Err(OpenError::InTheClear { service });
        }
        headers.insert(
            name,
            key.header(before).ok_or(OpenError::BadKey { service })?,
        );
    }
    for (name, value) in wire.headers {
        headers.insert(*name, HeaderValue::from_static(value));
    }
    Ok(headers)
}

/// The client. It follows no redirect, which would carry the key elsewhere, and asks no proxy for
/// what is on this machine.
pub(super) fn client(url: &Url, headers: HeaderMap) -> Result<Client, OpenError> {
    // Another provider that the host has installed is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder()
        .user_agent(concat!("firsthand/", env!("CARGO_PKG_VERSION")))
        .default_headers(headers)
        .redirect(Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(CONNECT);
    let builder = match is_here(url) {
        true => builder.no_proxy(),
        false => builder,
    };
    // A machine without certificates can still talk to its own server.
    let builder = match url.scheme() {
        "http" => builder.tls_certs_only([]),
        _ => builder,
    };
    let built = builder.build();
    built.map_err(|error| OpenError::Client(innermost(&error)))
}

/// The first cause of an error of the client. The outer ones name addresses, which may hold what is
/// nobody's business.
pub(super) fn innermost(error: &reqwest::Error) -> String {
    let mut inner: &dyn Error = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    match std::ptr::addr_eq(inner, error) {
        true => "the connection failed".to_owned(),
        false => escape(&inner.to_string()).into_owned(),
    }
}

/// The machine and port of an address, for people.
pub(super) fn machine(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::shape::Shape;

    #[test]
    fn addresses_of_a_model() {
        let check = |base: &str, model: &str, expected: &str| {
            let url = address(base, Shape::Gemini.wire(), model).unwrap();
            assert_eq!(url.as_str(), expected);
        };
        let below = "models/m-1.5:streamGenerateContent?alt=sse";
        check("http://h", "m-1.5", &format!("http://h/v1beta/{below}"));
        check(
            "https://h/v1beta/",
            "models/m-1.5",
            &format!("https://h/v1beta/{below}"),
        );
        check(
            "https://h/v1",
            "tunedModels/a?b",
            "https://h/v1/tunedModels/a%3Fb:streamGenerateContent?alt=sse",
        );
    }

    #[test]
    fn addresses() {
        let check = |base: &str, expected: Result<&str, &'static str>| {
            let wire = Shape::Anthropic.wire();
            let url = address(base, wire, "m").map(|url| url.to_string());
            let expected = expected.map(str::to_owned).map_err(OpenError::BaseUrl);
            assert_eq!(url, expected, "{base}");
        };
        check(
            "http://127.0.0.1:8099",
            Ok("http://127.0.0.1:8099/v1/messages"),
        );
        check(" http://h/ ", Ok("http://h/v1/messages"));
        check("https://h/api/v4/", Ok("https://h/api/v4/messages"));
        let parts = Err("may hold no user, password, query or fragment");
        check("https://me:secret@h/v1", parts);
        check("https://h/v1?key=secret", parts);
        check("https://h/v1#x", parts);
        check("ftp://h", Err("has to begin with http:// or https://"));
        check(
            "localhost:11434",
            Err("has to begin with http:// or https://"),
        );
        check("nonsense", Err("is not a URL"));
    }

    #[test]
    fn a_key_goes_over_tls_or_stays_here() {
        let check = |base: &str, sent: bool| {
            let service = Service::named("openai").unwrap();
            let url = address(base, service.shape.wire(), "m").unwrap();
            let headers = headers(service, &url, Secret::new("sk-fake").as_ref());
            assert_eq!(headers.is_ok(), sent, "{base}");
        };
        check("https://example.com", true);
        check("http://localhost:1234", true);
        check("http://127.0.0.9", true);
        check("http://[::1]:80", true);
        check("http://example.com", false);
        check("http://192.168.0.7:11434", false);
        check("http://localhost.example.com", false);
    }
}
