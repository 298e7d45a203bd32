//! Secrets that are recognized by a name: of a key, of a header, in a URL, of a file.

use firsthand_source::secrets::{SecretScan, is_secret_path, redact_name};

use super::redacted_line;

/// Checks that in each line the text between two `¦` is hidden, as this kind.
pub(super) fn assert_hidden(kind: &str, lines: &[&str]) {
    for line in lines {
        let parts: Vec<&str> = line.split('¦').collect();
        assert_eq!(parts.len(), 3, "{line}");
        let expect = format!("{}[redacted: {kind}]{}", parts[0], parts[2]);
        assert_eq!(redacted_line(&line.replace('¦', "")), expect, "{line}");
    }
}

pub(super) fn assert_shown(lines: &[&str]) {
    for line in lines {
        assert_eq!(redacted_line(line), *line);
    }
}

#[test]
fn passwords_in_urls_are_hidden() {
    assert_hidden(
        "url_password",
        &[
            "DATABASE_URL=postgres://app:¦hunter2¦@db.internal:5432/app",
            "url: \"mongodb+srv://root:¦p@ss:w0rd!¦@a.net,b.net/x?y=z\"",
            "git clone https://x-access-token:¦abcdef¦@github.com/a/b.git",
            "redis://:¦s3cr3t¦@localhost:6379/0",
            "amqp://${USER}:¦rabbit99¦@host",
            "<https://alice:¦pa%40ss¦@example.com/>",
        ],
    );
    assert_shown(&[
        "postgres://user:$PASSWORD@host/db",
        "postgres://user:${DB_PASSWORD}@host/db",
        "f\"postgres://{user}:{password}@{host}\"",
        "Sprintf(\"postgres://%s:%s@%s:%d/x\")",
        "https://user:<password>@host",
        "https://user:***@host",
        "https://user:xxxxx@host",
        "https://user:password@host",
        "https://user:PASS@host",
        "https://user:YOUR_PASSWORD@host",
        "postgres://postgres:postgres@localhost/x",
        "http://localhost:8080/@scope/name",
        "http://localhost:8080?mail=a@b.c",
        "ssh://git@github.com:22/a/b.git",
        "https?://[^:]+:[^@]+@ and https://[^:]+:[^@]+@",
        "http://[::1]:80/@x and mailto:a@b.c",
        "https://example.com/a:b@c",
        "see https://a.b:443 or ask me@example.com",
    ]);
}

/// A text of the fewest bytes: it is checked in a file, in a name and before a match.
#[test]
fn contained_the_shortest_secret_is_hidden_wherever_it_is_shown() {
    let (url, hidden) = ("a://:p@", "a://:[redacted: url_password]@");
    assert_eq!(redacted_line(url), hidden);
    assert_eq!(redact_name(url), hidden);
    for text in [url.to_owned(), format!("see {url} here")] {
        let password = text.find('p').unwrap();
        assert!(SecretScan::of(text.as_bytes()).may_hide(&(password..password + 1)), "{text}");
    }
}

/// A short token counts only if it looks random.
#[test]
fn bearer_tokens_are_hidden() {
    assert_hidden(
        "bearer_token",
        &[
            "Authorization: Bearer ¦x9Kp2vQ7mZ4tRw8L¦",
            "{'Authorization': 'Bearer ¦9fceb02d0ae598e9¦'}",
            "headers[\"authorization\"] = \"bearer ¦qZ4tRw8Lx9Kp2vQ7mZ4t¦\"",
        ],
    );
    assert_shown(&[
        "Bearer authentication is used",
        "Bearer accessTokenProvider",
        "Bearer $ACCESS_TOKEN_2_VALUE",
        "Bearer {access_token_2_value}",
        "Bearer my-service-token-v2",
        "Bearer x9Kp2vQ7mZ",
    ]);
}

#[test]
fn unquoted_values_of_secret_names_are_hidden() {
    assert_hidden(
        "assigned_secret",
        &[
            "DB_PASSWORD=¦x9Kp2vQ7mZ4tRw8L¦",
            "export API_KEY=¦9fceb02d0ae598e95dc970b74767f193¦",
            "ENV AUTH_TOKEN=¦x9Kp2vQ7mZ4tRw8L¦ PORT=80",
            "  password: ¦x9Kp2vQ7mZ4tRw8L¦ # ours",
            "client-secret: ¦550e8400-e29b-41d4-a716-446655440000¦",
            "spring.datasource.password=¦SuperSecretPass2024¦",
            "ADMIN_PASSWORD=¦SuperSecretPass2024¦",
            "password = ¦hunter2hunter2hunter2¦",
            "      - \"SESSION_SECRET=¦k3jd8f0alq2mzx91¦\"",
            "docker run -e TOKEN=¦x9Kp2vQ7mZ4tRw8L¦ image",
            "cli --access-token=¦x9Kp2vQ7mZ4tRw8L¦ run",
            "//registry.npmjs.org/:_authToken=¦x9Kp2vQ7mZ4tRw8L¦",
            "https://a.example/x?api_key=¦x9Kp2vQ7mZ4tRw8L¦&page=2",
            "https://a.example/x?page=2&access_token=¦x9Kp2vQ7mZ4tRw8L¦#top",
            "fetch('https://a.example/x?token=¦x9Kp2vQ7mZ4tRw8L¦')",
            "Server=db;User=app;Password=¦x9Kp2vQ7mZ4tRw8L¦;Port=1",
            "TOKEN := ¦x9Kp2vQ7mZ4tRw8L¦",
            "aws_secret_access_key = ¦wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY¦",
            "AWS_SECRET_ACCESS_KEY=¦/JalrXUtnFEMI/KbMDENG/bPxRfiCYEXAMPLEKEY¦",
            "\"SecretAccessKey\": \"¦wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY¦\"",
        ],
    );
    assert_shown(&[
        "token = parser.next_token()",
        "password: String",
        "let api_key = env::var(\"API_KEY\")",
        "secret = config.secret_name",
        "token = base64EncodedToken1",
        "private_key: Ed25519PrivateKey,",
        "f(self, private_key: ed25519.Ed25519PrivateKey, rest: List)",
        "private_key: Secp256k1PrivateKey",
        "    token=default_token_2_value,",
        "token: my-service-token-v2",
        "self.token=base64EncodedToken1",
        "token == x9Kp2vQ7mZ4tRw8L",
        "token => x9Kp2vQ7mZ4tRw8L",
        "int token = x9Kp2vQ7mZ4tRw8L;",
        "PASSWORD=$DB_PASSWORD_2_VALUE",
        "PASSWORD=${DB_PASSWORD_2_VALUE}",
        "password: {{ vault.password_2_value }}",
        "TOKEN=$(cat /run/secrets/token2)",
        "access_token: Vec<Base64UrlToken32>",
        "let secret = crate::keys::Secret256Value",
        "PRIVATE_KEY=/etc/ssl/server2/private.p12",
        "PRIVATE_KEY=certs/server-2024/private.p12",
        "PRIVATE_KEY=certificate_2024.p12",
        "private_key: ~/.ssh/deploy_2024_rsa",
        "private_key = C:\\keys\\deploy_2024_rsa",
        "TOKEN_URL=https://example.com/token2",
        "token: https://example.com/oauth2/v1",
        "password: correcthorsebatterystaple",
        "sha: 9fceb02d0ae598e95dc970b74767f19372d61af8",
        "id=550e8400-e29b-41d4-a716-446655440000",
        "data: wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
        "checksum = x9Kp2vQ7mZ4tRw8Lx9Kp2vQ7mZ4tRw8L",
        "token_count=x9Kp2vQ7mZ4tRw8L",
        "password:",
        "token=",
        "std::token::x9Kp2vQ7mZ4tRw8L",
    ]);
    // The next line is no value of this one.
    assert_shown(&["password:\nx9Kp2vQ7mZ4tRw8L"]);
}

#[test]
fn quoted_hexadecimal_of_secret_names_is_hidden() {
    assert_hidden(
        "assigned_secret",
        &[
            "api_key = \"¦9fceb02d0ae598e95dc970b74767f193¦\"",
            "\"clientSecret\": \"¦9FCEB02D0AE598E95DC970B74767F19372D61AF8¦\"",
            "const token = '¦9fceb02d0ae598e95dc970b74767f19372d61af8¦'",
            "token = \"¦550e8400-e29b-41d4-a716-446655440000¦\"",
            "api_key = \"¦9fceb02d0ae598e9¦\"",
            "api_key = \"¦9fceb02d0ae598e95dc970b7¦\"",
            "PRIVATE_KEY: '¦0x9fceb02d0ae598e95dc970b74767f193¦'",
        ],
    );
    assert_shown(&[
        "commit = \"9fceb02d0ae598e95dc970b74767f19372d61af8\"",
        "api_key_sha256 = \"9fceb02d0ae598e95dc970b74767f19372d61af8\"",
        "api_key = \"9fceb02d0\"",
        "api_key = \"0123456789abcdef\"",
        "api_key = \"00000000000000000000000000000000\"",
        "assert_eq!(hash, \"9fceb02d0ae598e95dc970b74767f193\")",
    ]);
}

#[test]
fn basic_authorization_is_hidden() {
    assert_hidden(
        "basic_credentials",
        &[
            "Authorization: Basic ¦dXNlcjpwYXNzd29yZA==¦",
            "curl -H 'authorization: basic ¦QWxhZGRpbjpvcGVuIHNlc2FtZQ==¦' x",
            "\"Authorization\": \"Basic ¦QWxhZGRpbjpvcGVuc2VzYW1l¦\",",
        ],
    );
    assert_shown(&[
        "Authorization: Basic realm=\"example\"",
        "Authorization: Basic ${CREDENTIALS_OF_THE_USER}",
        "Authorization: Basic AuthenticationFilter",
        "Authorization: Basic <base64-of-user-and-password>",
        "Authorization: Basic dXNlcjpw",
        "Visual Basic dXNlcjpwYXNzd29yZA==",
        "authorization of Basic dXNlcjpwYXNzd29yZA==",
    ]);
}

#[test]
fn more_files_are_recognized_by_their_names() {
    for (path, secret) in [
        ("deploy/prod.env", true),
        ("prod.env.example", false),
        ("prod.env.sample", false),
        ("prod.env.template", false),
        ("terraform.tfvars", true),
        ("infra/prod.auto.tfvars", true),
        ("terraform.tfvars.example", false),
        ("kubeconfig", true),
        ("src/kubeconfig.go", false),
        ("config/credentials.json", true),
        ("credentials.ts", false),
        ("chart/secrets.yaml", true),
        ("secrets.yml", true),
        ("secrets.json", true),
        (".streamlit/secrets.toml", true),
        ("src/secrets.rs", false),
        ("secrets/readme.md", false),
        ("env", false),
    ] {
        assert_eq!(is_secret_path(path), secret, "{path}");
    }
}

/// Fields, labels and registers of code whose names end like that of a secret.
#[test]
fn names_of_code_are_shown() {
    assert_shown(&[
        "\t.reg_key = IQS7222_REG_KEY_AXIAL,",
        "\t.key = MCP251XFD_DUMP_OBJECT_RING_KEY_NR,",
        "\t.add_key = ath6kl_cfg80211_add_key,",
        "\t.set_bpw = stm32f4_spi_set_bpw,",
        "\tcmpw #STATUS_CABLE_V35 * (1 + 1 << STATUS_CABLE_PM_SHIFT), %d1",
        "\tcase WLAN_AKM_SUITE_PSK:\n\t\tval = WPA2_AUTH_PSK;",
        "auth_key: sha256_auth_key_v2,",
    ]);
    assert_hidden(
        "assigned_secret",
        &["COHERE_KEY=¦kJ8fQ2mZx7Lw3Tq9Rv5Yb1Nc6Hd4Sg0P¦", "rootpw ¦x9k2mf7q¦"],
    );
}
