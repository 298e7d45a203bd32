//! The line that a report quotes from a place.

use firsthand_agent::validator::Intent;

use crate::repo::Repo;

/// Documentation, comments and examples repeat the question's words; the code decides.
#[tokio::test]
async fn code_that_matches_is_quoted_before_what_stands_around_it() {
    for (path, text, question, expect) in [
        (
            "shop.py",
            "def voucher_limit(voucher, basket):\n    \"\"\"Which voucher limit a basket has.\n\n    >>> voucher_limit(voucher, basket).halved\n    \"\"\"\n    # The voucher limit of a basket is halved for a guest.\n    if basket.guest and voucher.limit:\n        return voucher.limit / 2\n    return 0\n",
            "where is the voucher limit of a basket halved for a guest?",
            "7: if basket.guest and voucher.limit:",
        ),
        (
            "src/parcel.ts",
            "export class Parcel {\n  /** The weight of a parcel that is too heavy for the belt. */\n  check(item: Item) {\n    return item.weight > this.belt.limit\n  }\n}\n",
            "which weight is too heavy for the belt?",
            "4: return item.weight > this.belt.limit",
        ),
        (
            "belt.go",
            "package belt\n\nfunc Sort(p Item) error {\n\t// What is too heavy for the belt is rejected here.\n\tif p.Weight > beltLimit {\n\t\treturn errRejected\n\t}\n\treturn nil\n}\n",
            "when is something rejected that is too heavy for the belt?",
            "5: if p.Weight > beltLimit {",
        ),
        (
            "src/belt.rs",
            "//! How the belt rejects what is heavy.\n\n/// Rejects what is too heavy for the belt.\npub fn sort(item: &Item) -> bool {\n    item.weight > belt_limit()\n}\n",
            "what is too heavy for the belt?",
            "5: item.weight > belt_limit()",
        ),
    ] {
        let report = Repo::new(&[(path, text)]).ask(question, Intent::Locate).await;
        let quote = &report.body().flow[0].quote;
        assert_eq!(format!("{}: {}", quote.line, quote.text), expect, "{path}");
    }
}

/// The title names the declaration, so its line is quoted only where no other one matches.
#[tokio::test]
async fn what_decides_is_quoted_before_the_declaration_that_the_title_names() {
    for (path, text, question, expect) in [
        (
            "app/jobs/deliver_job.rb",
            "class DeliverJob\n  def deliver_message(message)\n    log \"message\"\n    if message.attempts >= config.maximum_delivery_attempts\n      message.fail\n    end\n  end\nend\n",
            "after how many attempts does it fail to deliver a message?",
            "4: if message.attempts >= config.maximum_delivery_attempts",
        ),
        (
            "books.py",
            "def upload_book(book, extension):\n    link = book.link(book.id)\n    if extension not in allowed:\n        flash(\"This extension of a book is not allowed\",\n              category=link)\n",
            "what happens when an uploaded book has an extension that is not allowed?",
            "4: flash(\"This extension of a book is not allowed\",",
        ),
        (
            "src/Clipboard.cpp",
            "void Clipboard::setText(const QString& text)\n{\n    auto clipboard = board();\n    clipboard->put(text);\n    // clear the clipboard later\n    if (config()->clearClipboard()) {\n        start();\n    }\n}\n",
            "when does it clear the clipboard?",
            "6: if (config()->clearClipboard()) {",
        ),
        // Nothing else matches.
        (
            "src/parcel.ts",
            "export function weighParcel(item: Item) {\n  return item.mass\n}\n",
            "where do we weigh a parcel?",
            "1: export function weighParcel(item: Item) {",
        ),
        // All of the declaration is one line.
        (
            "src/limits.ts",
            "import { parcel } from './parcel'\nexport const parcelLimit = 30\n",
            "what is the limit of a parcel?",
            "2: export const parcelLimit = 30",
        ),
    ] {
        let report = Repo::new(&[(path, text)]).ask(question, Intent::Locate).await;
        let quote = &report.body().flow[0].quote;
        assert_eq!(format!("{}: {}", quote.line, quote.text), expect, "{path}");
    }
}

/// Code that is commented out does not run, whatever it holds of the question.
#[tokio::test]
async fn code_that_is_commented_out_decides_nothing() {
    let rows = [
        (
            "a.py",
            "def check(one, other):\n    log.info(one)\n#\tartist_spelling(one)['artist'] == artist_spelling(other)\n    #if one.artist_spelling: return other.artist_spelling\n    return fold(one.artist) == fold(other.artist)\n",
            5,
        ),
        (
            "a.ts",
            "export function check(one: A, other: A) {\n  // db['artist'].c['artist_spelling'] == a['artist'];\n  return fold(one.artist) === fold(other.artist)\n}\n",
            3,
        ),
        (
            "a.js",
            "function check(one, other) {\n  /*\n  if (db['artist'].c['artist_spelling'] == a['artist'];) {\n    return check.artist(other);\n  }\n  */\n  return fold(one.artist) === fold(other.artist)\n}\n",
            7,
        ),
        (
            "a.go",
            "package a\n\nfunc Check(one, other A) bool {\n\t//db['artist'].c['artist_spelling'] == a['artist'];\n\treturn fold(one.Artist) == fold(other.Artist)\n}\n",
            5,
        ),
        (
            "A.java",
            "class A {\n  boolean check(A one, A other) {\n    /* if (db['artist'].c['artist_spelling'] == a['artist'];) { return true; } */\n    return fold(one.artist).equals(fold(other.artist));\n  }\n}\n",
            4,
        ),
        (
            "a.rb",
            "def check(one, other)\n  log(one)\n=begin\n  db['artist'].c['artist_spelling'] == a['artist'];\n=end\n  # db['artist'].c['artist_spelling'] == a['artist'];\n  fold(one.artist) == fold(other.artist)\nend\n",
            7,
        ),
        (
            "a.php",
            "<?php\nfunction check($one, $other) {\n    # db['artist'].c['artist_spelling'] == a['artist'];\n    return fold($one->artist) == fold($other->artist);\n}\n",
            4,
        ),
        (
            "a.rs",
            "fn check(one: &A, other: &A) -> bool {\n    // db['artist'].c['artist_spelling'] == a['artist'];\n    fold(&one.artist) == fold(&other.artist)\n}\n",
            3,
        ),
        (
            "a.lua",
            "function check(one, other)\n  log(one)\n  --[[ db['artist'].c['artist_spelling'] == a['artist'];\n  ]]\n  --db['artist'].c['artist_spelling'] == a['artist'];\n  return fold(one.artist) == fold(other.artist)\nend\n",
            6,
        ),
        (
            "a.sql",
            "-- SELECT artist_spelling(one.artist) = artist_spelling(other.artist);\nSELECT one.artist FROM songs one WHERE one.artist = fold(one.artist);\n",
            2,
        ),
        (
            "a.cs",
            "class A {\n  bool Check(A one, A other) {\n    //db['artist'].c['artist_spelling'] == a['artist'];\n    return Fold(one.Artist) == Fold(other.Artist);\n  }\n}\n",
            4,
        ),
        (
            "a.dart",
            "bool check(A one, A other) {\n  // db['artist'].c['artist_spelling'] == a['artist'];\n  return fold(one.artist) == fold(other.artist);\n}\n",
            3,
        ),
        // Where nothing else matches, prose is quoted, and never what does not run.
        (
            "b.py",
            "def equal(one, other):\n    log.info(one)\n    # Two spellings of an artist are the same in small letters.\n    #return artist_spelling(one)['artist'] == artist_spelling(other)\n    return fold(one) == fold(other)\n",
            3,
        ),
        (
            "c.py",
            "def equal(one, other):\n    log.info(one)\n    #return artist_spelling(one)['artist'] == artist_spelling(other)\n    return fold(one) == fold(other)\n",
            1,
        ),
    ];
    for (path, text, expect) in rows {
        let question = "how does it see that two spellings are the same artist?";
        let report = Repo::new(&[(path, text)]).ask(question, Intent::Locate).await;
        let quote = &report.body().flow[0].quote;
        assert_eq!(quote.line, expect, "{path}: {}", quote.text);
    }
}
