//! Files with secrets in them. This file contains no secret: each is assembled at run time.

use firsthand_testkit::planted_values;

/// A file with one secret in it.
pub(super) struct PlantedSecret {
    pub(super) path: String,
    pub(super) text: String,
    /// The public prefix of the secret's kind.
    pub(super) prefix: String,
    /// The secret without its prefix.
    pub(super) body: String,
}

/// The word that all files with the planted values of other tests contain.
pub(super) const SHARED_PREFIX: &str = "ring";

const HEX: &str = "0123456789abcdef";
const UPPER: &str = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const ALNUM: &str = "aB3dE5fG7hJ9kLmN2pQ4rS6tU8vWxYzAbCDe1FgH0";
const BASE64: &str = "aB3dE5f+G7hJ9kLm/N2pQ4rS6tU8vWxYzAbCDe1FgH0";

/// Characters of an alphabet, chosen by `seed`; every third one is a digit.
fn body(seed: u64, alphabet: &str, length: usize) -> String {
    let (digits, others): (Vec<char>, Vec<char>) = alphabet.chars().partition(char::is_ascii_digit);
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut draw = |from: &[char]| {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0x1405_7B7E_F767_814F);
        from[(state >> 33) as usize % from.len()]
    };
    (0..length).map(|at| draw(if at % 3 == 1 { &digits } else { &others })).collect()
}

/// Each row: path, text with `{}` in place of the secret, the secret's prefix, and the alphabet and length of the rest.
const ROWS: &[(&str, &str, &str, &str, usize)] = &[
    // Tokens of many issuers, in many languages.
    ("src/hub.ts", "export const hub = '{}'\n", "ghp_", ALNUM, 36),
    ("src/hub_pat.py", "HUB = \"{}\"\n", "github_pat_", ALNUM, 60),
    ("src/Hub.java", "class Hub { String hub = \"{}\"; }\n", "ghs_", ALNUM, 36),
    ("ci/lab.yml", "lab:\n  variables:\n    LAB: {}\n", "glpat-", ALNUM, 20),
    ("src/chat.go", "package chat\n\nvar chat = `{}`\n", "xoxb-", ALNUM, 40),
    ("src/hook.rb", "HOOK = 'https://hooks.slack.com/services/{}'\n", "", ALNUM, 44),
    ("src/pay.php", "<?php\n$pay = '{}';\n", "sk_live_", ALNUM, 24),
    ("src/pay_hook.kt", "val hook = \"{}\"\n", "whsec_", ALNUM, 32),
    ("src/cloud.tf", "access = \"{}\"\n", "AKIA", UPPER, 16),
    ("src/cloud.ini", "aws_secret_access_key = {}\n", "", BASE64, 40),
    ("src/maps.swift", "let maps = \"{}\"\n", "AIza", ALNUM, 35),
    ("src/oauth.cs", "var oauth = \"{}\";\n", "GOCSPX-", ALNUM, 28),
    ("src/publish.sh", "npm config set //registry.example.org/:_authToken {}\n", "npm_", ALNUM, 36),
    ("src/upload.toml", "[upload]\nuse = \"{}\"\n", "pypi-", ALNUM, 80),
    ("src/ask.js", "ask({ with: \"{}\" })\n", "sk-proj-", ALNUM, 60),
    ("src/ask_old.lua", "local ask = \"{}\"\n", "sk-", ALNUM, 48),
    ("src/ask_other.ex", "ask = \"{}\"\n", "sk-ant-api03-", ALNUM, 60),
    ("src/route.scala", "val route = \"{}\"\n", "sk-or-v1-", HEX, 64),
    ("src/hug.rs", "const HUG: &str = \"{}\";\n", "hf_", ALNUM, 34),
    ("src/mail.c", "static const char *mail = \"{}\";\n", "SG.", ALNUM, 66),
    ("src/call.cpp", "auto call = \"{}\";\n", "SK", HEX, 32),
    ("src/vault.hcl", "vault { use = \"{}\" }\n", "hvs.", ALNUM, 90),
    ("src/shop.jsx", "shop('{}')\n", "shpat_", HEX, 32),
    ("src/ocean.vue", "<script>\nconst ocean = '{}'\n</script>\n", "dop_v1_", HEX, 64),
    ("src/gem.svelte", "<script>let gem = '{}'</script>\n", "rubygems_", HEX, 48),
    ("src/image.astro", "---\nconst image = '{}'\n---\n", "dckr_pat_", ALNUM, 27),
    ("src/brick.sql", "-- {}\nSELECT 1;\n", "dapi", HEX, 32),
    ("src/web.md", "Use {}.c2lnbmF0dXJlMTIz to log in.\n", "eyJhbGciOiJIUzI1NiJ9.eyJ", ALNUM, 40),
    (
        "src/azure.config",
        "<add key=\"a\" value=\"AccountName=a;AccountKey={};B=c\" />\n",
        "",
        BASE64,
        86,
    ),
    // Recognized by a name.
    ("src/assign.py", "password = \"{}\"\n", "", ALNUM, 24),
    ("src/assign.json", "{\"clientSecret\": \"{}\"}\n", "", ALNUM, 32),
    ("src/assign.yaml", "db:\n  password: {} # ours\n", "", ALNUM, 24),
    ("src/assign.toml", "[db]\napi_key = \"{}\"\n", "", ALNUM, 32),
    ("src/assign.properties", "spring.datasource.password={}\n", "", ALNUM, 20),
    ("src/assign.hex.go", "package a\n\nconst apiKey = \"{}\"\n", "", HEX, 40),
    ("src/export.sh", "export AUTH_TOKEN={}\n", "", ALNUM, 24),
    ("Dockerfile", "FROM scratch\nENV API_KEY={} PORT=80\n", "", ALNUM, 24),
    ("compose.yml", "environment:\n  - \"SESSION_SECRET={}\"\n", "", ALNUM, 24),
    ("ci/flow.yml", "env:\n  DEPLOY_TOKEN: '{}'\n", "", ALNUM, 32),
    ("env.template", "API_TOKEN={}\n", "", ALNUM, 24),
    ("src/line.sh", "run --access-token={} --fast\n", "", ALNUM, 24),
    ("src/query.ts", "fetch('https://a.example/x?api_key={}&page=2')\n", "", ALNUM, 24),
    ("src/url.py", "DATABASE = 'postgres://app:{}@db.internal:5432/app'\n", "", ALNUM, 16),
    (
        "src/import.ts",
        "import x from 'https://me:{}@host.example/x.ts'\n\nexport function ring() { x() }\n",
        "",
        ALNUM,
        24,
    ),
    ("src/basic.http", "GET /\nAuthorization: Basic {}\n", "", ALNUM, 32),
    ("src/bearer.http", "GET /\nAuthorization: Bearer {}\n", "", ALNUM, 40),
    // In unusual positions.
    ("src/comment.rs", "/* once it was {} */\nfn ring() {}\n", "ghp_", ALNUM, 36),
    ("src/beside.md", "schlüssel → {} ✓ 鍵\n", "ghp_", ALNUM, 36),
    ("src/crlf.txt", "one\r\n{}\r\ntwo\r\n", "glpat-", ALNUM, 24),
    ("src/many.js", "const text = `\n  one\n  {}\n  two\n`\n", "sk_live_", ALNUM, 24),
    ("src/ring.py", "def {}():\n    return ring()\n", "ghp_", ALNUM, 36),
    ("src/ring.ts", "export class Ring { {}() { return this.{}() } }\n", "ghp_", ALNUM, 36),
    ("src/ring.sh", "{}() {\n  ring\n}\n", "gho_", ALNUM, 36),
    ("src/types.d.ts", "export interface Ring { '{}': string }\n", "npm_", ALNUM, 36),
    // Files that are never opened.
    (".env", "TOKEN={}\n", "", ALNUM, 30),
    ("deploy/prod.env", "ANY={}\n", "", ALNUM, 30),
    ("certs/tls.key", "{}\n", "", ALNUM, 64),
    ("id_ed25519", "{}\n", "", ALNUM, 64),
    ("infra/prod.tfvars", "any = \"{}\"\n", "", ALNUM, 30),
    ("chart/secrets.yaml", "any: {}\n", "", ALNUM, 30),
];

/// All files with planted secrets.
pub(super) fn corpus() -> Vec<PlantedSecret> {
    let mut all: Vec<PlantedSecret> = ROWS
        .iter()
        .zip(1..)
        .map(|(&(path, text, prefix, alphabet, length), seed)| {
            plant(path.to_owned(), text, prefix, body(seed, alphabet, length))
        })
        .collect();
    // In lines that are too long to be shown whole, before and after the cut.
    for (seed, before) in [(101, 50), (102, 350), (103, 1_990), (104, 9_000)] {
        let text = format!("{}'{{}}'{}\n", "ring ".repeat(before / 5), " bell".repeat(900));
        plant_into(&mut all, &format!("src/long{before}.js"), &text, "ghp_", body(seed, ALNUM, 36));
    }
    // Keys of many lines, in their own files and in source.
    for (seed, label, name) in [
        (201, "RSA PRIVATE KEY", "rsa"),
        (202, "OPENSSH PRIVATE KEY", "ssh"),
        (203, "PGP PRIVATE KEY BLOCK", "pgp"),
    ] {
        let lines: Vec<String> = (0..4).map(|at| body(seed * 10 + at, BASE64, 64)).collect();
        let text = format!("ring\n-----BEGIN {label}-----\n\n{{}}\n-----END {label}-----\nbell\n");
        plant_into(&mut all, &format!("src/{name}.txt"), &text, "-----BEGIN ", lines.join("\n"));
    }
    let key = body(301, BASE64, 200);
    let text =
        "{\"private_key\": \"-----BEGIN PRIVATE KEY-----\\n{}\\n-----END PRIVATE KEY-----\\n\"}\n";
    plant_into(&mut all, "src/account.json", text, "", key);
    // The formats of all issuers, and all carriers.
    all.extend(planted_values().into_iter().map(|value| PlantedSecret {
        path: value.path,
        text: value.text,
        prefix: SHARED_PREFIX.to_owned(),
        body: value.secret,
    }));
    // In the name of a file, and of a folder.
    let name = body(401, ALNUM, 36);
    plant_into(&mut all, &format!("src/ghp_{name}.ts"), "ring()\n", "", name.clone());
    let name = body(402, ALNUM, 24);
    plant_into(&mut all, &format!("sk_live_{name}/ring.ts"), "ring()\n", "", name.clone());
    all
}

fn plant(path: String, text: &str, prefix: &str, body: String) -> PlantedSecret {
    PlantedSecret {
        text: text.replace("{}", &format!("{prefix}{body}")),
        prefix: prefix.to_owned(),
        path,
        body,
    }
}

fn plant_into(all: &mut Vec<PlantedSecret>, path: &str, text: &str, prefix: &str, body: String) {
    all.push(plant(path.to_owned(), text, prefix, body));
}
