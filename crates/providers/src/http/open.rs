//! Sets up the client of a model: checks the base URL, and that the key can be sent there safely.

use std::error::Error;
use std::time::Duration;

use firsthand_agent::registry::escape;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Url};

use super::secret::Secret;
use super::service::{ApiAdapter, Service};

/// The timeout of connecting.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Why a model cannot be opened. No variant contains a key, or the URL of the caller.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OpenError {
    /// The service requires a key.
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
    /// The key would be sent unencrypted.
    #[error("the key for `{service}` would go over the network unencrypted")]
    InTheClear {
        /// The service's name.
        service: &'static str,
    },
    /// The key has characters that an HTTP header cannot carry.
    #[error("what is set as the key for `{service}` cannot be a key")]
    BadKey {
        /// The service's name.
        service: &'static str,
    },
    /// The client cannot be set up.
    #[error("no connection can be set up: {0}")]
    Client(String),
}

/// The address of a server: HTTP, with nothing in it that a message could not repeat.
pub(super) fn base_url(base: &str) -> Result<Url, OpenError> {
    let url = Url::parse(base.trim()).map_err(|_| OpenError::BaseUrl("is not a URL"))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(OpenError::BaseUrl("has to begin with http:// or https://"));
    }
    let no_credentials = url.username().is_empty() && url.password().is_none();
    if !no_credentials || url.query().is_some() || url.fragment().is_some() {
        return Err(OpenError::BaseUrl("may hold no user, password, query or fragment"));
    }
    Ok(url)
}

/// The URL of the requests to a model. To a base URL without a path it adds the API's version, such as `/v1`.
pub(super) fn request_url(base: &str, adapter: &ApiAdapter, model: &str) -> Result<Url, OpenError> {
    let mut url = base_url(base)?;
    let path = match url.path().trim_end_matches('/') {
        "" => format!("/{}/{}", adapter.version, (adapter.path)(model)),
        base => format!("{base}/{}", (adapter.path)(model)),
    };
    url.set_path(&path);
    url.set_query(adapter.query);
    Ok(url)
}

/// Whether the URL's host is this machine.
fn is_loopback(url: &Url) -> bool {
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
    let (adapter, service) = (service.api.adapter(), service.name);
    let (name, prefix) = adapter.key_header;
    if let Some(key) = key {
        if url.scheme() != "https" && !is_loopback(url) {
            return Err(OpenError::InTheClear { service });
        }
        headers.insert(name, key.header_value(prefix).ok_or(OpenError::BadKey { service })?);
    }
    for (name, value) in adapter.headers {
        headers.insert(*name, HeaderValue::from_static(value));
    }
    Ok(headers)
}

/// Builds the client. It follows no redirect, which could send the key to another host, and uses no proxy
/// for a server on this machine.
pub(super) fn client(url: &Url, headers: HeaderMap) -> Result<Client, OpenError> {
    // If the embedding program has installed a provider already, that one stays.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let builder = Client::builder()
        .user_agent(concat!("firsthand/", env!("CARGO_PKG_VERSION")))
        .default_headers(headers)
        .redirect(Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(CONNECT_TIMEOUT);
    let builder = if is_loopback(url) { builder.no_proxy() } else { builder };
    // A machine without certificates can still talk to its own server.
    let builder = match url.scheme() {
        "http" => builder.tls_certs_only([]),
        _ => builder,
    };
    let built = builder.build();
    built.map_err(|error| OpenError::Client(root_cause(&error)))
}

/// The message of the innermost cause of a client error. The outer errors contain URLs, which may hold private
/// data.
pub(super) fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    if std::ptr::addr_eq(cause, error) {
        "the connection failed".to_owned()
    } else {
        escape(&cause.to_string()).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::service::ModelApi;

    #[test]
    fn the_request_url_of_gemini_contains_the_model() {
        let check = |base: &str, model: &str, expected: &str| {
            let url = request_url(base, ModelApi::Gemini.adapter(), model).unwrap();
            assert_eq!(url.as_str(), expected);
        };
        let path = "models/m-1.5:streamGenerateContent?alt=sse";
        check("http://h", "m-1.5", &format!("http://h/v1beta/{path}"));
        check("https://h/v1beta/", "models/m-1.5", &format!("https://h/v1beta/{path}"));
        check(
            "https://h/v1",
            "tunedModels/a?b",
            "https://h/v1/tunedModels/a%3Fb:streamGenerateContent?alt=sse",
        );
    }

    #[test]
    fn base_urls_are_completed_or_rejected() {
        let check = |base: &str, expected: Result<&str, &'static str>| {
            let adapter = ModelApi::Anthropic.adapter();
            let url = request_url(base, adapter, "m").map(|url| url.to_string());
            let expected = expected.map(str::to_owned).map_err(OpenError::BaseUrl);
            assert_eq!(url, expected, "{base}");
        };
        check("http://127.0.0.1:8099", Ok("http://127.0.0.1:8099/v1/messages"));
        check(" http://h/ ", Ok("http://h/v1/messages"));
        check("https://h/api/v4/", Ok("https://h/api/v4/messages"));
        let forbidden_part = Err("may hold no user, password, query or fragment");
        check("https://me:secret@h/v1", forbidden_part);
        check("https://h/v1?key=secret", forbidden_part);
        check("https://h/v1#x", forbidden_part);
        check("ftp://h", Err("has to begin with http:// or https://"));
        check("localhost:11434", Err("has to begin with http:// or https://"));
        check("nonsense", Err("is not a URL"));
    }

    #[test]
    fn a_key_is_sent_only_over_tls_or_to_this_machine() {
        let check = |base: &str, is_sent: bool| {
            let service = Service::named("openai").unwrap();
            let url = request_url(base, service.api.adapter(), "m").unwrap();
            let headers = headers(service, &url, Secret::new("sk-fake").as_ref());
            assert_eq!(headers.is_ok(), is_sent, "{base}");
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
