//! Secrets that are recognized by how they are given to a name or to a call, in the lines of a file.

use firsthand_source::secrets::{SecretScan, is_secret_path, redact};

use super::named::{assert_hidden, assert_shown};
use super::{redacted, redacted_line};

/// Checks that the text between each two `¦` is hidden wherever it stands, that the rest is shown, and that the quick
/// check passes over none of it.
fn assert_hidden_in(texts: &[&str]) {
    for text in texts {
        let parts: Vec<&str> = text.split('¦').collect();
        assert!(parts.len() % 2 == 1, "{text}");
        let plain = parts.concat();
        let shown = String::from_utf8(redacted(plain.as_bytes())).unwrap();
        let mut scan = SecretScan::of(plain.as_bytes());
        let mut at = 0;
        for (index, part) in parts.iter().enumerate() {
            if index % 2 == 1 {
                assert!(!shown.contains(part), "{shown}");
                assert!((at..at + part.len()).all(|at| scan.may_hide(&(at..at + 1))), "{part}");
            } else {
                assert!(part.lines().all(|line| shown.contains(line)), "{shown}");
            }
            at += part.len();
        }
    }
}

#[test]
fn values_in_the_lines_below_a_name_are_hidden() {
    assert_hidden_in(&[
        "<key>Password</key>\n\t<string>¦rTx2p8Tdq!YcLW¦</string>\n",
        "<key>ApiSecret</key><string>¦x9Kp2vQ7mZ4tRw8L¦</string>\n",
        "- name: APP_SECRET\n  value: |-\n    ¦VY2cfSGPMyyEKoFCRb57sAOO¦\n",
        "- name: APP_SECRET\n  value: >\n    ¦VY2cfSGPMyyEKoFCRb57sAOO¦\n",
        "password = (\"¦head¦\"\n            \"¦k5HipV5tV12HEx35¦\")\n",
        "password = \"¦ab¦\" +\n  \"¦k5HipV5tV12HEx35¦\";\n",
        "password = \"¦ab¦\" \\\n  \"¦k5HipV5tV12HEx35¦\"\n",
        "String password = \"\"\"\n      ¦k1lvz8EyJ!ksHl¦\"\"\";\n",
        "$password = <<<X\n¦QQ32l0IEg*PUtl¦\nX;\n",
        "secret = <<~EOS\n  ¦QQ32l0IEg*PUtl¦\nEOS\n",
        "mysql_config --password <<'EOF'\n¦Qb7f9t9Mz!hamH¦\nEOF\n",
        "secret = [[\n¦hZUXTX2C3uvDBjBnKj1Vl49P¦]]\n",
        "const token = `\n  ¦hZUXTX2C3uvDBjBnKj1Vl49P¦`;\n",
        "passwords:\n  - ¦uQm37Z5lY*G6Hw¦\n  - ¦vQm37Z5lY*G6Hx¦\n",
        "passwords = [\n  \"¦uQm37Z5lY*G6Hw¦\",\n  \"¦vQm37Z5lY*G6Hx¦\",\n]\n",
        "passwords = [\"¦uQm37Z5lY*G6Hw¦\", \"¦vQm37Z5lY*G6Hx¦\"]\n",
        "\"password\":{\n \"value\":\"¦yJGK85BA8^9sOe¦\"\n}\n",
        "password: &pw |\n  ¦x9Kp2vQ7mZ4tRw8L¦\n",
        "\"zebra\": {\n  \"value\": \"¦J84XFcVJB!F7eM¦\",\n  \"sensitive\": true\n}\n",
        "\"type\": \"random_password\",\n\"instances\": [{\n  \"result\": \"¦6LuvXZDhAS2n52uAWD¦\"\n}]\n",
        "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 2\n¦s9vSGkMn7OWtVF5XKtO39vYQhiDldk3s¦\n¦Lsa+BcvHP08YSV8I¦\nPrivate-MAC: 00\n",
        "new PDO(\n  'mysql:host=db',\n  'bob',\n  '¦mSI0qnr4u*Jfuq¦'\n);\n",
        "name,password,site\nbob,¦FFQM0jMi8^7RfX¦,x\nann,¦GGQM0jMi8^7RfX¦,y\n",
        "\"name\";\"passwort\"\n\"bob\";\"¦FFQM0jMi8^7RfX¦\"\n",
        "| user | password |\n| --- | --- |\n| bob | ¦UVlWbMMyiDFhMgZNyzI5¦ |\n",
        "Users:\n\n| user | `password` |\n|------|-----|\n| a | |\n| bob | `¦rCAn8YznsPz1G5uwjme4¦` |\n",
        "|===\n|user|password\n|bob|¦3JVkHQ2w81rmkRvQbVp2¦\n|===\n",
        "+-----+-----+\n| user | password |\n+=====+=====+\n| bob | ¦fmaWzTaUEb23TRdVU1mt¦ |\n+-----+-----+\n",
        "\"cookies\": [\n  {\n    \"name\": \"sid\",\n    \"value\": \"¦x9Kp2vQ7mZ4tRw8L¦\"\n  }\n]\n",
        "INSERT INTO users (name, password)\nVALUES ('bob', '¦j0b-nGZ_Xz4-7aL¦'),\n  ('ann', '¦k0b-nGZ_Xz4-7aL¦');\n",
    ]);
    for text in [
        "passwords:\n  - minimum\n  - maximum\n",
        "password:\n  type: string\n",
        "\"token\": \"npm:^6.0.0\"\n\"@octokit/graphql2\": \"npm:^9.0.3\"\n",
        "ApplePasswords = \"fbfc3007-154e-4ecc-8c0b-6e020557d7bd\",\n",
        "name,password,site\nbob,none,x\n",
        "| setting | password |\n|---|---|\n| login | required |\n",
        "| user | password |\n\n| bob | UVlWbMMyiDFhMgZNyzI5 |\n",
        "| user | role |\n|---|---|\n| password | string |\n| UVlWbMMyiDFhMgZNyzI5 | UVlWbMMyiDFhMgZNyzI6 |\n",
        "import a, password\nlogin(a, x9Kp2vQ7mZ4tRw8L)\n",
        "<key>Password</key>\n<true/>\n<key>Font</key>\n<string>Helvetica2Neue3</string>\n",
        "Private-Lines: are these\nline of text\n",
    ] {
        assert_eq!(redact(text.as_bytes()), [], "{text}");
    }
}

#[test]
fn passwords_of_calls_are_hidden() {
    assert_hidden(
        "password",
        &[
            "c.basic_auth(\"bob\", Some(\"¦vFNr42btL*nsc7¦\"));",
            "http.basic_auth \"bob\", \"¦uarM8WDx3^zIJ0¦\"",
            "DriverManager.getConnection(url(a, b), \"bob\", \"¦iZ0mMDt0F*Imj4¦\");",
            "$pdo = new PDO(\"mysql:host=db,x\", \"bob\", \"¦mSI0qnr4u*Jfuq¦\");",
            "$c = mysqli_connect(\"db\", \"bob\", \"¦sm67yXq5E!JSjh¦\", \"x\");",
            "$c = new mysqli('db', 'bob', '¦sm67yXq5E!JSjh¦', 'x');",
            "c = pymysql.connect(\"db\", \"bob\", \"¦tHp6HV61p*FG5H¦\", \"x\")",
            "new NetworkCredential(\"bob\", \"¦W36rRTd2V!zp9u¦\")",
            "new UsernamePasswordCredentials(\"bob\", \"¦E6n4t16hp^tQmz¦\")",
            "new PasswordAuthentication(\"bob\", \"¦E6n4t16hp^tQmz¦\".toCharArray())",
            "url.UserPassword(\"bob\", \"¦E6n4t16hp^tQmz¦\")",
            "smtp.PlainAuth(\"\", \"bob\", \"¦E6n4t16hp^tQmz¦\", host)",
            "login(\"bob\", \"¦h9MDCXI02!6x6U¦\");",
            "jwt.sign(payload, \"¦G1AOboPS0BAqpU7nk2KRZHSu¦\");",
            "jwt.verify(token, \"¦aQUpEkrl2RtvRSWmhP781NA0¦\");",
            "JWT.encode(data, '¦G1AOboPS0BAqpU7nk2KRZHSu¦', 'HS256')",
            "echo \"::add-mask::¦fv1f35wAq^VNpm¦\"",
            "user bob on >¦56XOhLHvI*oELz¦ ~* +@all",
            "db.acme.io:5432:app:bob:¦TVub2Fe3o!zgql¦",
            "*:*:*:bob:¦TVub2Fe3o!zgql¦",
        ],
    );
    assert_hidden("command_password", &["openssl enc -aes-256-cbc -k ¦7npPUp9mC*oGUl¦ -in a"]);
    assert_shown(&[
        "login(\"bob\", password2)",
        "login(\"bob\", \"label of 2\")",
        "getConnection(\"jdbc:x\", properties2)",
        "jwt.sign(payload, \"HS256\")",
        "jwt.verify(token, \"payload_of_2024\")",
        "check(token, \"Password2024\")",
        "echo \"::add-mask::$TOKEN2\"",
        "127.0.0.1:5432:5432",
        "depends on >version2",
    ]);
}

#[test]
fn chosen_passwords_are_hidden_where_one_stands() {
    assert_hidden(
        "assigned_secret",
        &[
            "password = \"¦hunter22¦\"",
            "const password = \"¦p4s5W0rD¦\";",
            "passphrase: '¦CurrentPassword1234¦',",
            "PASSWORD=¦short1234¦",
            "      - PGPASS=¦bdg-687_HpK-Fx7¦",
            "password: ¦short1234¦ # ours",
            "password=¦short1234¦",
            "if (pass === \"¦J4nP79Vxn*kUmC¦\") {}",
            "password = \"¦lVBCfFTRsgN%yG¦\"",
            "let password = \"¦NEPBToxedVo^Ru¦\";",
            "password: ¦IpjXfvmVLCX#FD¦",
            "db.password=¦KdWgCSxSpse%fk¦",
            "curl_easy_setopt(h, CURLOPT_USERPWD, \"¦deploy:hQ7rcLZ2b!HvhQ¦\");",
        ],
    );
    assert_shown(&[
        "password = \"password1\"",
        "password: \"password.required2\"",
        "password: \"required|min:8|max:64\"",
        "password: \"new-password-2\"",
        "password = XmlHttpRequest;",
        "password: userPassword2,",
        "password = \"IsXmlHttpRequest\"",
        "[\"password\", \"address12\"]",
        "t(\"password\", \"Address12\")",
        "decode_pass(\"github.co%2\")",
        "class=\"password\" id=\"password12x\"",
        "password: string12,",
        "| password | varchar255 |",
        "the password is \"too short\" and 8chars2go",
        "token.value = nextToken2;",
    ]);
}

#[test]
fn keys_beside_a_name_are_hidden() {
    assert_hidden(
        "assigned_secret",
        &[
            "expect(user.password).toBe(\"¦J4nP79Vxn*kUmC¦\")",
            "ENV.fetch(\"SECRET_KEY\") { \"¦x9Kp2vQ7mZ4tRw8L¦\" }",
            "driver.findElement(By.id(\"password\")).sendKeys(\"¦J4nP79Vxn*kUmC¦\");",
            "val password by lazy { \"¦x9Kp2vQ7mZ4tRw8L¦\" }",
            "if (\"¦x9Kp2vQ7mZ4tRw8L¦\" == password) {",
            "if (\"¦J4nP79Vxn*kUmC¦\".equals(password)) {",
            "**Password**: `¦x9Kp2vQ7mZ4tRw8L¦`",
            "ENV MYSQL_ROOT_PASSWORD ¦short1234¦",
            "PGPASSWORD=¦short1234¦ psql",
            "{password, \"¦x9Kp2vQ7mZ4tRw8L¦\"}",
        ],
    );
    assert_shown(&[
        "git_pass(oid(&out, \"16A67770B7D8D72317C4b775213C23A8BD74F5E0\"))",
        "{\"licenseKey\": \"abc\", \"name\": \"x9Kp2vQ7mZ4tRw8L\"}",
        "expect(password).to.equal(\"sha512-V7Qr52IhZmdKPVr+Vtw8o\")",
        "it(\"hides the password\", () => load(\"UserProfileDialog2\"))",
    ]);
}

#[test]
fn hashes_of_passwords_are_hidden() {
    assert_hidden(
        "password_hash",
        &[
            "bob:¦$apr1$I1OFDE1c$wh4VS2A0M6Aoj7RDbmtpP/¦",
            "bob:¦$2y$05$8whtEL2Fmh6VCAmFd82qtXKxwbHe8u5zzvY3O8fMscC2oCNJPiTn3¦",
            "bob:¦{SHA}IfyLesJMeAjCVKrke/jiaDtAAWE=¦",
            "bob:¦$5$KvtIFskJlsLHR95A$CABu0dPozYsRq/dGNj4KITBQ21ZK.gC9KVXAkYFNE85¦:19000:0:99999:7:::",
            "x = \"¦$argon2id$v=19$m=65536,t=2,p=1$b2E7zSvjT6TC5DXrqvfxwg$P4hly807ckgYc+kfvaf3rqmJcmKStzw+kV14oMaz8PQ¦\"",
        ],
    );
    assert_shown(&[
        "s/(a)(b)/$1$2/ and $5$6",
        "the scheme $2y$ or {SHA} or $argon2id$",
        "${SHA}/image",
    ]);
}

#[test]
fn more_issuers_are_known() {
    let text = |length: usize| "x9Kp2vQ7mZ4tRw8L".chars().cycle().take(length).collect::<String>();
    let hex = |length: usize| "9fceb02d0ae598e9".chars().cycle().take(length).collect::<String>();
    for (token, kind) in [
        (format!("MT{}.GZadV2.{}", text(24), text(38)), "discord_token"),
        (format!("NzQ{}.Xabc_-.{}", text(21), text(27)), "discord_token"),
        (format!("{}JQQJ99BCACAAAAAAAAAAAAAASAZDO1abc", text(76)), "azure_token"),
        (format!("{}JQQJ99BCACAAAAAAAAAAAAASAZDO1abc", text(52)), "azure_token"),
        (format!("access_token$production${}${}", hex(16), hex(32)), "braintree_token"),
        (format!("gta_{}", hex(40)), "gitea_token"),
        (format!("napi_{}", text(64)), "neon_key"),
        (format!("vercel_blob_rw_{}_{}", text(16), text(30)), "vercel_token"),
        (format!("cio{}", text(32)), "crates_io_token"),
        (format!("dt0s01.{}.{}", text(24), text(64)), "dynatrace_token"),
        (format!("cfut_{}{}", text(40), hex(8)), "cloudflare_token"),
    ] {
        let line = format!("run it with {token} now");
        assert_eq!(redacted_line(&line), format!("run it with [redacted: {kind}] now"));
    }
    assert_hidden(
        "assigned_secret",
        &[
            "AZURE_DEVOPS_EXT_PAT = \"¦ye4wwecmfwtxajd6nd4rzrcgalvzozrzruxpbdcpmvdq55grr7ac¦\"",
            "unseal_key = \"¦zSyfm1TKoiDklzgVvt//iotG14A+tG0HWAGCqwAtJwlW¦\"",
            "<machineKey validationKey=\"¦8FF30ABF9B6AAD445B30D0386CAD60FA¦\" validation=\"SHA1\"/>",
        ],
    );
    assert_hidden(
        "basic_credentials",
        &["proxy_set_header Authorization \"Basic ¦ZGVwbG95OjMyd3FTODA2RSFRNW1W¦\";"],
    );
    assert_shown(&[
        "Module.Xabcde.method and MTx.Get123.value",
        "cioWriter cio_x9Kp2vQ7mZ4tRw8Lx9Kp2vQ7mZ4tRw8L",
        "NEW_PATTERN = \"x9Kp2vQ7mZ\"",
    ]);
}

#[test]
fn backups_of_files_with_secrets_are_recognized_by_their_names() {
    for (path, secret) in [
        ("terraform.tfstate.backup", true),
        ("infra/terraform.tfstate.1700000000.backup", true),
        ("pgpass.conf", true),
        (".env~", true),
        ("..env.swp", true),
        ("id_rsa.bak", true),
        ("app/credentials.json.old", true),
        (".aws/credentials.orig", true),
        ("prod.auto.tfvars.json", true),
        (".vault-pass", true),
        ("deploy/service-account.json", true),
        ("src/key.rs~", false),
        ("notes.bak", false),
        (".swp", false),
        ("~", false),
        ("terraform.tfstate.md", false),
        ("a.backup", false),
    ] {
        assert_eq!(is_secret_path(path), secret, "{path}");
    }
}

#[test]
fn values_in_texts_within_texts_are_hidden() {
    assert_hidden_in(&[
        "{\"source\": [\"!export API_KEY=¦b7AEoOTh0d5Ur9tpcKKi¦\\n\"]}\n",
        "{\"source\": [\"password: ¦b7AEoOTh0d5Ur9tpcKKi¦\\n\", \"x\"]}\n",
        "{\"a\": \"x\\npassword=¦AK0PKmIdaTG42ZTgmvKC¦\\ny\"}\n",
        "{\"a\": \"x\\r\\napi_key=¦AK0PKmIdaTG42ZTgmvKC¦\\r\\ny\"}\n",
        "cmd: \"export API_KEY=¦Rvrj74A3YKV6l6DrgczL¦\\n./run\"\n",
        "s = \"API_KEY=¦kKKv4wbrKfjDPHaBn2cB¦\\nX=1\"\n",
        "s = `API_KEY=¦kKKv4wbrKfjDPHaBn2cB¦\\n`\n",
        "data-cfg=\"{&quot;apiKey&quot;:&quot;¦x9Kp2vQ7mZ4tRw8L¦&quot;}\"\n",
        "data-cfg=\"{&#34;apiKey&#34;:&#34;¦x9Kp2vQ7mZ4tRw8L¦&#34;}\"\n",
        "x=%22apiKey%22%3A%22¦x9Kp2vQ7mZ4tRw8L¦%22\n",
        "next=%26api_key%3D¦x9Kp2vQ7mZ4tRw8L¦\n",
        "\"{\\\\\\\"apiKey\\\\\\\":\\\\\\\"¦x9Kp2vQ7mZ4tRw8L¦\\\\\\\"}\"\n",
        "{\"pass\\u0077ord\": \"¦x9Kp2vQ7mZ4tRw8L¦\"}\n",
        "密码：¦zdnBgudPzhAMf7HswpbT¦\n",
        "パスワード：¦AEQR97m95x5ypK1x45h8¦\n",
        "password： ¦PxD2g23ypjG1KuRaIeUL¦\n",
        "password＝¦dOI0GaNdgWTvfvchd7Pk¦\n",
        "a = \"1\\n\"\r\n\r\nb = \"API_KEY=¦b7AEoOTh0d5Ur9tpcKKi¦\\n\"\r\nc\n",
    ]);
    for text in [
        "printf(\"password: %s\\n\", password_of_user2);\n",
        "log(\"token=\\n\" + nextTokenOf2Users)\n",
        "help = \"secret: the name of a secret\\npassword: at least 8 letters\\n\"\n",
        "a = \"\\\"apiKey\\\": \\\"your-api-key-goes-here\\\"\"\n",
        "href=\"?token=abc&amp;next=%2Fhome2024%2Fmore\"\n",
        "密码：至少八个字符，例如 password2\n",
        "pattern = \"(password|token)[:=]\\\\s*\\n([A-Za-z0-9]{20})\"\n",
    ] {
        assert_eq!(redact(text.as_bytes()), [], "{text}");
    }
}

#[test]
fn values_of_elements_are_hidden_whatever_else_their_tag_has() {
    assert_hidden_in(&[
        "<string name=\"google_api_key\" translatable=\"false\">¦TATB8ldpKjGK2AxSQm5O¦</string>\n",
        "<apiKey xmlns=\"x\">¦7Ly2WY47Gj1yc9zisAEV¦</apiKey>\n",
        "<password enc='x' b=\"y\"><![CDATA[¦lbdT2LLmQ1vsTivtzcez¦]]></password>\n",
        "<password>\n   ¦UlePhZTPuBFbtBfyq8mL¦\n</password>\n",
    ]);
    for text in [
        "<label name=\"password\" class=\"wide\">Your new password</label>\n",
        "<string name=\"password_hint2\" translatable=\"true\">Password2</string>\n",
        "<password enc=\"x\">${db.password}</password>\n",
        "<password>\n  <value/>\n</password>\n",
    ] {
        assert_eq!(redact(text.as_bytes()), [], "{text}");
    }
}

#[test]
fn values_below_what_opens_a_literal_are_hidden_in_every_language() {
    assert_hidden_in(&[
        "let apiKey: String = \"\"\"\n¦Jbbhdi0wB3q88NboHBix¦\n\"\"\"\n",
        "API_KEY = \"\"\"\\\n¦eXSyYV4g6snRoUYA4fXr¦\"\"\"\n",
        "@api_key \"\"\"\n¦iI6bGfKFI6mAezmOWfSL¦\n\"\"\"\n",
        "local api_key = [==[\n¦i9fVJsSheACjTJWYyL4Z¦]==]\n",
        "let api_key = r#\"\n¦kQTrXM4MFwg7drHilZO0¦\"#;\n",
        "auto api_key = R\"(\n¦fkXYo2amlEDLJIyflJEL¦)\";\n",
        "auto api_key = R\"x(\n¦fkXYo2amlEDLJIyflJEL¦)x\";\n",
        "apiKey = ''\n  ¦4PKI9teUoUiggSFDdF4O¦\n'';\n",
        "API_KEY=$(cat <<EOF\n¦E1ig5wQoCXim9oghdhe8¦\nEOF\n)\n",
        "api_key: |2\n    ¦G0YzP1zy4LG3iGSww8rm¦\n",
        "apiKey:\n\n  # the key\n  ¦wFxdxZZz4DBOU9mJg6k9¦\n",
        "db.password=\\\n¦YdMzZEetAoCs0yCGcnk1¦\n",
        "db.password = \\\n   ¦47N6BuDDgmjPkex3y34E¦\n",
        "db.password=¦RVmFKImA9TQrDpzSfqrj¦\\\nx\n",
        "- **Password:** ¦xPoRCI5P8aOCqRLvkxes¦\n",
        "API Key: ¦eO6ziATTSrLPEeAjrgPG¦\n",
    ]);
    for text in [
        "token = \\\n    self.tokens.next_of_2(user)\n",
        "password: str = \"\"\"\nthe text\n\"\"\"\n",
        "The access key: see keys/of_user2.md\n",
        "token:\n\n# a comment\nname2: AnotherName\n",
        "secret = ''\n  nixpkgs/lib2\n'';\n",
    ] {
        assert_eq!(redact(text.as_bytes()), [], "{text}");
    }
}

#[test]
fn names_of_passwords_in_more_languages_are_known() {
    let names =
        ["lösenord", "heslo", "salasana", "parola", "adgangskode", "Jelszó", "mật khẩu", "口令"];
    for name in names {
        assert_hidden_in(&[
            &format!("{name}: ¦x9Kp2vQ7mZ4tRw8L¦\n"),
            &format!("\"{name}\": \"¦x9Kp2vQ7mZ4tRw8L¦\"\n"),
        ]);
    }
}
