//! Secrets that are recognized by what carries them: headers, arguments of commands, settings, comments.

use firsthand_source::secrets::SecretScan;

use super::named::{assert_hidden, assert_shown};

#[test]
fn cookies_of_sessions_are_hidden() {
    assert_hidden(
        "session_cookie",
        &[
            "Cookie: PHPSESSID=¦298zf09hf012fh2k7q¦; theme=dark",
            "Set-Cookie: sessionid=¦38afes7a8bq2¦; Path=/; HttpOnly; SameSite=Lax",
            "Set-Cookie: connect.sid=¦s%3AxK9v2pQ7mZ4tRw8L.q83vMIIEowIBAAKC¦; Max-Age=3600",
            "curl -H 'Cookie: JSESSIONID=¦A1B2C3D49F8E7D6C5B4A39281706F5E4¦' https://a.example",
            "curl --cookie \"sid=¦x9Kp2vQ7mZ4tRw8L¦; lang=en\" https://a.example",
            "headers: { Cookie: 'token=¦x9Kp2vQ7mZ4tRw8L¦' }",
            "{\"Cookie\": \"laravel_session=¦x9Kp2vQ7mZ4tRw8Lx9Kp2vQ7¦\"}",
            "request.set('Cookie', 'lang=en; auth=¦q83vMIIE7x2Kp9¦')",
            "document.cookie = \"_app=¦k3jd8f0alq2mzx91¦; path=/\"",
            "req.headers['cookie'] = `csrftoken=¦u32t4o3tb3gg43x¦`",
            "proxy_set_header Cookie \"unused\"; add_header Set-Cookie: id=¦x9Kp2vQ7mZ4tRw8L¦",
            "{\"name\":\"Cookie\",\"value\":\"lang=en; session=¦x9Kp2vQ7mZ4tRw8L¦\"}",
            "{\"name\": \"Set-Cookie\", \"value\": \"sid=¦x9Kp2vQ7mZ4tRw8L¦; Path=/\"}",
            "\"cookies\": [{\"name\": \"sessionid\", \"value\": \"¦x9Kp2vQ7mZ4tRw8L¦\", \"httpOnly\": false}]",
            "\"cookies\":[{\"name\":\"lang\",\"value\":\"en\"},{\"name\":\"sid\",\"path\":\"/\",\"value\":\"¦x9Kp2vQ7mZ4tRw8L¦\"}]",
            "get(url, cookies={\"lang\": \"en\", \"sessionid\": \"¦x9Kp2vQ7mZ4tRw8L¦\"})",
            "cookies = {'token': '¦x9Kp2vQ7mZ4tRw8L¦'}",
            "< set-cookie: __Host-sess=¦Zm9vYmFyMTIzNDU2Nzg5MA==¦; secure",
        ],
    );
    assert_shown(&[
        "Cookie: theme=dark; lang=en-GB; consent=accepted",
        "Set-Cookie: id=a3fWa; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Secure",
        "Set-Cookie: _ga=GA1.2.1234567890.1609459200; Domain=.example.org",
        "Cookie: sessionid=<your-session-id>; csrftoken=${CSRF_TOKEN}",
        "cookie = parse_cookie(header, options2=None)",
        "const cookieName = 'app_session_v2', cookies = session.cookies2",
        "cookies: name=value; other_name=other_value_2",
        "Set-Cookie: session={session_id_2}; Path=/",
        "cookies={\"theme\": \"dark\", \"session\": \"test\"}",
        "{\"name\":\"Cookie\",\"value\":\"theme=dark; lang=en-GB\"}",
        "cookies: [{\"name\": \"consent\", \"value\": \"accepted\"}]",
    ]);
}

#[test]
fn passwords_in_arguments_are_hidden() {
    assert_hidden(
        "command_password",
        &[
            "net use Z: \\\\files\\share ¦Tr0ub4dor&3x¦ /user:corp\\bob /persistent:yes",
            "net use \\\\files\\ipc$ /user:bob ¦Tr0ub4dor&3x¦",
            "net user bob ¦Tr0ub4dor&3x¦ /add",
            "7z a -p¦Tr0ub4dor3x¦ backup.7z data/",
            "7z x backup.7z -p\"¦Tr0ub4dor3x¦\" -oout",
            "7za a -p¦Tr0ub4dor3x¦ -mhe=on backup.7z",
            "unrar x -p¦Tr0ub4dor3x¦ a.rar",
            "rar a -hp¦Tr0ub4dor3x¦ a.rar docs",
            "unzip -P ¦Tr0ub4dor3x¦ a.zip",
            "smbclient //files/share -U bob%¦Tr0ub4dor3x¦ -c ls",
            "smbclient -L files --user='bob%¦Tr0ub4dor3x¦'",
            "rpcclient -U \"corp\\bob%¦Tr0ub4dor3x¦\" 10.0.0.5",
            "htpasswd -b /etc/nginx/.htpasswd bob ¦Tr0ub4dor3x¦",
            "RUN htpasswd -cbB passwd bob '¦Tr0ub4dor3x¦' && nginx -t",
            "htpasswd -nbBC 10 bob ¦Tr0ub4dor3x¦ > auth",
            "rabbitmqctl add_user bob ¦Tr0ub4dor3x¦",
            "rabbitmqctl change_password bob ¦Tr0ub4dor3x¦; rabbitmqctl status",
            "wpa_passphrase home ¦Tr0ub4dor3x¦ > wpa.conf",
            "composer config http-basic.repo.example.org bob ¦Tr0ub4dor3x¦",
            "mc alias set s3 https://s3.example.org minio ¦Tr0ub4dor3x¦",
            "lftp -u bob,¦Tr0ub4dor3x¦ ftp.example.org",
            "curl -b 'session=¦38afes7a8bq2¦' https://a.example",
            "ldapadd -x -D cn=admin -w ¦Tr0ub4dor3x¦ -f a.ldif",
            "snmpwalk -v3 -l authPriv -u bob -A ¦Tr0ub4dor3x¦ host",
            "ipmitool -H host -U root -P ¦Tr0ub4dor3x¦ power on",
            "twine upload -u __token__ -p ¦Tr0ub4dor3x¦ dist/*",
            "ssh-keygen -t ed25519 -N '¦Tr0ub4dor3x¦' -f key",
        ],
    );
    assert_shown(&[
        "net use Z: \\\\files\\share2024",
        "the net use of resources",
        "net user administrator /active:no",
        "7z a -pPASSWORD backup.7z",
        "7z x archive2024.7z -y",
        "smbclient //files/share2024 -U administrator",
        "htpasswd -c /etc/nginx/.htpasswd administrator1",
        "htpasswd -b file user ${PASSWORD}",
        "rabbitmqctl add_user monitoring",
        "rabbitmqctl list_users --formatter=json2",
        "curl -b cookies2024.txt https://a.example",
        "curl -b \"lvl1=whoami1; lvl2=http://127.0.0.1:8081\" http://localhost:8000",
    ]);
}

/// A password in quotes may have blanks; the quick check passes over none of its words, however short.
#[test]
fn contained_passwords_with_blanks_are_hidden() {
    let lines = [
        "ssh-keygen -t ed25519 -N '¦a 3x to¦' -f key",
        "curl -u \"bob:¦Tr0ub4dor or 3x¦\" https://a.example",
        "curl -u bob:'¦Tr0ub4dor or 3x¦' https://a.example",
        "7z a -p\"¦Tr0ub4dor or 3x¦\" backup.7z data/",
        "htpasswd -b file bob \"¦Tr0ub4dor or 3x¦\"",
        "sshpass -p ¦on\"e or 3x¦\" ssh bob@host",
        "echo -n 'bob:¦Tr0ub4dor or 3x¦' | chpasswd",
        "printf 'bob:¦Tr0ub4dor or 3x¦\\n' | chpasswd",
    ];
    assert_hidden("command_password", &lines);
    for line in lines {
        let range = line.find('¦').unwrap()..line.rfind('¦').unwrap() - '¦'.len_utf8();
        let text = line.replace('¦', "");
        for at in range {
            let may_hide = SecretScan::of(text.as_bytes()).may_hide(&(at..at + 1));
            assert!(may_hide, "{line}: {at}");
        }
    }
    assert_shown(&[
        "unzip -P don't do this with 2024.zip",
        "sqlcmd -P it's the password of bob",
        "curl -u \"bob:$(pass show bob)\" https://a.example",
    ]);
}

#[test]
fn passwords_that_are_piped_are_hidden() {
    assert_hidden(
        "command_password",
        &[
            "echo ¦Tr0ub4dor3x¦ | docker login -u bob --password-stdin registry.example.org",
            "echo -n '¦Tr0ub4dor3x¦' | helm registry login --password-stdin host",
            "printf '%s' \"¦Tr0ub4dor3x¦\" | podman login --password-stdin",
            "docker login -u bob --password-stdin <<< \"¦Tr0ub4dor3x¦\"",
            "echo ¦Tr0ub4dor3x¦ | sudo -S apt-get update",
            "echo \"bob:¦Tr0ub4dor3x¦\" | chpasswd",
            "RUN echo 'root:¦Tr0ub4dor3x¦' | chpasswd",
            "echo \"¦Tr0ub4dor3x¦\" | passwd --stdin bob",
            "echo ¦Tr0ub4dor3x¦ | gpg --batch --passphrase-fd 0 -d a.gpg",
            "echo ¦Tr0ub4dor3x¦ | gh auth login --with-token",
        ],
    );
    assert_shown(&[
        "echo \"$PASSWORD\" | docker login --password-stdin",
        "cat password-2024.txt | docker login --password-stdin",
        "docker login --password-stdin < password-2024.txt",
        "echo 'done 2024x' | tee -a log",
    ]);
}

#[test]
fn more_names_of_secrets_are_known() {
    assert_hidden(
        "assigned_secret",
        &[
            "salt = \"¦x9Kp2vQ7mZ4tRw8L¦\"",
            "PASSWORD_SALT=¦x9Kp2vQ7mZ4tRw8Lx9Kp¦",
            "'hashSalt' => '¦q83vMIIE7x2Kp9Lw¦',",
            "session.pepper: ¦x9Kp2vQ7mZ4tRw8L¦",
            "pw = \"¦x9Kp2vQ7mZ4tRw8L¦\"",
            "pw=¦x9Kp2vQ7mZ4tRw8L¦",
            "{\"pw\": \"¦x9Kp2vQ7mZ4tRw8L¦\"}",
            "$db_pw = '¦x9Kp2vQ7mZ4tRw8L¦';",
            "config['pw'] = '¦x9Kp2vQ7mZ4tRw8L¦'",
            "bindpw ¦Tr0ub4dor3x¦",
            "bindpw: ¦x9Kp2vQ7mZ4tRw8L¦",
            "olcRootPW: ¦x9Kp2vQ7mZ4tRw8L¦",
            "rootpw\t¦Tr0ub4dor3x¦",
            "ldap_bind_pw = ¦x9Kp2vQ7mZ4tRw8L¦",
            "userpass: \"¦x9Kp2vQ7mZ4tRw8L¦\"",
            "psk=\"¦x9Kp2vQ7mZ4tRw8L¦\"",
            "PresharedKey = ¦FpCyhws9cxwWoV4xELtfJvjJN+zQVRPISllRWgeopVE=¦",
            "requirepass ¦foobared2024¦",
            "Ocp-Apim-Subscription-Key: ¦9fceb02d0ae598e95dc970b74767f193¦",
            "npm config set _auth ¦x9Kp2vQ7mZ4tRw8Lx9Kp2vQ7¦",
            "npm config set //registry.example.org/:_auth ¦x9Kp2vQ7mZ4tRw8Lx9Kp2vQ7¦",
            "npm config set //registry.example.org/:_authToken ¦x9Kp2vQ7mZ4tRw8L¦",
            "yarn config set npmAuthToken ¦x9Kp2vQ7mZ4tRw8L¦",
            "aws configure set aws_secret_access_key ¦wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY¦",
            "git config --global user.password ¦Tr0ub4dor3x¦",
            "plink -ssh bob@host -pw ¦Tr0ub4dor3x¦ uname",
            "cmdkey /add:host /user:bob /pass:¦Tr0ub4dor3x¦",
            "Start-Job -Password ¦Tr0ub4dor3x¦ -Wait",
            "mount -t cifs -o username=bob,password=¦Tr0ub4dor3x¦ //a/b /mnt",
            "parser.add_argument('--password', default='¦x9Kp2vQ7mZ4tRw8L¦')",
        ],
    );
    assert_shown(&[
        "salt = os.urandom(16)",
        "salt: bytes = generate_salt_2(length)",
        "pw = getpass.getpass()",
        "let pw = password_of(user2)",
        "bindpw secret",
        "pw: string;",
        "basalt = \"x9Kp2vQ7mZ4tRw8L\"",
        "bypass = \"x9Kp2vQ7mZ4tRw8L\"",
        "git config set of 2024options",
        "password managers2go are useful",
        "argocd proj create --gpg-key D56C4FCA57A46444",
        "args: []string{\"--gpg-key=FEDCBA9876543210\", \"--yes\"},",
        "git config --global user.key FEDCBA9876543210",
        "redis-cli set cache:key FEDCBA9876543210",
    ]);
}

#[test]
fn a_comment_names_the_value_of_its_line() {
    assert_hidden(
        "assigned_secret",
        &[
            "default = \"¦x9Kp2vQ7mZ4tRw8L¦\" # password",
            "  \"¦x9Kp2vQ7mZ4tRw8L¦\", // the API token of the service",
            "value: ¦x9Kp2vQ7mZ4tRw8L¦  # db password",
            "connect('bob', '¦Tr0ub4dor3x¦'); // user and password",
            "X = '¦x9Kp2vQ7mZ4tRw8L¦' -- secret",
            "<x>a</x> <y z=\"¦x9Kp2vQ7mZ4tRw8L¦\"/> <!-- apiKey -->",
            "first = ¦x9Kp2vQ7mZ4tRw8L¦ ; the password",
            "char *a = \"¦x9Kp2vQ7mZ4tRw8L¦\"; /* auth token */",
        ],
    );
    assert_shown(&[
        "default = \"production\" # no password",
        "timeout = base64Timeout2  # password",
        "login(user2name)  # asks for the password",
        "name = \"bob\" # password: none",
        "\"x9Kp2vQ7mZ4tRw8L\", // the id of the build",
        "x = \"x9Kp2vQ7mZ4tRw8L\" + y // password",
        "import a from \"./login2.module.css\"; // password form",
        "\"UGF0aWVuY2UgaXMgdGhlIGtleSB0byBzdWNjZXNz\", // \"Patience is the key to success\"",
        "id = \"x9Kp2vQ7mZ4tRw8L\" # asked without auth",
        "ip.parse(\"84d5:51a0:9114:1855:4cfa:f2d7:1f12:7003\"); // pass",
    ]);
}
