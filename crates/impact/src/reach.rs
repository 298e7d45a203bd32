//! The tests that reach a change through calls.

use std::collections::{BTreeSet, VecDeque};

use firsthand_codegraph::{Declaration, Relation, Resolution, is_code};
use firsthand_registry::PathClass;
use firsthand_source::{LineRange, RepoPath};
use firsthand_tools::{Use, UsedDeclaration};

use crate::document::{Dependence, How};
use crate::found::{Found, Line, may_be_in};
use crate::layout::is_compound;
use crate::lookup::{Lookup, MAX_NAMESAKES};
use crate::named::{Known, only_named};
use crate::out_of_sight::{OutOfSight, Why};
use crate::starts::is_entry;

/// The most calls between a changed declaration and a test.
const MAX_DISTANCE: u32 = 12;
/// The calls that are followed in any case, and the tests of which as many as these end the search beyond them: who calls
/// what from afar seldom depends on it.
const NEAR_DISTANCE: u32 = 6;
const ENOUGH_TESTS: usize = 20;

/// The kinds of declarations that are used without a call.
const VALUES: [&str; 5] = ["constant", "field", "property", "static", "variable"];

/// What following the callers found.
#[derive(Default)]
pub(crate) struct Reached {
    /// The tests that were found beside those that use the declarations directly.
    pub(crate) tests: Vec<Found>,
    /// How many declarations were not followed for a limit.
    pub(crate) not_followed: usize,
    /// How many declarations were not followed because enough tests are nearer.
    pub(crate) too_far: usize,
    /// How many declarations were found by name alone before their callers were followed.
    pub(crate) by_name: usize,
    /// The declarations that reach the change, uses of which are not followed; the nearest first.
    pub(crate) lost: Vec<OutOfSight>,
}

/// A declaration whose callers are followed, or the code of a file outside of declarations.
struct Step {
    path: RepoPath,
    symbol: Option<Declaration>,
    of: Option<usize>,
    distance: u32,
    /// The least certain way among those of the calls.
    how: How,
    through: Vec<String>,
    /// How many of the calls on the way were found by name alone.
    guesses: usize,
}

/// Where a step is: a file, and a declaration in it by its lines and its name.
type At = (RepoPath, Option<(LineRange, String)>);

/// The uses of a step: those that are followed, and the lines of those that are not.
#[derive(Default)]
struct Users {
    places: Vec<Found>,
    /// The lines that use the name where another declaration may be meant.
    by_name: Vec<Line>,
    /// The lines that name what nothing was found to call.
    named: Vec<Line>,
}

impl Step {
    fn at(&self) -> At {
        let symbol = self.symbol.as_ref();
        (self.path.clone(), symbol.map(|symbol| (symbol.range, symbol.qualified.clone())))
    }

    fn of(place: &Found) -> Option<Self> {
        place.file.as_ref()?;
        let symbol = place.symbol.as_ref();
        let mut through = place.through.clone();
        through.push(symbol.map_or(place.path.to_string(), |symbol| symbol.qualified.clone()));
        Some(Self {
            path: place.path.clone(),
            symbol: symbol.cloned(),
            of: place.of,
            distance: place.distance,
            how: place.how,
            through,
            guesses: usize::from(place.is_guess),
        })
    }
}

/// Follows the callers of what uses the changed declarations, up to tests, the nearest and most certain first.
pub(crate) fn reach(lookup: &mut Lookup<'_>, direct: &[Found], max_followed: usize) -> Reached {
    let mut seen: BTreeSet<At> = BTreeSet::new();
    let mut listed: BTreeSet<(RepoPath, LineRange)> = BTreeSet::new();
    let is_test = |place: &&Found| place.role == Dependence::Test;
    listed.extend(direct.iter().filter(is_test).map(|test| (test.path.clone(), test.around())));
    let mut waiting: VecDeque<Step> = VecDeque::new();
    let mut first: Vec<&Found> = direct.iter().filter(|place| is_followed(lookup, place)).collect();
    first.sort_by_key(|place| place.how);
    let mut reached = Reached::default();
    for step in first.into_iter().filter_map(Step::of) {
        if seen.insert(step.at()) {
            reached.by_name += usize::from(step.how.is_by_name());
            waiting.push_back(step);
        }
    }
    let mut known: Known = direct.iter().map(|place| (place.path.clone(), place.line)).collect();
    let mut on_the_way = Vec::new();
    let mut followed = 0;
    while let Some(step) = waiting.pop_front() {
        if followed == max_followed || lookup.cancel.is_cancelled() {
            reached.not_followed = waiting.len() + 1;
            break;
        }
        if step.distance >= NEAR_DISTANCE && listed.len() >= ENOUGH_TESTS {
            reached.too_far += 1;
            continue;
        }
        followed += 1;
        let found = users(lookup, &step);
        reached.lost.extend(out_of_sight(&step, &found));
        known.extend(found.places.iter().map(|place| (place.path.clone(), place.line)));
        known.extend(found.by_name);
        known.extend(found.named);
        let symbol = step.symbol.clone().filter(|_| !PathClass::of(&step.path).test);
        on_the_way.extend(symbol.map(|symbol| (step.path.clone(), symbol)));
        let mut next = found.places;
        next.sort_by_key(|place| place.how);
        for place in next {
            let is_by_name = place.how.is_by_name();
            let place = Found { how: place.how.max(step.how), ..place };
            if is_followed(lookup, &place)
                && let Some(further) = Step::of(&place)
                && seen.insert(further.at())
            {
                reached.by_name += usize::from(is_by_name);
                waiting.push_back(Step { guesses: further.guesses + step.guesses, ..further });
            }
            let key = (place.path.clone(), place.around());
            if place.role == Dependence::Test && listed.insert(key) {
                reached.tests.push(place);
            }
        }
    }
    reached.lost.extend(only_named(lookup, on_the_way, &known));
    reached
}

/// What of the uses of a step is not followed.
fn out_of_sight(step: &Step, found: &Users) -> Option<OutOfSight> {
    let in_test = |symbol: &&Declaration| symbol.is_test || PathClass::of(&step.path).test;
    let symbol = step.symbol.as_ref().filter(|symbol| !in_test(symbol))?;
    let why = match found.by_name.first() {
        Some((path, line)) => Why::ByName(format!("{path}:{line}"), found.by_name.len()),
        None if !found.places.is_empty() => return None,
        None => match found.named.first() {
            Some((path, line)) => Why::Named(format!("{path}:{line}"), found.named.len()),
            None => Why::NoUse,
        },
    };
    Some(OutOfSight::new(&step.path, symbol, why))
}

/// Whether the callers of the declaration around a place are followed: it is code, not too far away, and no test but what
/// tests use.
fn is_followed(lookup: &Lookup<'_>, place: &Found) -> bool {
    let is_test = match &place.symbol {
        Some(symbol) => symbol.is_test && !lookup.is_named_again(&place.path, symbol),
        None => place.role == Dependence::Test,
    };
    place.role.is_use()
        && !is_test
        && !place.is_weak
        && place.distance < MAX_DISTANCE
        && is_code(place.path.as_str())
}

/// The places that use a declaration on the way, or that run the code of a file.
fn users(lookup: &mut Lookup<'_>, step: &Step) -> Users {
    let Some(symbol) = &step.symbol else {
        return Users { places: runs(lookup, step), ..Users::default() };
    };
    let mut found = callers(lookup, step, symbol);
    found.places.extend(of_step(lookup.outer_function(&step.path, symbol.range), step));
    found.places.extend(of_step(lookup.other_names(&step.path, symbol), step));
    if is_entry(&symbol.name) {
        found.places.extend(of_step(lookup.starting(&step.path, Some(&symbol.name)), step));
    }
    found
}

/// The tests that run the code of a file outside of declarations: they import it, or start its program.
fn runs(lookup: &mut Lookup<'_>, step: &Step) -> Vec<Found> {
    let importing = lookup.tests_reaching(&step.path).into_iter();
    let importing = importing.filter(|(imports, _)| *imports > 0);
    let mut places: Vec<Found> = importing
        .map(|(imports, test)| Found {
            distance: step.distance + imports,
            through: step.through.clone(),
            ..Found::file(test, Dependence::Test, How::Import, step.of)
        })
        .collect();
    places.extend(of_step(lookup.starting(&step.path, None), step));
    places
}

/// Places one call behind a step.
fn of_step(places: impl IntoIterator<Item = Found>, step: &Step) -> impl Iterator<Item = Found> {
    places.into_iter().map(|place| Found {
        distance: step.distance + 1,
        of: step.of,
        through: step.through.clone(),
        ..place
    })
}

/// The uses of a declaration on the way.
fn callers(lookup: &mut Lookup<'_>, step: &Step, symbol: &Declaration) -> Users {
    let target = UsedDeclaration::of(&step.path, &lookup.file(&step.path).declared, symbol)
        .in_package()
        .with_distinctive_name(lookup.is_distinctive(symbol));
    // Helpers of tests are often handed over by their names, and values are not called.
    let is_handed = PathClass::of(&step.path).any() || VALUES.contains(&&*symbol.kind);
    let relation = if is_handed { Relation::References } else { Relation::Callers };
    let found = lookup.uses(&target, relation);
    let can_guess = step.guesses == 0 && lookup.namesakes(symbol) <= MAX_NAMESAKES;
    let by_name = |one: &Use| !one.site.resolution.is_certain();
    let meant = found.uses.iter().filter(|one| by_name(one)).count();
    let can_guess = target.is_distinctive || can_guess && found.others.len() <= meant;
    let own = |one: &Use| one.site.path == step.path && symbol.range.contains(one.site.line);
    let in_code = |one: &&Use| is_code(one.site.path.as_str()) && !own(one);
    let is_named = |one: &&Use| may_be_in(one, &target);
    let line = |one: &Use| (one.site.path.clone(), one.site.line);
    let (sure, unsure): (Vec<&Use>, Vec<&Use>) =
        found.uses.iter().filter(in_code).partition(|one| !by_name(one) || can_guess);
    let places = sure.into_iter().map(|one| {
        let role = if one.site.is_test { Dependence::Test } else { Dependence::Caller };
        Found {
            distance: step.distance + 1,
            is_guess: by_name(one) && !target.is_distinctive,
            through: step.through.clone(),
            ..Found::of_use(one, role, step.of)
        }
    });
    let others = found.others.iter().filter(in_code);
    let mut users = Users {
        places: places.collect(),
        by_name: unsure.into_iter().chain(others).filter(is_named).map(line).collect(),
        named: Vec::new(),
    };
    if users.places.is_empty() && users.by_name.is_empty() && !is_handed {
        let named = lookup.uses(&target, Relation::References).uses;
        // A word of a text is no name.
        let is_word =
            |one: &&Use| one.site.resolution == Resolution::Text && !is_compound(&symbol.name);
        users.named.extend(named.iter().filter(in_code).filter(|one| !is_word(one)).map(line));
    }
    users
}
