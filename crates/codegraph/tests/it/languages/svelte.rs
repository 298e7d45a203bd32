//! Svelte.

use firsthand_codegraph::Relation::{Callees, Callers, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "svelte",
    files: &[
        (
            "src/Panel.svelte",
            r#"<script module lang="ts">
  export function load() { return step(1) }
</script>

<script lang="ts">
  import Row from './Row.svelte'
  import { step } from './step'

  export let open = false
  $: twice = step(2)
  // Toggles.
  const toggle = () => {
    open = !open
  }
</script>

{#if open}
  <Row {open} on:click={toggle} title="a {step(twice)}" />
{/if}
"#,
        ),
        ("src/Row.svelte", "<li>{step}</li>\n"),
        ("src/step.ts", "export function step(by: number) { return by }\n"),
        (
            "src/main.js",
            "import Panel, { load } from './Panel.svelte'\n\nexport const start = () => load(new Panel())\n",
        ),
    ],
    queries: &[
        (Callers, "load"),
        (Callers, "step"),
        (Callers, "Panel"),
        (Callees, "load"),
        (References, "toggle"),
        (References, "Row"),
    ],
    expect: r"
        in src/Panel.svelte
            component Panel 1-19
            function load 2-2
            constant open 9-9
            function toggle 11-14
        in src/Row.svelte
            component Row 1-1
        callers of load
            src/main.js:3-3 start import
        callers of step
            src/Panel.svelte:1-19 Panel import
            src/Panel.svelte:2-2 load import
        callers of Panel
            src/main.js:3-3 start import
        callees of load
            src/step.ts:1-1 step import
        references of toggle
            src/Panel.svelte:1-19 Panel scope
        references of Row
            src/Panel.svelte:1-19 Panel import
    ",
};
