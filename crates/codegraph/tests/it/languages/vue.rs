//! Vue.

use firsthand_codegraph::Relation::{Callees, Callers, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "vue",
    files: &[
        (
            "src/Panel.vue",
            r#"<!-- <script>no</script> -->
<script lang="ts">
export const LIMIT = 10
</script>

<script setup lang="ts">
import { ref } from 'vue'
import Row from './Row.vue'
import { step } from './step'

// How often.
const count = ref(LIMIT)

/** Adds. */
function add(by: number) {
  count.value = step(by)
}
add(1)
</script>

<template>
  <Row :open="count > LIMIT" @click="add(2)">{{ step(count) }}</Row>
  <p class="add">add</p>
</template>

<style>
.add { color: red }
</style>
"#,
        ),
        ("src/Row.vue", "<template>\n  <div />\n</template>\n"),
        ("src/step.ts", "export function step(by: number) { return by }\n"),
        (
            "src/main.ts",
            "import Panel, { LIMIT } from './Panel.vue'\nimport Line from '@/Row.vue'\n\nexport const start = () => mount(Panel, Line, LIMIT)\n",
        ),
        ("tsconfig.json", "{ \"compilerOptions\": { \"paths\": { \"@/*\": [\"src/*\"] } } }"),
    ],
    queries: &[
        (Callers, "add"),
        (Callers, "step"),
        (Callers, "Row"),
        (Callees, "add"),
        (References, "LIMIT"),
        (References, "Row"),
        (References, "Panel"),
    ],
    expect: r"
        in src/Panel.vue
            component Panel 1-28
            constant LIMIT 3-3
            constant count 11-12
            function add 14-17
        in src/Row.vue
            component Row 1-3
        callers of add
            src/Panel.vue:1-28 Panel scope
        callers of step
            src/Panel.vue:1-28 Panel import
            src/Panel.vue:14-17 add import
        callers of Row
            src/Panel.vue:1-28 Panel import
        callees of add
            src/step.ts:1-1 step import
        references of LIMIT
            src/main.ts:4-4 start import
            src/main.ts:1-2 - import
            src/Panel.vue:1-28 Panel scope
            src/Panel.vue:11-12 count scope
        references of Row
            src/Panel.vue:1-28 Panel import
            src/main.ts:4-4 start import
            src/main.ts:1-2 - import
        references of Panel
            src/main.ts:4-4 start import
            src/main.ts:1-2 - import
    ",
};
