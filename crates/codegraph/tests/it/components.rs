//! Single-file components (Vue, Svelte, Astro), beyond what the fixtures of their languages show.

use firsthand_codegraph::{Cancel, Query, Relation};

use crate::declarations::check;
use crate::repo::{Repo, lines, places};

#[test]
fn a_file_with_a_name_and_text_is_a_component() {
    check("a/Row.vue", "<template>\n  <p/>\n</template>\n", "component Row 1-3");
    check("a/Row.svelte", "{not closed", "component Row 1-1");
    check("a/Row.astro", "", "");
    check("a/.vue", "<script>\nconst a = 1\n</script>\n", "constant a 2-2");
}

#[test]
fn lines_are_those_of_the_file() {
    check(
        "a/Row.vue",
        "<template>\r\n\r\n</template>\r\n<script>\r\nexport default {\r\n  methods: {\r\n    go() {},\r\n  },\r\n}\r\n</script>\r\n",
        "component Row 1-10
         method go 7-7",
    );
}

/// Facts are cached by content, but two files with the same content are components with different names.
#[test]
fn files_with_equal_content_are_different_components() {
    let text = "<template>\n  <p>same</p>\n</template>\n";
    let repo = Repo::of(&[("a/One.vue", text), ("b/Two.vue", text)]);
    let graph = repo.graph();
    for (symbol, expect) in [("One", "a/One.vue:1-3 One scope"), ("Two", "b/Two.vue:1-3 Two scope")]
    {
        let found =
            graph.relate(symbol, Relation::Definition, &Query::default(), &Cancel::default());
        assert_eq!(places(&found), expect);
    }
}

#[test]
fn markup_is_found_by_its_words() {
    let repo = Repo::of(&[
        (
            "src/Panel.vue",
            "<script setup>\nconst open = 1\n</script>\n<template>\n  <p class=\"tab-buttons\">Nothing here</p>\n</template>\n",
        ),
        ("src/other.ts", "export const nothing = 1\n"),
    ]);
    let found = repo.search("tab buttons with nothing here");
    let best = &found.regions[0];
    assert_eq!(best.path, "src/Panel.vue");
    assert!(best.range.start() <= 5 && best.range.end() >= 5, "{}", places(&found));
}

/// A framework may give components to markup without an import.
#[test]
fn a_component_may_be_used_without_an_import() {
    let repo = Repo::of(&[
        ("components/Row.vue", "<template>\n  <p/>\n</template>\n"),
        (
            "pages/list.vue",
            "<script setup>\nconst a = 1\n</script>\n<template>\n  <Row />\n</template>\n",
        ),
        (
            "pages/other.vue",
            "<script setup>\nimport Row from './own.vue'\n</script>\n<template>\n  <Row />\n</template>\n",
        ),
        ("pages/own.vue", "<template>\n  <b/>\n</template>\n"),
    ]);
    let found = repo.relate("Row", Relation::Callers);
    assert_eq!(places(&found), "pages/list.vue:1-6 list name");
}

#[test]
fn a_component_is_used_where_its_file_is_loaded_without_a_name() {
    crate::repo::check_lines(
        r##"
-- pages/a.vue
<template><p>a</p></template>
-- pages/b.vue
<template><p>b</p></template>
-- lib/C.svelte
<p>c</p>
-- router.ts
import { other } from './other'
export const routes = [
  { path: '/a', component: () => import('./pages/a.vue') },
  { path: '/b', component: require('./pages/b.vue').default },
  { path: '/c', component: async () => (await import('./lib/C.svelte')).default },
]
-- use.vue
<template><A/></template>
<script setup>
import A from './pages/a.vue'
</script>
"##,
        &[
            (
                Relation::References,
                "pages/a.vue",
                "router.ts:3 import, use.vue:1 import, use.vue:3 import",
            ),
            (Relation::Callers, "pages/a.vue:1", "router.ts:3 import, use.vue:1 import"),
            (Relation::References, "pages/b.vue", "router.ts:4 import"),
            (Relation::References, "lib/C.svelte", "router.ts:5 import"),
        ],
    );
}

#[test]
fn markup_means_a_member_of_a_vue_component_before_an_import() {
    let template = "<template>\n  <p>{{ shown(at) }}</p>\n</template>\n";
    let import = "import shown from './shown'\n";
    let check = |script: &str, symbol: &str, expect: &str| {
        let text = format!("{template}{script}");
        let files =
            [("Row.vue", text.as_str()), ("shown.ts", "export default (at: Date) => `${at}`\n")];
        let found = Repo::of(&files).relate(symbol, Relation::Callers);
        let found = lines(&found);
        let places = found.split(", ").map(|place| place.split(' ').next().unwrap());
        assert_eq!(places.collect::<Vec<_>>().join(" "), expect, "{symbol} of {script}");
    };
    let set_up = format!(
        "<script lang=\"ts\">\n{import}export default defineComponent({{\n  setup() {{\n    return {{ shown: (at: Date) => shown(at) }}\n  }},\n}})\n</script>\n"
    );
    check(&set_up, "Row.vue:8", "Row.vue:2");
    check(&set_up, "shown.ts:1", "Row.vue:8");
    let methods = format!(
        "<script>\n{import}export default {{\n  methods: {{\n    shown(at) {{ return shown(at) }},\n  }},\n}}\n</script>\n"
    );
    check(&methods, "Row.vue:8", "Row.vue:2");
    check(&methods, "shown.ts:1", "Row.vue:8");
    let handed_on = format!(
        "<script>\n{import}export default {{\n  setup() {{\n    return {{ shown }}\n  }},\n}}\n</script>\n"
    );
    check(&handed_on, "shown.ts:1", "Row.vue:2");
    let names = format!("<script setup>\n{import}const own = {{ shown: (at) => at }}\n</script>\n");
    check(&names, "shown.ts:1", "Row.vue:2");
}
