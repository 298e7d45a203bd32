//! What stands between a path and its lines, before, behind and below it.

use super::{WrittenPlace, check};

#[test]
fn a_path_at_the_end_of_a_line_names_the_lines_that_are_listed_below() {
    check(
        "/p/shop.js\n  102:12  error  'a.b' is not defined\n   99:1  error  x\n\n2 problems",
        "p/shop.js p/shop.js:102 p/shop.js:99 a.b",
    );
    check(
        " ---- ----\n  Line   src/Shop.php\n ---- ----\n  103     Undefined\n ---- ----",
        "src/Shop.php src/Shop.php:103",
    );
    check(
        "FILE: /x/Shop.php\n----\nFOUND 2 ERRORS\n----\n 103 | ERROR | no",
        "x/Shop.php x/Shop.php:103",
    );
    check("shop.py\n103-  x\n104:  return", "shop.py shop.py:103 shop.py:104");
    check(
        "<file name=\"a/Shop.java\">\n<error line=\"103\" column=\"5\"",
        "a/Shop.java a/Shop.java:103",
    );
    check("shop.py:\n- line 104: unused\n* Line 7 too", "shop.py shop.py:104 shop.py:7");
    check(
        "code.filepath: /srv/shop.py\ncode.function: total\ncode.lineno: 80",
        "code.filepath srv/shop.py srv/shop.py:80 code.function code.lineno:80",
    );
    check("shop.py\n10:00:00 start\n2026-01-02 end", "shop.py");
    check("in shop.py.\n  104:12 x", "shop.py");
    check("shop.py\n  3 bugs\n  1. one", "shop.py");
    check("shop.py\na\nb\nc\nd\ne\n  104:12  x", "shop.py");
}

#[test]
fn markup_around_a_path_and_its_number_is_none_of_the_text() {
    check("in <b>/www/app/Shop.php</b> on line <b>81</b><br />", "www/app/Shop.php:81");
    check("in <i>C:\\x\\Shop.php</i> line <i>81</i>", "C:/x/Shop.php:81");
    check("<td title='/w/Shop.php'>.../Shop.php<b>:</b>81</td>", "w/Shop.php Shop.php:81");
    check("<code>src/shop.py</code>:80", "src/shop.py:80");
    check("<a href=\"src/shop.py\">src/shop.py</a>, line 80", "src/shop.py src/shop.py:80");
    check("<span>src/shop.py</span> <span>line 80</span>", "src/shop.py:80");
    check("File &quot;/srv/shop.py&quot;, line 80, in total", "srv/shop.py:80");
    check("&#39;src/shop.py&#39;, line 80", "src/shop.py:80");
    check("**src/shop.py**:80 and **b.py** line 3", "src/shop.py:80 b.py:3");
    check("\u{ab}src/shop.py\u{bb}, line 80", "src/shop.py:80");
    check("\u{201c}shop.py\u{201d}: 80", "shop.py:80");
    check("<b>shop.py</b> has <b>3</b> bugs &amp; 4 more", "shop.py:3");
    check("<b>shop.py</b> is <i>fast</i> since 3 releases", "shop.py");
}

#[test]
fn a_line_can_stand_before_its_file_in_many_ways() {
    check("what do lines 80-90 of src/shop.py do", "src/shop.py:80");
    check("lines 80\u{2013}90 in src/shop.py", "src/shop.py:80");
    check("lines 80 to 90 of src/shop.py", "src/shop.py:80");
    check("line 80, in src/shop.py", "src/shop.py:80");
    check("on line 80 in the file src/shop.py", "src/shop.py:80");
    check("at line number 80 of file src/shop.py", "src/shop.py:80");
    check("Line 80, Column 9: src/shop.py", "src/shop.py:80");
    check("ERROR 1064 (42000) at line 66 in file: 'db/a.sql'", "db/a.sql:66");
    check("the 80th line of src/shop.py", "src/shop.py:80");
    check("Line: 80\nFile: src/shop.py", "Line:80 src/shop.py:80");
    check("Filename: src/shop.py\nLine Number: 80", "src/shop.py src/shop.py:80 Number:80");
    check("at line 10. See src/shop.py", "src/shop.py");
    check("a.py:3 and src/shop.py", "a.py:3 src/shop.py");
    check("on 2024-01-15 in src/shop.py", "src/shop.py");
    check("line 10 calls what is in the old src/shop.py", "src/shop.py");
}

#[test]
fn a_number_behind_a_path_has_many_joints() {
    for text in ["f.py (80)", "f.py [80]", "f.py @ 80", "f.py@80", "f.py +80", "'f.py' +80: bad"] {
        let text = text.replace("f.py", "src/f.py");
        let places = WrittenPlace::all(&text);
        assert!(places.iter().any(|place| place.line == Some(80)), "{text}");
    }
    check("f.py 80-90", "f.py:80");
    check("f.py l. 80", "f.py:80");
    check("f.py, ll. 80-90", "f.py:80");
    check("f.py à la ligne 80", "f.py:80");
    check("f.py en la línea 80", "f.py:80");
    check("[C:\\x\\f.c @ 88]", "C:/x/f.c:88");
    check("看f.py:80这里", "看f.py:80 f.py:80");
    check("f.py의 80행", "f.py의:80 f.py:80");
    check("{\"path\":\"f.rb\",\"lines\":{\"begin\":78}}", "f.rb:78");
    check("f.py 2024-01-15", "f.py");
    check("f.py 3-4 bugs", "f.py");
    check("f.py | 80 +++---", "f.py");
    check("f.py +80 -3", "f.py");
    check("f.js@4.17", "f.js@4.17 f.js");
    check("f.py ca. 3 bugs", "f.py");
    check("f.py (3 bugs) and [4 more]", "f.py");
    check("f.py listens on port 8080", "f.py");
    check("f.py 128 KB", "f.py");
    check("f.py v1.80", "f.py v1.80");
}
