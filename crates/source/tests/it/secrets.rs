//! Which texts are redacted as secrets, and which are not.

use firsthand_source::secrets::{SecretScan, is_secret_path, overwritten, redact};
use firsthand_source::{LineIndex, lines_of};
use proptest::prelude::*;

mod carriers;
mod forms;
mod issuers;
mod named;
mod planted;

/// A one-line file as a model reads it.
fn redacted_line(line: &str) -> String {
    let found = redact(line.as_bytes());
    found.first().map_or(line.to_owned(), |line| line.text.clone())
}

#[test]
fn tokens_are_replaced_and_the_rest_is_unchanged() {
    let body = |n: usize| "a1B2".repeat(n);
    for (line, expect) in [
        ("id = AKIAIOSFODNN7EXAMPLE;".to_owned(), "id = [redacted: aws_access_key];"),
        (format!("t: 'ghp_{}'", body(9)), "t: '[redacted: github_token]'"),
        (format!("t: github_pat_{}_x1", body(9)), "t: [redacted: github_token]"),
        ("xoxb-123456789012-abcdef".to_owned(), "[redacted: slack_token]"),
        (format!("key=AIza{}abc&x=1", body(8)), "key=[redacted: google_api_key]&x=1"),
        (format!("sk_live_{}", body(6)), "[redacted: stripe_key]"),
        (format!("\"sk-ant-api03-{}\"", body(9)), "\"[redacted: anthropic_key]\""),
        (format!("sk-{}", body(12)), "[redacted: openai_key]"),
        (
            format!("//registry/:_authToken=npm_{}", body(9)),
            "//registry/:_authToken=[redacted: npm_token]",
        ),
        (
            format!("-H 'Authorization: Bearer {}'", body(8)),
            "-H 'Authorization: Bearer [redacted: bearer_token]'",
        ),
        (
            "j = \"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92\"".to_owned(),
            "j = \"[redacted: json_web_token]\"",
        ),
        (
            format!("two AKIAIOSFODNN7EXAMPLE and sk_live_{} here", body(6)),
            "two [redacted: aws_access_key] and [redacted: stripe_key] here",
        ),
        (format!("\"line\\nghp_{}\"", body(9)), "\"line\\n[redacted: github_token]\""),
        (
            "password = \"x9Kp2vQ7mZ4tRw8L\"".to_owned(),
            "password = \"[redacted: assigned_secret]\"",
        ),
        (
            "\"apiKey\": \"x9Kp2vQ7mZ4tRw8L\",".to_owned(),
            "\"apiKey\": \"[redacted: assigned_secret]\",",
        ),
        (
            "DB_PASSWORD := 'x9Kp2vQ7mZ4tRw8L'".to_owned(),
            "DB_PASSWORD := '[redacted: assigned_secret]'",
        ),
    ] {
        assert_eq!(redacted_line(&line), expect, "{line}");
    }
}

#[test]
fn ordinary_texts_are_unchanged() {
    for line in [
        "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "id: 550e8400-e29b-41d4-a716-446655440000",
        "\"integrity\": \"sha512-V7Qr52IhZmdKPVr+Vtw8o+WLsQJYCTd8loIfpDaMRWGUZfBOYEJeyJIkqGIDMZPw\"",
        "blob = \"9fceb02d0ae598e95dc970b74767f19372d61af8\"",
        "password = \"correct horse battery staple\"",
        "const token = getTokenFromHeader('authorization')",
        "secret: \"this-is-a-placeholder-value\"",
        "const ACCESS_TOKEN = 'ACCESS_TOKEN_STORAGE_KEY'",
        "token: `${process.env.TOKEN_VALUE_1234}`",
        "class=\"sk-folding-cube-with-a-long-name-here-and-more\"",
        "npm_config_registry npm_package_version",
        "Bearer <your token goes right here please>",
        "Authorization: Bearer realm=\"example\"",
        "if (pem.startsWith('-----BEGIN PRIVATE KEY-----')) {",
        "ghp_short xoxb-your-token AKIASHORT BAKIAIOSFODNN7EXAMPLE",
        "eyJhbGciOiJIUzI1NiJ9 alone",
        "SKU_1234567890 and SK1234567890abcdef1234567890abcdef12345",
        "key-9fceb02d0ae598e9 key-value-store key-0123456789abcdef0123456789abcdef0",
        "dapi dapiClient dapi9fceb02d0ae598e9",
        "whsec_your_signing_secret_goes_here",
        "gsk_variable_name xai-grok-beta r8_dtype hvs.example",
        "lin_api_client nfp_token_of_the_site ntn_page",
        "AccountName=devstoreaccount1;AccountKey=<key>;EndpointSuffix=core.windows.net",
        "SharedAccessKey={key};SharedAccessKeyName=RootManageSharedAccessKey",
        "https://example.com/login?token={token}&next=/home",
        "https://example.com/login?token=abc123&next=/home2024/and/more",
        "for (let key = 1;password != secretKey2Compare;token = nextTokenOf2()) {",
        "if (user&password == other&token2Value) {",
        "ya29.example GOCSPX-your-client-secret",
        "commit_sha=9fceb02d0ae598e95dc970b74767f19372d61af8&page=2",
    ] {
        assert_eq!(redacted_line(line), line);
    }
}

const KEY: &str = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIEowIBAAKCAQEAx9Kp2vQ7mZ4tRw8LMIIEowIBAAKCAQEAx9Kp2vQ7mZ4tRw8L\nq83vMIIEowIBAAKCAQEAx9Kp2vQ7mZ4tRw8L==\n-----END RSA PRIVATE KEY-----\n";

/// The numbers of the lines that are redacted.
fn redacted_lines(text: &str) -> Vec<u32> {
    redact(text.as_bytes()).iter().map(|line| line.line).collect()
}

#[test]
fn a_private_key_is_hidden_in_every_line() {
    assert_eq!(redacted_lines(&format!("a\n{KEY}b\n")), [2, 3, 4, 5, 6, 7]);
    assert_eq!(redacted_lines(&format!("a\r\n{}b", KEY.replace('\n', "\r\n"))), [2, 3, 4, 5, 6, 7]);
    // Without the end marker.
    let cut = KEY.replace("-----END RSA PRIVATE KEY-----", "fn main() {}");
    assert_eq!(redacted_lines(&cut), [1, 2, 3, 4, 5]);
    // In source: quoted lines, and one line with escapes.
    let quoted: String = KEY.lines().map(|line| format!("  \"{line}\\n\" +\n")).collect();
    assert_eq!(redacted_lines(&quoted), [1, 2, 3, 4, 5, 6]);
    let escaped = format!("{{\"key\": \"{}\"}}", KEY.replace('\n', "\\n"));
    assert_eq!(redacted_line(&escaped), "{\"key\": \"[redacted: private_key]\\n\"}");
    // Code about keys contains none.
    let code = "const A = '-----BEGIN PRIVATE KEY-----'\nfunction parse(pem: string) {\n  return pem.split(A)\n}\nconst B = '-----END PRIVATE KEY-----'\n";
    assert_eq!(redacted_lines(code), Vec::<u32>::new());
}

#[test]
fn files_with_secrets_are_recognized_by_their_names() {
    for (path, secret) in [
        (".env", true),
        ("app/.env.production", true),
        (".env.local", true),
        (".env.example", false),
        (".env.local.sample", false),
        (".env.template", false),
        ("id_rsa", true),
        ("id_rsa.pub", false),
        ("certs/Server.PEM", true),
        ("tls.key", true),
        ("src/key.rs", false),
        (".aws/credentials", true),
        ("src/credentials", false),
        (".npmrc", true),
        ("environment.ts", false),
    ] {
        assert_eq!(is_secret_path(path), secret, "{path}");
    }
}

proptest! {
    /// At any position of the key in the file, with and without the end marker.
    #[test]
    fn no_line_of_a_private_key_is_shown(
        before in prop::collection::vec("[ -,.-~]{0,40}", 0..6),
        body in prop::collection::vec("[A-Za-z0-9+/]{64}", 1..8),
        after in prop::collection::vec("[ -,.-~]{0,40}", 0..6),
        label in prop_oneof![Just(""), Just("RSA "), Just("OPENSSH "), Just("ENCRYPTED ")],
        end in any::<bool>(),
        crlf in any::<bool>(),
    ) {
        let mut lines = before.clone();
        lines.push(format!("-----BEGIN {label}PRIVATE KEY-----"));
        lines.extend(body.iter().cloned());
        if end {
            lines.push(format!("-----END {label}PRIVATE KEY-----"));
        }
        lines.extend(after);
        let text = lines.join(if crlf { "\r\n" } else { "\n" });
        let hidden = redact(text.as_bytes());
        let first = before.len() + 1;
        for line in first..=first + body.len() + usize::from(end) {
            let found = hidden.iter().find(|hidden| hidden.line as usize == line);
            prop_assert!(found.is_some_and(|line| line.text == "[redacted: private_key]"), "line {line} of {text}");
        }
    }

    /// The text around the token is not hidden.
    #[test]
    fn a_token_is_hidden_in_any_context(
        before in "[ -~]{0,20}[ =:\"'(/]",
        token in prop_oneof!["AKIA[A-Z0-9]{16}", "ghp_[A-Za-z0-9]{36}", "sk_live_[a-z0-9]{20}7", "AIza[A-Za-z0-9_-]{35}"],
        after in "[ \"');,][ -~]{0,20}",
    ) {
        let line = format!("{before}{token}{after}");
        let hidden = redact(line.as_bytes());
        prop_assert_eq!(hidden.len(), 1);
        prop_assert!(!hidden[0].text.contains(&token) && hidden[0].text.contains("[redacted: "));
    }

    /// Any bytes can be redacted: the redacted lines exist, are in order and have no line end.
    #[test]
    fn contained_redaction_is_total(bytes in prop_oneof![prop::collection::vec(any::<u8>(), 0..400), hostile()]) {
        let lines = u32::try_from(lines_of(&bytes).count()).unwrap();
        let mut last = 0;
        for hidden in redact(&bytes) {
            prop_assert!(hidden.line > last && hidden.line <= lines);
            prop_assert!(!hidden.text.contains('\n'));
            last = hidden.line;
        }
    }

    /// Redacting twice hides nothing more, and there are as many lines as before.
    #[test]
    fn contained_redaction_is_idempotent(bytes in hostile()) {
        let once = redacted(&bytes);
        prop_assert_eq!(lines_of(&once).count(), lines_of(&bytes).count());
        let twice = redacted(&once);
        prop_assert_eq!(String::from_utf8_lossy(&twice), String::from_utf8_lossy(&once));
    }

    /// Overwriting keeps the length, writes only `_`, and changes only lines that redaction replaces.
    #[test]
    fn contained_overwriting_hides_what_redaction_does(bytes in hostile()) {
        let copy = overwritten(&bytes);
        let any = copy.is_some();
        let overwritten_bytes = copy.unwrap_or_else(|| bytes.clone());
        let hidden: Vec<u32> = redact(&bytes).iter().map(|line| line.line).collect();
        prop_assert_eq!(any, !hidden.is_empty());
        prop_assert_eq!(overwritten_bytes.len(), bytes.len());
        let changed = (1..).zip(lines_of(&bytes).zip(lines_of(&overwritten_bytes))).filter(|(_, (a, b))| a != b);
        for (line, _) in changed {
            prop_assert!(hidden.contains(&line));
        }
        for (before, after) in bytes.iter().zip(&overwritten_bytes) {
            prop_assert!(before == after || *after == b'_');
        }
    }

    /// The scan excludes no byte that is in a secret, in whatever order the bytes are checked.
    #[test]
    fn contained_the_scan_excludes_no_byte_of_a_secret(bytes in hostile()) {
        let overwritten_bytes = overwritten(&bytes).unwrap_or_else(|| bytes.clone());
        let mut scan = SecretScan::of(&bytes);
        for at in (0..bytes.len()).filter(|&at| overwritten_bytes[at] != bytes[at]) {
            prop_assert!(scan.may_hide(&(at..at + 1)));
        }
        for at in (0..bytes.len()).rev() {
            prop_assert!(scan.may_hide(&(at..at + 1)) || overwritten_bytes[at] == bytes[at]);
        }
    }
}

/// The text with its redacted lines in place.
fn redacted(bytes: &[u8]) -> Vec<u8> {
    let lines = LineIndex::of(bytes);
    let (mut out, mut at) = (Vec::new(), 0);
    for hidden in redact(bytes) {
        let range = lines.bytes(hidden.line, hidden.line);
        let length = lines.line(bytes, hidden.line).len();
        out.extend_from_slice(&bytes[at..range.start]);
        out.extend_from_slice(hidden.text.as_bytes());
        at = range.start + length;
    }
    out.extend_from_slice(&bytes[at..]);
    out
}

/// Texts of the marks by which secrets are recognized, in any order.
fn hostile() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec![
            "password", "api_key", "TOKEN", "self.secret", "setPassword", "--token", "ENV API_TOKEN ", "= ", "=",
            ": ", ":", ":=", "=>", "(", ")", "\"", "'", "`", "\"\"\"", ", ", " ", "\n", "\r\n", "\t", "\\",
            "[", "]", "<", ">", "&", "?", ";", "{", "}", "value=", "https://", "user:", "@host", "/", ".", "-",
            "Bearer ", "Authorization: Basic ", "ghp_", "AKIA", "sk-", "eyJ", "-----BEGIN RSA PRIVATE KEY-----",
            "curl -u a:", "mysql -p", "zip -P '", "a b' ", " \\\n", "machine a login b password ", "kind: Secret", "\ndata:\n  a: ", "name: ",
            "value: ", "variable ", "default = ", "sensitive = true", "sig=", "@tcp(", "\"auth\": ", "KEY", "twitter_",
            "-----END RSA PRIVATE KEY-----", "[redacted: assigned_secret]", "\u{feff}", "é", "String =", "#define ",
            "${", "${PASSWORD:-", "passwords", " == ", " to ", " -> ", "?: ", "%q(", "[[", "]]", "<![CDATA[", "]]>", "<<EOF\n",
            "|-\n", " + ", "\"\"\"\n", "- ", "&a ", "!!str ", "<key>", "</key>", "<string>", "\"value\": ", "| ", " |",
            "basic_auth(", "getConnection(", "jwt.sign(", "$2y$05$", "{SHA}", "$6$", "INSERT INTO a (b, password) VALUES (",
            "name,password\n", "\n| a | password |\n", "cookies={", "\"cookies\": [{\"name\": \"sid\", ", "\"Cookie\",\"value\":\"sid=",
            "Private-Lines: 1\n", ":5432:", ":*:", "user a on >", "::add-mask::", "set $secret ",
            "\"sensitive\": true", "\"random_password\"", "result", ".value", "пароль", "Authorization \"Basic ",
        ]).prop_map(|piece| piece.as_bytes().to_vec()),
        2 => "[A-Za-z0-9]{10,48}".prop_map(String::into_bytes),
        1 => "[a-f0-9]{16,40}".prop_map(String::into_bytes),
        1 => "[A-Za-z0-9+/]{64}\n".prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>(), 0..4),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}
