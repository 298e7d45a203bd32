//! Where settings come from, and to which addresses keys are sent.

use super::*;

fn settings(text: &str, env: Env) -> Settings {
    Settings { path: None, file: File::parse(text).unwrap(), env }
}

fn service(name: &str) -> &'static Service {
    Service::named(name).unwrap()
}

/// An environment with a model, two keys and an address.
fn full_env(name: &str) -> Option<String> {
    let value = match name {
        MODEL_VARIABLE => "anthropic:env",
        "OPENAI_API_KEY" => "key-of-env",
        "PROXY_KEY" => "key-of-proxy",
        "OPENAI_BASE_URL" => "https://env/v1",
        _ => return None,
    };
    Some(value.to_owned())
}

fn env_without_address(name: &str) -> Option<String> {
    full_env(name).filter(|_| !name.ends_with("_URL"))
}

const FILE: &str =
    "model = \"openai:file\"\nbase_url = \"https://file/v1\"\n[keys]\nopenai = \"key-of-file\"\n";

#[test]
fn settings_take_precedence_by_their_source() {
    let check =
        |text: &str, env: Env, flag: Option<&str>, expected: Option<(&str, SettingSource)>| {
            let model = settings(text, env).model(flag);
            let expected = expected.map(|(name, from)| (name.to_owned(), from));
            assert_eq!(model, expected, "{text} {flag:?}");
        };
    let none: Env = |_| None;
    check(FILE, full_env, Some("flag"), Some(("flag", SettingSource::Flag)));
    check(FILE, full_env, None, Some(("anthropic:env", SettingSource::Variable(MODEL_VARIABLE))));
    check(FILE, none, None, Some(("openai:file", SettingSource::File)));
    check("", none, None, None);
    let base = |env: Env, name: &str, flag| settings(FILE, env).base_url(service(name), flag);
    let url_from = |url: &str, from| Some((url.to_owned(), from));
    assert_eq!(base(full_env, "openai", Some("x")), url_from("x", SettingSource::Flag));
    let variable = SettingSource::Variable("OPENAI_BASE_URL");
    assert_eq!(base(full_env, "openai", None), url_from("https://env/v1", variable));
    assert_eq!(base(none, "openai", None), url_from("https://file/v1", SettingSource::File));
    assert_eq!(base(none, "anthropic", None), None, "an address is of one service");
}

#[test]
fn a_key_is_not_sent_to_an_address_from_another_source() {
    let variable = SettingSource::Variable("OPENAI_BASE_URL");
    let check = |text: &str, env: Env, base: Option<SettingSource>, expected: Option<&str>| {
        let key = settings(text, env).key(service("openai"), base).map(|(key, _)| key);
        assert_eq!(key, expected.and_then(Secret::new), "{text} {base:?}");
    };
    let none: Env = |_| None;
    for address_source in [None, Some(SettingSource::Flag)] {
        check(FILE, env_without_address, address_source, Some("key-of-env"));
        check(FILE, none, address_source, Some("key-of-file"));
    }
    check(FILE, env_without_address, Some(SettingSource::File), Some("key-of-file"));
    check(FILE, none, Some(variable), None);
    check(FILE, full_env, Some(variable), Some("key-of-env"));
    let bare = "model = \"openai:m\"\nbase_url = \"https://file\"\n";
    check(bare, env_without_address, Some(SettingSource::File), None);
    assert!(
        settings(bare, env_without_address)
            .is_key_withheld(service("openai"), Some(SettingSource::File))
    );
    let named = "model = \"openai:m\"\nbase_url = \"https://file\"\nkey_variable = \"PROXY_KEY\"\n";
    check(named, env_without_address, Some(SettingSource::File), Some("key-of-proxy"));
    check(named, env_without_address, None, Some("key-of-env"));
}
