"""Tests of the tasks' scripts: `python3 -m unittest discover xtask`."""

from __future__ import annotations

import unittest

import breaks
import write_types

# Types with each kind of part.
BASKET = {
    "description": "A\n basket.",
    "properties": {
        "from": {"type": "boolean", "description": 'Whether it is "kept".'},
        "hits": {
            "type": ["array", "null"],
            "items": {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}]},
        },
        "kind": {"$ref": "#/$defs/Kind"},
        "prices": {"type": "object", "additionalProperties": {"type": "number"}},
        "symbol": {"anyOf": [{"$ref": "#/$defs/Kind"}, {"type": "null"}]},
    },
    "required": ["kind", "symbol"],
    "$defs": {"Kind": {"oneOf": [{"const": "a"}, {"const": "b"}]}},
}
PYTHON = '''
Kind = Literal["a", "b"]


@dataclass(frozen=True)
class Basket:
    """A basket."""

    kind: Kind

    symbol: Optional[Kind]

    from_: Optional[bool] = None
    """Whether it is \\"kept\\"."""

    hits: Optional[List[Tuple[int, str]]] = None

    prices: Optional[Dict[str, float]] = None
'''
TYPESCRIPT = """
/** A basket. */
export interface Basket {
  readonly kind: Kind;
  readonly symbol: Kind | null;
  /** Whether it is "kept". */
  readonly from?: boolean;
  readonly hits?: ReadonlyArray<readonly [number, string]> | null;
  readonly prices?: Readonly<Record<string, number>>;
}

export type Kind = "a" | "b";
"""


class Types(unittest.TestCase):
    def test_records_are_dataclasses_and_interfaces(self):
        for language, expected in ((write_types.Python(), PYTHON), (write_types.TypeScript(), TYPESCRIPT)):
            self.assertEqual(language.file({"Basket": BASKET}), language.head + expected)

    def test_what_has_no_type_is_an_error(self):
        for schema in (
            {"type": "null"},
            {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            {"properties": {"a": {}}},
            {"$ref": "other.json"},
        ):
            with self.assertRaisesRegex(ValueError, "a schema of another form"):
                write_types.Python().file({"A": schema})
        with self.assertRaisesRegex(ValueError, "two types are called Kind"):
            write_types.Python().file({"Basket": BASKET, "Kind": {"type": "string"}})


class Breaks(unittest.TestCase):
    def test_a_break_fits_however_its_text_is_laid_out(self):
        for old, text in (
            ("f(a, b)", "f(a, b)"),
            ("f(a, b)", "f(\n    a,\n    b,\n)"),
            ("A {\n    a,\n}", "A { a }"),
            ("x.y()", "x\n    .y()"),
        ):
            source = f"let é = 1;\n{text};\n"
            found = [source[start:end] for start, end in breaks.spans(source, old)]
            self.assertEqual(found, [text], old)
        for old, text, count in (("f(a, b)", "f(a, c)", 0), ("f(a)", "f(a,) + f()", 1)):
            self.assertEqual(len(breaks.spans(text, old)), count, old)

    def test_a_break_that_fits_nowhere_or_names_no_law_or_rule_is_a_fault(self):
        edit = {"file": "xtask/breaks.py", "old": "def main() -> None:", "new": ""}
        row = {"name": "b", "laws": ["budget"], "edits": [edit]}
        own = lambda change: [fault for fault in breaks.faults([row | change]) if not fault.startswith("no break")]
        self.assertEqual(own({}), [])
        self.assertEqual(own({"laws": ["bugdet"]}), ["b names no law, or none that there is"])
        lost = own({"edits": [edit | {"old": "no such text"}]})
        self.assertEqual(lost, ["what b changes stands 0 times in xtask/breaks.py"])
        self.assertEqual(own({"rule": "no_rule"}), ["no_rule is no rule"])
        self.assertIn("no break takes unknown_id away", breaks.faults([row]))
        self.assertIn("no break takes the law verbatim away", breaks.faults([row]))

    def test_a_test_is_of_the_law_with_which_its_name_begins(self):
        self.assertTrue(breaks.is_of_law("laws::budget_in_text", "budget"))
        self.assertFalse(breaks.is_of_law("laws::budgets", "budget"))


if __name__ == "__main__":
    unittest.main()
