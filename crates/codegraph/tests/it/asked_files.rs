//! Symbols that are paths of files, names that only importers give, and names in strings beside uses.

use firsthand_codegraph::Relation;
use firsthand_codegraph::Relation::{Callers, Definition, References};

use crate::repo::{check_lines, lines, tree};

/// The lines of relations, and their first notes.
fn check_notes(files: &str, rows: &[(Relation, &str, &str, &str)]) {
    let repo = tree(&format!("\n{files}"));
    for (relation, symbol, expect, note) in rows {
        let result = repo.relate(symbol, *relation);
        let first = result.notes.first().map_or("", String::as_str);
        let seen = (lines(&result), first.to_owned());
        assert_eq!(seen, ((*expect).to_owned(), (*note).to_owned()), "{relation} of {symbol}");
    }
}

const FILES: &str = r#"-- server/models/chan.ts
export default class Chan { push() {} }
export const limit = 2;
-- server/use.ts
import Chan from "./models/chan";
import { parse } from "./plugins/input";
export const c = new Chan();
parse("a");
-- server/plugins/input.ts
export function parse(text: string) {}
export const ts = 1;
-- server/plugins/mute.ts
export default { run() {} };
-- client/clock.ts
export default (time: number) => time;
-- client/page.vue
<script setup lang="ts">
import lt from "./clock";
const a = lt(2);
</script>
-- client/other.ts
import { parse as read } from "../server/plugins/input";
read("b");
-- app/models/message_helper.rb
class MessageHelper
  def self.go; end
end
-- app/run.rb
require_relative 'models/message_helper'
MessageHelper.go
-- tools/money.py
def parse_money(a): return a
LIMIT = 2
-- tools/run.py
from tools import money
from tools.money import LIMIT
money.parse_money(1)
-- views/page.html
<p>ts</p>
-- views/list.py
render("views/page.html")
-- notes.md
ts in prose
"#;

#[test]
fn a_file_is_its_declaration_or_what_is_imported() {
    let taken = "is taken as its";
    let more = "the relation files lists what imports or names the file";
    check_notes(
        FILES,
        &[
            (
                References,
                "server/models/chan.ts",
                "server/use.ts:1 import, server/use.ts:3 import",
                &format!("server/models/chan.ts {taken} Chan: {more}"),
            ),
            (
                Definition,
                "models/chan.ts",
                "server/models/chan.ts:1 scope",
                &format!("server/models/chan.ts {taken} Chan: {more}"),
            ),
            (
                Callers,
                "client/clock.ts",
                "client/page.vue:3 import",
                &format!("client/clock.ts {taken} clock: {more}"),
            ),
            (
                References,
                "app/models/message_helper.rb",
                "app/run.rb:2 import",
                &format!("app/models/message_helper.rb {taken} MessageHelper: {more}"),
            ),
            (
                References,
                "server/plugins/input.ts",
                "client/other.ts:1 import, server/use.ts:2 import",
                "server/plugins/input.ts is a file, no declaration: these lines import or name it",
            ),
            (
                Callers,
                "tools/money.py",
                "tools/run.py:1 import, tools/run.py:2 import",
                "tools/money.py is a file, no declaration: these lines import or name it",
            ),
            (
                References,
                "views/page.html",
                "views/list.py:1 import",
                "views/page.html is a file, no declaration: these lines import or name it",
            ),
            (
                References,
                "server/plugins/mute.ts",
                "",
                &format!("server/plugins/mute.ts {taken} mute: {more}"),
            ),
            (
                Definition,
                "tools/money.py",
                "tools/money.py:1 scope",
                "tools/money.py is a file, no declaration: the relation files lists what imports or names it",
            ),
            (
                References,
                "server/model/chan.ts",
                "",
                "no file server/model/chan.ts: did you mean server/models/chan.ts?",
            ),
            (Callers, "server/models/nothing.ts", "", "no file server/models/nothing.ts"),
            // Of another root: it is not corrected to a file of this one.
            (
                References,
                "api:/server/plugins/input.ts",
                "",
                "no file api:/server/plugins/input.ts",
            ),
            (Definition, "api:/server/ts.ts", "", "no file api:/server/ts.ts"),
        ],
    );
}

#[test]
fn an_importers_own_name_leads_to_what_is_exported() {
    check_notes(
        FILES,
        &[
            (
                Callers,
                "lt",
                "client/page.vue:3 import",
                "lt is what client/page.vue:2 calls clock of client/clock.ts",
            ),
            (
                Callers,
                "read",
                "client/other.ts:2 import, server/use.ts:4 import",
                "read is what client/other.ts:1 calls parse of server/plugins/input.ts",
            ),
            (
                Definition,
                "lt",
                "client/clock.ts:1 scope",
                "lt is what client/page.vue:2 calls clock of client/clock.ts",
            ),
        ],
    );
}

/// A name of several words is looked up by a string; one of one word is chance there, and in many texts.
#[test]
fn strings_beside_uses_are_listed_as_texts() {
    let texts: String = (0..9).map(|at| format!("-- docs/{at}.txt\nload and load_all\n")).collect();
    let code = r#"-- a.py
def load_all(): pass
def load(): pass
load_all()
load()
t = '{{ value|load_all }}'
u = 'load'
# load_all
v = ('load_all', load_all)
"#;
    let listed: String = (0..9).map(|at| format!(", docs/{at}.txt:1 text")).collect();
    check_lines(
        &format!("{code}{texts}"),
        &[
            (References, "load_all", &format!("a.py:3 scope, a.py:5 text, a.py:8 scope{listed}")),
            (References, "load", "a.py:4 scope"),
        ],
    );
}
