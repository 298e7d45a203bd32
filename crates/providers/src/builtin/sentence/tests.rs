//! First sentences of documentation.

use super::{comment_lines, first_sentence};

fn check(documentation: &str, expect: &str) {
    let seen = first_sentence(comment_lines(documentation.lines()));
    assert_eq!(seen.as_deref().unwrap_or("-"), expect, "{documentation}");
}

fn check_string(documentation: &str, expect: &str) {
    let seen = first_sentence(documentation.lines());
    assert_eq!(seen.as_deref().unwrap_or("-"), expect, "{documentation}");
}

#[test]
fn a_tag_goes_on_to_the_next_one() {
    check("/**\n * @property name  the long text\n *   goes on here for a while\n */", "-");
    check("/**\n * @param a the long text\n * goes on here for a while.\n */", "-");
    check("/**\n   @param a the long text\n   goes on here for a while.\n */", "-");
    check("/**\n * Opens the door.\n *\n * @param a the long\n * text\n */", "Opens the door.");
    check("// @param a the long text\n// goes on here for a while", "-");
    check("# @param a [String] the long text\n#   goes on here for a while", "-");
    check("--- @param a the long text\n--- goes on here for a while", "-");
    check(
        "/**\n * \\param a the long text\n * goes on here\n *\n * Opens the door.\n */",
        "Opens the door.",
    );
    check("/**\n * @a\n */\n// Opens the door.", "Opens the door.");
}

#[test]
fn a_tag_may_say_what_a_declaration_is() {
    check("/**\n * @brief Opens the door.\n * @param a the long\n */", "Opens the door.");
    check(
        "/// \\brief Opens the\n/// front door.\n/// \\param a the long",
        "Opens the front door.",
    );
    check("/**\n * @description Opens the door.\n * @param a b\n */", "Opens the door.");
    check(
        "/// <summary>Opens the door.</summary>\n/// <param name=\"a\">The\n/// long text</param>",
        "Opens the door.",
    );
    check("/// <summary>\n/// Opens the door.\n/// </summary>", "Opens the door.");
    check("/// <param name=\"a\">The long\n/// text goes on here</param>", "-");
    check(
        "/// <param name=\"a\">The long\n/// text goes on</param>\n/// <summary>Opens the door.</summary>",
        "Opens the door.",
    );
}

#[test]
fn a_remark_says_nothing_of_what_follows() {
    check("// %CLIENT FILE ENDS HERE%", "-");
    check("/*** PRIVATE METHODS OF DOORS ***/", "-");
    check("# DO NOT CALL THIS\n# from outside.", "-");
    check("// THE DOOR IS HERE\n//\n// Opens the door.", "Opens the door.");
    check("// Support: IE <=9 only, Android 4 only\n// push.apply throws there", "-");
    check("// TODO: open the door to others.", "-");
    check("# Note: the door is never open.\n#\n# Opens the door.", "Opens the door.");
    check("// HTTP doors are opened.", "HTTP doors are opened.");
    check("/// Opens a door: the front one.", "Opens a door: the front one.");
    check("/** 認証を 確認する 関数です */", "認証を 確認する 関数です.");
}

#[test]
fn a_section_is_about_parts() {
    check_string(
        "\"\"\"Opens the door.\n\n    Args:\n        a: The long text\n    \"\"\"",
        "Opens the door.",
    );
    check_string(
        "\"\"\"\n    Args:\n        a: The long text\n            goes on here\n    \"\"\"",
        "-",
    );
    check_string(
        "\"\"\"\n    Args:\n        a: The long text\n\n    Opens the door.\n    \"\"\"",
        "Opens the door.",
    );
    check_string(
        "\"\"\"\n    Parameters\n    ----------\n    a : int\n        The long text\n    \"\"\"",
        "-",
    );
    check_string(
        "\"\"\"\n    :param a: the long text\n        goes on here\n    :returns: the long text\n    \"\"\"",
        "-",
    );
    check_string("\"\"\":class:`Door` opens by itself.\"\"\"", "class:`Door` opens by itself.");
    check_string("\"\"\"\n    @param a: the long text\n    goes on here\n    \"\"\"", "-");
    check_string(
        "\"\"\"Opens the door:\n        slowly at first.\"\"\"",
        "Opens the door slowly at first.",
    );
    check("/// # Errors\n/// If the door is shut.", "-");
    check("/// - Parameter a: The long text\n///   goes on here for a while", "-");
    check(
        "// Open opens the door.\n//\n// Deprecated: use the other door.",
        "Open opens the door.",
    );
    check("@Route(\"a\")\n/** Opens the door. */", "Opens the door.");
    check("#[derive(Debug)]\n/// Opens the door.", "Opens the door.");
}
