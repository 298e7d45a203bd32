//! Measures how many secrets are recognized: random values, in each shape of a line that assigns a value to a name.

use firsthand_source::secrets::redact;

/// The number of values of each kind in each shape.
const VALUES: usize = 100;

/// The shapes of a line in which a value (`¤`) is assigned to a name: a name for the shape, and the line.
const SHAPES: &[(&str, &str)] = &[
    ("assignment", "password = \"¤\""),
    ("member", "self.api_key = '¤'"),
    ("Rust", "let password: &str = \"¤\";"),
    ("Rust constant", "const API_KEY: &'static str = \"¤\";"),
    ("Rust conversion", "let secret = String::from(\"¤\");"),
    ("Rust raw string", "let token = r#\"¤\"#;"),
    ("TypeScript", "const apiKey: string = \"¤\";"),
    ("TypeScript optional", "token?: string = '¤'"),
    ("Kotlin", "val password: String = \"¤\""),
    ("Swift", "let clientSecret: String? = \"¤\""),
    ("Scala", "val authToken: Option[String] = Some(\"¤\")"),
    ("TypeScript cast", "const token = <string>\"¤\";"),
    ("Go variable", "var apiKey = \"¤\""),
    ("Go typed", "var password string = \"¤\""),
    ("Go short", "accessToken := \"¤\""),
    ("Java", "private static final String PASSWORD = \"¤\";"),
    ("C array", "static const char password[] = \"¤\";"),
    ("C sized array", "char api_key[64] = \"¤\";"),
    ("C++ braces", "constexpr std::string_view kApiKey{\"¤\"};"),
    ("C definition", "#define API_KEY \"¤\""),
    ("C# verbatim", "string password = @\"¤\";"),
    ("PHP variable", "$db_password = '¤';"),
    ("PHP definition", "define('API_KEY', '¤');"),
    ("PHP array", "'secret' => '¤',"),
    ("Ruby symbol", "secret_key_base: '¤',"),
    ("Python bytes", "token = b\"¤\""),
    ("Python format", "token = f\"¤\""),
    ("Python raw", "token = r'¤'"),
    ("Python triple", "password = \"\"\"¤\"\"\""),
    ("Python brackets", "password = (\"¤\")"),
    ("Python index", "os.environ[\"PASSWORD\"] = \"¤\""),
    ("Python default", "def login(user, password='¤'):"),
    ("JavaScript template", "const apiKey = `¤`;"),
    ("JavaScript default", "password: process.env.DB_PW || \"¤\","),
    ("JavaScript nullish", "const token = load() ?? '¤'"),
    ("Python or", "api_key = given or \"¤\""),
    ("setter", "config.setPassword(\"¤\");"),
    ("builder", ".api_key(\"¤\")"),
    ("environment call", "setenv(\"API_KEY\", \"¤\", 1);"),
    ("JSON", "\"clientSecret\": \"¤\","),
    ("JSON in a string", "body = \"{\\\"password\\\": \\\"¤\\\"}\""),
    ("YAML", "  password: ¤"),
    ("YAML quoted", "  api-key: \"¤\""),
    ("YAML close", "password:¤"),
    ("TOML", "auth_token = \"¤\""),
    ("properties", "spring.datasource.password=¤"),
    ("environment file", "DB_PASSWORD=¤"),
    ("environment file marked", "\u{feff}API_KEY=¤"),
    ("container file", "ENV API_TOKEN ¤"),
    ("container file assigned", "ENV API_TOKEN=¤"),
    ("shell", "export SECRET_KEY=\"¤\""),
    ("csh", "setenv AUTH_TOKEN ¤"),
    ("flag", "deploy --token ¤ --verbose"),
    ("flag assigned", "deploy --password=¤"),
    ("XML element", "<password>¤</password>"),
    ("XML attribute", "<user name=\"app\" password=\"¤\"/>"),
    ("XML setting", "<add key=\"ApiKey\" value=\"¤\" />"),
    ("XML named", "<string name=\"api_key\">¤</string>"),
    ("query of a URL", "https://a.example/x?page=1&access_token=¤&n=2"),
    ("connection", "Server=db;User=app;Password=¤;Port=1"),
    ("comparison", "if password == \"¤\":"),
    ("strict comparison", "if (req.body.password === '¤') {"),
    ("Java comparison", "if (password.equals(\"¤\")) {"),
    ("value of a member", "form.password.value = \"¤\";"),
    ("Kotlin default", "val apiKey = System.getenv(\"X\") ?: \"¤\""),
    ("Kotlin pair", "mapOf(\"secret\" to \"¤\")"),
    ("Scala pair", "Map(\"secret\" -> \"¤\")"),
    ("Elixir tuple", "x = {:secret, \"¤\"}"),
    ("Elixir sigil", "passphrase = ~s(¤)"),
    ("Ruby literal", "config.secret_key = %q(¤)"),
    ("Lua brackets", "secret = [[¤]]"),
    ("Perl literal", "my $password = q{¤};"),
    ("C++ raw", "auto password = R\"(¤)\";"),
    ("C option", "curl_easy_setopt(h, CURLOPT_PASSWORD, \"¤\");"),
    ("shell default", "SECRET=${SECRET:-¤}"),
    ("shell assigned default", ": \"${DB_PASSWORD:=¤}\""),
    ("default of another", "api_token: ${OTHER:-¤}"),
    ("Spring default", "@Value(\"${db.password:¤}\")"),
    ("YAML anchor", "password: &pw ¤"),
    ("YAML tag", "password: !!str ¤"),
    ("XML value first", "<add value=\"¤\" key=\"DbPassword\"/>"),
    ("XML character data", "<password><![CDATA[¤]]></password>"),
    ("JSON object", "\"password\": {\"value\": \"¤\"}"),
    ("concatenation", "password = \"\" + \"¤\""),
    ("nginx", "set $secret ¤;"),
    ("sentence", "The admin password is `¤`."),
    ("statement", "INSERT INTO u (n, password) VALUES (1, '¤');"),
    ("table", "| password | `¤` |"),
    ("German", "passwort: ¤"),
    ("Russian", "пароль = \"¤\""),
];

// Alphabets that values are drawn from.
const HEX: &[u8] = b"0123456789abcdef";
const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz";
const MIXED: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const BASE36: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
const BASE62: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const BASE64: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+/";

/// The kinds of values: a name, the alphabet, and the number of characters.
const KINDS: &[(&str, &[u8], usize)] = &[
    ("base62", BASE62, 12),
    ("base62", BASE62, 16),
    ("base62", BASE62, 24),
    ("base62", BASE62, 40),
    ("base64", BASE64, 32),
    ("base36", BASE36, 12),
    ("base36", BASE36, 16),
    ("base36", BASE36, 32),
    ("hexadecimal", HEX, 16),
    ("hexadecimal", HEX, 24),
    ("hexadecimal", HEX, 32),
    ("hexadecimal", HEX, 64),
    ("letters", MIXED, 12),
    ("letters", MIXED, 16),
    ("letters", MIXED, 24),
    ("small letters", LETTERS, 16),
    ("small letters", LETTERS, 24),
];

/// A deterministic random number generator (splitmix64).
struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn text(&mut self, alphabet: &[u8], length: usize) -> String {
        let letter = |_| char::from(alphabet[self.next() as usize % alphabet.len()]);
        (0..length).map(letter).collect()
    }
}

/// Whether the value is hidden; checks that the text around it is shown.
fn is_redacted(shape: &str, value: &str) -> bool {
    let line = shape.replace('¤', value);
    let surrounding: Vec<&str> = shape.split('¤').collect();
    let redacted = redact(line.as_bytes());
    redacted.first().is_some_and(|line| {
        let text = &line.text;
        let surrounding_is_shown =
            text.starts_with(surrounding[0]) && text.ends_with(surrounding[1]);
        assert!(surrounding_is_shown, "{shape} with {value}: {text}");
        !text.contains(value)
    })
}

/// Of 1,000 values at least 950 are redacted, in each shape over all kinds of values, and of each kind over all shapes;
/// of values with 12 characters, at least 800.
#[test]
fn most_planted_values_are_redacted() {
    let mut rng = Rng(1);
    let mut redacted_by_kind = vec![0; KINDS.len()];
    let mut table = Vec::new();
    for (name, shape) in SHAPES {
        let mut redacted = 0;
        for (redacted_of_kind, (_, alphabet, length)) in redacted_by_kind.iter_mut().zip(KINDS) {
            let values = (0..VALUES).map(|_| rng.text(alphabet, *length));
            let count = values.filter(|value| is_redacted(shape, value)).count();
            *redacted_of_kind += count;
            redacted += count;
        }
        table.push((name.to_string(), redacted * 1000 / (VALUES * KINDS.len())));
    }
    for (redacted, (name, _, length)) in redacted_by_kind.iter().zip(KINDS) {
        let value_count = VALUES * SHAPES.len();
        table.push((format!("{name}, {length}"), redacted * 1000 / value_count));
    }
    let shown: Vec<String> = table.iter().map(|(name, rate)| format!("{name}: {rate}")).collect();
    println!("{}", shown.join("\n"));
    // Many values of twelve characters have no digit, or too few unusual pairs of characters.
    let least = |name: &str| if name.ends_with(", 12") { 800 } else { 950 };
    let low = table.iter().filter(|(name, rate)| *rate < least(name));
    assert_eq!(low.collect::<Vec<_>>(), Vec::<&(String, usize)>::new());
}
