//! The declarations that a place is labelled with and that its fact names.

use firsthand_agent::validator::Intent;

use crate::repo::Repo;
use crate::summary;

/// Comments match before and after a declaration that has no word of the question: the place is not labelled with it.
#[tokio::test]
async fn a_place_is_not_labelled_with_a_declaration_that_does_not_match() {
    let text = "/*\n * The parcel belt sorts by weight.\n */\n\nint finish(void);\n\n\
                /*\n * The parcel belt has a speed and a weight limit.\n */\n\n";
    let mut files: Vec<(String, &str)> =
        (0..9).map(|n| (format!("src/other{n}.c"), "int other(void);\n")).collect();
    files.push(("src/belt.h".to_owned(), text));
    let files: Vec<(&str, &str)> = files.iter().map(|(p, t)| (&**p, *t)).collect();
    let report =
        Repo::new(&files).ask("which weight limit has the parcel belt?", Intent::Locate).await;
    insta::assert_snapshot!(summary(&report), @r#"
    read_targets low
    src/belt.h:1-9 () Has the words weight, limit, parcel.
      8> * The parcel belt has a speed and a weight limit.
    read src/belt.h required=false
    "#);
}

/// The label of a place is the outermost declaration that it shows, even if the match is inside an inner one.
#[tokio::test]
async fn a_place_is_labelled_with_its_outermost_declaration() {
    let text = "/// How the pool behaves.\npub struct Settings {\n    pub idle_timeout: u32,\n    pub idle_minimum: u32,\n}\n";
    let report = Repo::new(&[("src/settings.rs", text), ("src/main.rs", "fn main() {}\n")])
        .ask("idle timeout minimum", Intent::Locate)
        .await;
    let shown = summary(&report);
    assert!(!shown.contains(":1-5 (field)"), "{shown}");
}

/// A line that stands twice in a place is quoted where it was chosen, and the head of the place is the declaration with it.
#[tokio::test]
async fn a_place_is_labelled_with_the_declaration_of_the_quoted_line() {
    let text = "def start(belt):\n    if belt.is_free(\"parcels\"):\n        belt.run()\n\n\n\
                def refuse(belt, heavy):\n    weight = heavy.weight\n    if belt.is_free(\"parcels\"):\n        belt.push(weight)\n";
    let repo = Repo::new(&[("src/belt.py", text), ("src/main.py", "def main():\n    pass\n")]);
    let report = repo.ask("when are parcels free?", Intent::Explain).await;
    insta::assert_snapshot!(summary(&report), @r#"
    read_targets low
    src/belt.py:1-9 (function) `refuse`: `def refuse(belt, heavy)`. Also `start`.
      8> if belt.is_free("parcels"):
    read src/belt.py required=false
    "#);
}

#[tokio::test]
async fn a_place_is_labelled_with_the_content_of_a_namespace() {
    let method = |name: &str| format!("    def {name}(voucher)\n      voucher.{name}\n    end\n\n");
    let methods: String = ["apply", "expire", "renew"].map(method).concat();
    let class = format!("  # The vouchers of a customer.\n  class Vouchers\n{methods}  end\n");
    for text in [
        format!("# A shop.\nmodule Shop\n{class}end\n"),
        format!("# A shop.\nmodule Shop\nmodule Sales\n{class}end\nend\n"),
    ] {
        let repo = Repo::new(&[("lib/vouchers.rb", &text)]);
        let report = repo.ask("how are vouchers renewed?", Intent::Explain).await;
        let facts: Vec<&str> = report.body().flow.iter().map(|link| link.fact.as_str()).collect();
        assert_eq!(facts, ["`Vouchers`: The vouchers of a customer."], "{text}");
    }
}

/// What the question names comes first, and so does what several places use: neither is a step of a chain.
#[tokio::test]
async fn what_the_question_names_comes_before_its_users() {
    let users = ["one", "two", "three", "four"];
    let users = users.map(|name| {
        let text =
            format!("import {{ AlphaStore }} from './s'\nexport const {name} = new AlphaStore()\n");
        (format!("{name}.ts"), text)
    });
    let mut files: Vec<(&str, &str)> =
        users.iter().map(|(path, text)| (&**path, &**text)).collect();
    files.push(("s.ts", "export class AlphaStore {\n  load() {}\n}\n"));
    let repo = Repo::new(&files);
    for (question, count) in [("where is AlphaStore", 5), ("AlphaStore", 5)] {
        let report = repo.ask(question, Intent::Explain).await;
        let flow = &report.body().flow;
        assert_eq!(flow.len(), count);
        assert_eq!(flow[0].fact, "`AlphaStore`.", "{question}");
    }
}

/// A place of several declarations names those of which the text is about the question, whatever their own names are.
#[tokio::test]
async fn a_place_names_the_declarations_that_are_asked_for() {
    let files = [
        (
            "depot.go",
            "package depot\n\n\
             // Handle waits for a courier and keeps the courier for new parcels.\n\
             func (d *Depot) Handle(c *Courier) {\n\tcourier := newCourier(c)\n\td.couriers = append(d.couriers, courier)\n}\n\n\
             // DropCourier ends a courier.\n\
             func (d *Depot) DropCourier(c *Courier) {\n\td.couriers = nil\n}\n\n\
             func (d *Depot) DropEveryCourier() {\n\td.couriers = nil\n}\n\n\
             // Announce writes to each courier that a new parcel was made.\n\
             func (d *Depot) Announce(p *Parcel) {\n\tfor _, c := range d.couriers {\n\t\tc.write <- p\n\t}\n}\n",
        ),
        (
            "depot.py",
            "def handle(courier):\n    \"\"\"Waits for a courier and keeps the courier for new parcels.\"\"\"\n    couriers.append(new_courier(courier))\n\n\n\
             def drop_courier(courier):\n    couriers.remove(courier)\n    return couriers\n\n\n\
             def drop_every_courier():\n    couriers.clear()\n    return couriers\n\n\n\
             def Announce(item):\n    \"\"\"Writes to each courier that a new parcel was made.\"\"\"\n    for each in couriers:\n        each.write(item)\n",
        ),
        (
            "depot.rb",
            "# Waits for a courier and keeps the courier for new parcels.\n\
             def handle(courier)\n  @couriers << new_courier(courier)\nend\n\n\
             def drop_courier(courier)\n  @couriers.delete(courier)\nend\n\n\
             def drop_every_courier\n  @couriers.clear\nend\n\n\
             # Writes to each courier that a new parcel was made.\n\
             def Announce(item)\n  @couriers.each { |each| each.write(item) }\nend\n",
        ),
        (
            "depot.ts",
            "/** Waits for a courier and keeps the courier for new parcels. */\n\
             export function handle(courier: Courier) {\n  couriers.push(newCourier(courier))\n}\n\n\
             export function dropCourier(courier: Courier) {\n  couriers.delete(courier)\n}\n\n\
             export function dropEveryCourier() {\n  couriers.clear()\n}\n\n\
             /** Writes to each courier that a new parcel was made. */\n\
             export function Announce(item: Item) {\n  couriers.forEach((each) => each.write(item))\n}\n",
        ),
    ];
    for (path, text) in files {
        let repo = Repo::new(&[(path, text), ("README.md", "# Depot\n")]);
        let question = "how does a courier hear about a new parcel?";
        let report = repo.ask(question, Intent::Explain).await;
        let facts: Vec<&str> = report.body().flow.iter().map(|link| link.fact.as_str()).collect();
        assert!(facts[0].contains("`Announce`"), "{path}: {facts:?}");
    }
}
