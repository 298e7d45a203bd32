//! Markdown.

use firsthand_codegraph::Relation::Definition;

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "markdown",
    files: &[(
        "guide.md",
        r##"# Guide

How to buy.

## Paying

By card.

```sh
# not a heading
pay
```

### Refunds

None.

## Help
"##,
    )],
    queries: &[(Definition, "Paying"), (Definition, "Help")],
    expect: r"
        in guide.md
            section Guide 1-18
            section Guide.Paying 5-16
            section Guide.Paying.Refunds 14-16
            section Guide.Help 18-18
        definition of Paying
            guide.md:5-16 Guide.Paying scope
        definition of Help
            guide.md:18-18 Guide.Help scope
    ",
};
