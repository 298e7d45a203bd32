//! Withholds prose that names places which the report does not hold. A withheld fact is a gap:
//! the model can state it without the name.

use firsthand_registry::{Candidate, Receipt, clip, escape};

use crate::claims::texts_of;
use crate::finding::{FailedLink, Finding, Item, Rule};
use crate::gap::Gap;
use crate::prose::Holdings;
use crate::rules::receipts::searched_text;
use crate::{Context, ReportBody, TextOf, Verdict};

/// Replaces a named gap whose text names a place: the gap still counts as missing.
const WITHHELD: &str = "(withheld: it named a place that this report does not hold)";

/// The most characters of a name in a sentence for the model.
const MAX_NAME_CHARS: usize = 80;

pub(super) fn apply(verdict: &mut Verdict, context: &Context<'_>) {
    let body = &mut verdict.body;
    let cited: Vec<_> = body
        .places()
        .filter_map(|place| Some((context.candidate(place)?, place.range())))
        .collect();
    let texts = cited.iter().flat_map(|(candidate, _)| texts_of(candidate));
    let texts: Vec<&str> = texts.chain([context.query]).collect();
    let ranges = cited.iter().map(|(candidate, range)| (candidate.path(), *range));
    let observed = || context.registry.iter().map(Candidate::path);
    let holdings = Holdings::new(ranges.clone(), texts.clone(), observed());
    // What a search looked for may be named as missing.
    let is_sayable = |receipt: &&Receipt| {
        !receipt_texts(receipt).any(|text| holdings.names_unobserved_place(text))
    };
    let searched: Vec<String> = body.absent.iter().filter(is_sayable).map(searched_text).collect();
    let with_searched = texts.iter().copied().chain(searched.iter().map(String::as_str));
    let for_missing = Holdings::new(ranges, with_searched.collect(), observed());
    let (mut findings, mut gaps) = (Vec::new(), Vec::new());
    let mut add_finding = |field: String| {
        findings.push(Finding::new(Rule::ProseReference, format!("{field}: withheld")));
    };
    // Returns the name for which the text is withheld.
    let mut check_in = |holdings: &Holdings<'_>, field: String, text: &mut String| {
        let named = holdings.first_foreign_place(text)?;
        text.clear();
        add_finding(field);
        Some(named)
    };
    let mut check = |field: String, text: &mut String| check_in(&holdings, field, text);
    for link in &mut body.flow {
        check(format!("the role of flow link {}", link.number), &mut link.role);
        if let Some(name) = check(format!("the fact of flow link {}", link.number), &mut link.fact)
        {
            body.withheld.push((TextOf::Fact, link.number));
            let dropped = dropped_link_of(&name, &body.failed, context);
            gaps.push(Gap::fact_withheld(link.number, link.place.id(), &name, dropped));
        }
    }
    for (number, read) in (1..).zip(&mut body.read_targets) {
        let field = format!("the purpose of read target {number}");
        if let Some(name) = check(field, &mut read.purpose) {
            body.withheld.push((TextOf::Purpose, number));
            let name = clip(&escape(&name), MAX_NAME_CHARS).into_owned();
            verdict.mendable.push(format!(
                "read target {number}: its purpose names `{name}`, which the report does not hold; say it without"
            ));
        }
    }
    for (number, gap) in (1..).zip(&mut body.missing) {
        check_in(&for_missing, format!("named gap {number}"), gap);
        if gap.is_empty() {
            WITHHELD.clone_into(gap);
        }
    }
    let mut numbers = 1..;
    body.absent.retain(|receipt| {
        let number = numbers.next().unwrap_or(0);
        let named = receipt_texts(receipt).any(|text| holdings.names_unobserved_place(text));
        if named {
            add_finding(format!("receipt {number}"));
        }
        !named
    });
    let mut numbers = 1..;
    body.search_targets.retain(|target| {
        let number = numbers.next().unwrap_or(0);
        let unseen = holdings.names_unobserved_place(&target.to_string());
        if unseen {
            add_finding(format!("search target {number}"));
        }
        !unseen
    });
    add_lost_roles(body, &holdings, context);
    if !findings.is_empty() {
        body.add_loss(Rule::ProseReference, Item::Text, findings.len());
    }
    body.findings.extend(findings);
    verdict.gaps.extend(gaps);
}

/// Names what was dropped by its role, of which the same holds as beside a place.
fn add_lost_roles(body: &mut ReportBody, holdings: &Holdings<'_>, context: &Context<'_>) {
    for failed in std::mem::take(&mut body.failed) {
        let is_printed = !failed.role.trim().is_empty()
            && failed.role.chars().count() <= context.limits.role_chars
            && holdings.first_foreign_place(&failed.role).is_none();
        if is_printed {
            body.add_lost_role(failed.rule, failed.role.clone());
        }
        body.failed.push(failed);
    }
}

/// The marks of choices in a part of a scope, of which only one has to be there.
const CHOICE_MARKS: [char; 4] = ['{', ',', '}', '\n'];

/// What stands for other text, so that it names no one place.
const WILDCARDS: [char; 2] = ['*', '?'];

/// What is printed of a receipt and may say anything, as a model wrote it: its pattern, and choices in its scope. Any other
/// part of a scope selects a file, or excludes one.
fn receipt_texts(receipt: &Receipt) -> impl Iterator<Item = &str> {
    let choices = receipt.scope.iter();
    let choices = choices.filter(|part| part.contains(CHOICE_MARKS));
    let choices = choices.flat_map(|part| part.split(CHOICE_MARKS));
    let choices = choices.filter(|choice| !choice.contains(WILDCARDS));
    choices.chain([&*receipt.pattern.text])
}

/// The position of the dropped link that would hold the place with this name.
fn dropped_link_of(name: &str, dropped: &[FailedLink], context: &Context<'_>) -> Option<usize> {
    let path = name.split(':').next().filter(|path| !path.is_empty())?;
    let is_of = |failed: &&FailedLink| {
        let ids = failed.cited.iter().chain(&failed.elsewhere);
        let mut places = ids.filter_map(|id| context.registry.get(*id));
        places.any(|place| {
            let folder = place.path().as_str().strip_suffix(path);
            folder.is_some_and(|folder| folder.is_empty() || folder.ends_with('/'))
        })
    };
    dropped.iter().find(is_of).map(|failed| failed.number)
}
