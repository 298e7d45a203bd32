//! A namespace, and a module of types alone, is no place: what is declared in it is.

use crate::repo::Repo;

/// The places of a search, as `kind name first-last`.
fn check(path: &str, text: &str, query: &str, expect: &[&str]) {
    let found = Repo::of(&[(path, text), ("b.txt", "nothing\n")]).search(query);
    let places = found.regions.iter().map(|region| {
        let symbol = region.symbol.as_ref();
        let symbol =
            symbol.map_or("-".to_owned(), |symbol| format!("{} {}", symbol.kind, symbol.qualified));
        format!("{symbol} {}", region.range)
    });
    assert_eq!(places.collect::<Vec<_>>(), expect, "{path} {query}");
}

#[test]
fn what_stands_in_a_wrapper_is_a_place() {
    for (path, text, expect) in [
        (
            "a.cs",
            "using System;\n\nnamespace Shop.Baskets\n{\n    public class Keeper\n    {\n        public void PersistRow() {}\n    }\n}\n",
            "method Shop.Baskets.Keeper.PersistRow 5-8",
        ),
        (
            "a.cpp",
            "#include <a>\n\nnamespace shop {\nnamespace {\n\nvoid persist_row() {\n}\n\n}\n}\n",
            "function shop::persist_row 6-7",
        ),
        (
            "a.ts",
            "namespace Shop {\n  export function persistRow() {\n    keep();\n  }\n}\n",
            "function Shop.persistRow 2-4",
        ),
        (
            "a.rb",
            "module Shop\n  class Keeper\n    def persist_row\n      keep\n    end\n  end\nend\n",
            "method Shop.Keeper.persist_row 2-6",
        ),
        (
            "a.rs",
            "mod shop {\n    pub struct PersistRow {\n        id: u32,\n    }\n}\n",
            "struct shop::PersistRow 2-4",
        ),
        (
            "a.ex",
            "defmodule Shop do\n  defmodule Keeper do\n    def persist_row(row) do\n      row\n    end\n  end\nend\n",
            "function Shop.Keeper.persist_row 2-6",
        ),
    ] {
        check(path, text, "persist row", &[expect]);
    }
}

/// What has statements of its own is a place, and what stands between the members of a wrapper.
#[test]
fn a_module_with_code_of_its_own_is_a_place() {
    let text = "module Shop\n  persist_row :all\n  class Keeper\n  end\nend\n";
    check("a.rb", text, "persist row", &["module Shop 1-5"]);
    let text = "namespace Shop\n{\n    // Rows are persisted below.\n\n\n\n\n    class Keeper\n    {\n    }\n}\n";
    check("a.cs", text, "persisted rows", &["- 1-3"]);
}
