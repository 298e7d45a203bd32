//! `decompose`: the same focus along several axes, each with its own sub-queries.

use std::collections::BTreeMap;

use firsthand_codegraph::Relation;

use super::REGIONS;
use super::axes::Axis;
use super::fan_out::{Ask, FanOut, Look, Only};
use super::history::along_time;
use crate::classify::{spelled, undeclared_of};
use crate::hints::Hints;
use crate::hit::{Hit, is_test};
use crate::retrieve::{Edge, declared_at};
use crate::work::Work;
use crate::{DecomposeArgs, RouteAction, RouteDecision, Scope};

/// Regions of a search that stays in one folder.
const OF_MODULE: usize = 4;
/// Declarations that relations are followed from.
const RELATED: usize = 2;

/// Sub-queries of a scope.
fn most(scope: Scope) -> usize {
    match scope {
        Scope::Narrow => 3,
        Scope::Medium => 8,
        Scope::Broad => 20,
    }
}

/// Runs the sub-queries of the decision's axes: in turns, so that a cap takes something of each axis.
pub(super) async fn decompose(run: &mut FanOut, work: &Work, hints: &Hints) {
    let args = match work
        .decision
        .as_ref()
        .map(RouteDecision::parse_decompose_args)
    {
        Some(Ok(args)) => args,
        Some(Err(why)) => return run.degrade(why.to_string()),
        None => return run.degrade("there is no decision"),
    };
    let mut of_axes = Vec::new();
    for axis in &args.axes {
        match along(axis, &args, work, hints) {
            Some(looks) => of_axes.push(looks.into_iter()),
            None => run.degrade(format!("the axis `{axis}` does not apply to code")),
        }
    }
    let mut looks: Vec<Look> = Vec::new();
    loop {
        let turn: Vec<Look> = of_axes.iter_mut().filter_map(Iterator::next).collect();
        if turn.is_empty() {
            break;
        }
        looks.extend(turn);
    }
    let scope = args.resolved_scope();
    if looks.len() > most(scope) {
        run.left_out = looks.len() - most(scope);
        looks.truncate(most(scope));
    }
    if looks.is_empty() {
        looks.push(Look::search("text", &args.focus, REGIONS));
    }
    run.all(looks).await;
}

/// The sub-queries along an axis; `None` for one that code does not have.
fn along(axis: &str, args: &DecomposeArgs, work: &Work, hints: &Hints) -> Option<Vec<Look>> {
    let candidates = &work.candidates;
    Some(match Axis::named(axis)? {
        Axis::Kind => kinds(&args.focus, candidates),
        Axis::Relation => relations(candidates, hints),
        Axis::Module => modules(&args.focus, candidates),
        Axis::Tests => tests(&args.focus),
        Axis::History => vec![along_time(work, hints)],
        Axis::Text => texts(work),
    })
}

/// One search for each kind of declaration among the candidates.
fn kinds(focus: &str, candidates: &[Hit]) -> Vec<Look> {
    let mut kinds: Vec<&str> = Vec::new();
    for kind in candidates
        .iter()
        .map(Hit::kind)
        .filter(|kind| !kind.is_empty())
    {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let look = |kind: &&str| Look {
        only: Only::Kind((*kind).to_owned()),
        ..Look::search("kind", focus, 3 * REGIONS)
    };
    kinds.iter().map(look).collect()
}

/// Who uses the first candidates, and what they use.
fn relations(candidates: &[Hit], hints: &Hints) -> Vec<Look> {
    let both = [Relation::Callers, Relation::Callees];
    let relations = hints
        .relation
        .map_or(both.to_vec(), |relation| vec![relation]);
    let mut looks = Vec::new();
    for (symbol, hit) in apart(candidates) {
        for relation in &relations {
            let edge = Edge {
                symbol: symbol.clone(),
                label: hit.name(),
                relation: *relation,
                hop: 1,
                from: (hit.tier(), hit.score),
            };
            looks.push(Look::new("relation", Ask::Relate(edge)));
        }
    }
    looks
}

/// The candidates that are no tests, unless all are.
fn proper(candidates: &[Hit]) -> impl Iterator<Item = &Hit> {
    let all = candidates.iter().all(is_test);
    candidates.iter().filter(move |hit| all || !is_test(hit))
}

/// The first declarations, of different folders as far as there are: a topic is rarely about one place.
fn apart(candidates: &[Hit]) -> Vec<(String, &Hit)> {
    let folder = |hit: &Hit| {
        let path = hit.path().as_str();
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        folder.to_owned()
    };
    let declared = |hit| Some((declared_at(hit)?, hit));
    let (mut chosen, mut others) = (Vec::<(String, &Hit)>::new(), Vec::new());
    for (symbol, hit) in proper(candidates).filter_map(declared) {
        if chosen.iter().any(|(known, _)| *known == symbol) {
            continue;
        }
        match chosen.iter().any(|(_, known)| folder(known) == folder(hit)) {
            true => others.push((symbol, hit)),
            false => chosen.push((symbol, hit)),
        }
    }
    chosen.extend(others);
    chosen.truncate(RELATED);
    chosen
}

/// A search in each folder that candidates stand in, the ones with most of them first.
fn modules(focus: &str, candidates: &[Hit]) -> Vec<Look> {
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for hit in proper(candidates) {
        if let Some((folder, _)) = hit.path().as_str().rsplit_once('/') {
            *folders.entry(folder).or_default() += 1;
        }
    }
    let mut folders: Vec<(&str, usize)> = folders.into_iter().collect();
    folders.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    let look = |(folder, _): &(&str, usize)| Look {
        within: Some((*folder).to_owned()),
        ..Look::search("module", focus, OF_MODULE)
    };
    folders.iter().map(look).collect()
}

fn tests(focus: &str) -> Vec<Look> {
    vec![Look {
        only: Only::Tests,
        ..Look::search("tests", focus, 2 * REGIONS)
    }]
}

/// What the topic spells, wherever it stands: what nothing declares, or, if all is declared, all of it.
fn texts(work: &Work) -> Vec<Look> {
    let undeclared = work.classified.as_ref().map(undeclared_of);
    let texts = undeclared.filter(|names| !names.is_empty());
    let texts = texts.unwrap_or_else(|| spelled(&work.intent.topic));
    let look = |text: String| Look::new("text", Ask::Text(text));
    texts.into_iter().map(look).collect()
}

/// The decision that carries out a retighten beyond its cap.
pub(crate) fn instead_of_retighten(work: &Work) -> RouteDecision {
    let hints = Hints::of(&work.intent.hints);
    let empty = Default::default();
    let classified = work.classified.as_ref().unwrap_or(&empty);
    let args = crate::route::decomposed(work, classified, &hints);
    RouteDecision::new(
        RouteAction::Decompose,
        &args,
        "the topic was classified often enough".into(),
    )
}
