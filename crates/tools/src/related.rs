//! Who uses what a report cites: the lines that call, implement or test the declarations around it.

use std::time::Duration;

use async_trait::async_trait;
use firsthand_agent::{CallContext, Cancel, Related, ToolError, ToolOutput};
use firsthand_codegraph::{Include, Query, Region, Relation, Site};
use firsthand_registry::{
    self as registry, LineRange, Observation, PathClass, RepoPath, Seen, Source, Window,
};

use crate::page::FileText;
use crate::repo::{Call, Repo, ToolResult, around};
use crate::{Toolbox, redact_name};

/// Declarations that are asked about.
const ASKED: usize = 6;
/// Lines that are shown; of those in tests no more than a third, where there are others.
const SHOWN: usize = 12;
const TESTS: usize = SHOWN / 3;
/// How long it takes at most, all together.
const TIME: Duration = Duration::from_millis(2_500);

#[async_trait]
impl Related for Toolbox {
    async fn related(
        &self,
        cited: &[(RepoPath, LineRange)],
        call: &CallContext,
    ) -> Result<ToolOutput, ToolError> {
        let cited = cited.to_vec();
        let work = move |repo: &Repo, call: &Call| users(repo, &cited, call);
        self.repo.run(call, work).await
    }
}

/// A declaration that is cited.
struct Target {
    path: RepoPath,
    lines: LineRange,
    name: String,
}

/// A line that uses one.
struct User {
    site: Site,
    relation: Relation,
}

fn users(repo: &Repo, cited: &[(RepoPath, LineRange)], call: &Call) -> ToolResult {
    let cancel = call.cancel.after(TIME);
    let targets = targets(repo, cited, &cancel);
    let query = Query {
        include: Include {
            tests: true,
            ..repo.include
        },
        ..Query::new("")
    };
    let mut of_each: Vec<std::vec::IntoIter<User>> = Vec::new();
    for target in &targets {
        let symbol = format!("{}:{}", target.path, target.lines.start());
        let mut users = Vec::new();
        for relation in [Relation::Implementors, Relation::Callers] {
            let found = repo.graph.relate(&symbol, relation, &query, &cancel);
            let sites = found.sites.into_iter().filter(|site| !site.is_import);
            let regions = found.regions.into_iter();
            // Who implements a method neither calls nor names it.
            let regions = regions.filter(|_| relation == Relation::Implementors);
            let sites = sites.chain(regions.filter_map(site_of));
            users.extend(sites.map(|mut site| {
                // What is found by name alone is related to what was asked for, which was a place.
                if site.relation_of == symbol {
                    site.relation_of.clone_from(&target.name);
                }
                User { site, relation }
            }));
        }
        users.retain(|user| !is_cited(cited, &targets, &user.site));
        of_each.push(users.into_iter());
    }
    let users = chosen(of_each);
    let windows: Vec<Window> = users
        .iter()
        .filter_map(|user| window(repo, user, &cancel))
        .collect();
    let observation = Observation {
        source: Source::GRAPH,
        seen: Seen::Relations(windows),
        counts: Vec::new(),
    };
    Ok(ToolOutput {
        summary: summary(&users),
        observations: Vec::from([observation]),
        ..ToolOutput::default()
    })
}

/// The line of a use and how it is resolved; `None` where it is not related.
fn site_of(region: Region) -> Option<Site> {
    Some(Site {
        line: region.hits.first().copied().unwrap_or(region.range.start()),
        is_test: PathClass::of(&region.path).test,
        is_import: false,
        resolution: region.resolution?,
        relation_of: region.relation_of?,
        path: region.path,
        file: region.file,
        symbol: region.symbol,
    })
}

/// What the lines use.
fn summary(users: &[User]) -> String {
    let mut used: Vec<String> = Vec::new();
    for user in users {
        let (relation, of) = (user.relation.name(), redact_name(&user.site.relation_of));
        let what = format!("{relation} of {}", registry::escape(&of));
        if !used.contains(&what) {
            used.push(what);
        }
    }
    used.join(", ")
}

/// The innermost declarations around the cited lines, each once.
fn targets(repo: &Repo, cited: &[(RepoPath, LineRange)], cancel: &Cancel) -> Vec<Target> {
    let mut targets: Vec<Target> = Vec::new();
    for (path, lines) in cited {
        let Ok(page) = repo.page(path) else {
            continue;
        };
        let declared = repo.declarations(&page, cancel);
        let around = declared.iter().filter(|d| d.range.covers(*lines));
        let innermost = around.min_by_key(|d| d.range.len());
        let within = || declared.iter().find(|d| lines.covers(d.range));
        let Some(target) = innermost.or_else(within) else {
            continue;
        };
        let known = |known: &Target| known.path == *path && known.lines == target.range;
        if !targets.iter().any(known) && targets.len() < ASKED {
            targets.push(Target {
                path: path.clone(),
                lines: target.range,
                name: target.name.clone(),
            });
        }
    }
    targets
}

/// Whether the line stands in what is cited, or in a declaration that is.
fn is_cited(cited: &[(RepoPath, LineRange)], targets: &[Target], site: &Site) -> bool {
    let holds =
        |path: &RepoPath, lines: &LineRange| *path == site.path && lines.contains(site.line);
    let own = targets
        .iter()
        .any(|target| holds(&target.path, &target.lines));
    own || cited.iter().any(|(path, lines)| holds(path, lines))
}

/// The first of each declaration in turn, one line of each that uses it; those in tests last, and not all.
fn chosen(mut of_each: Vec<std::vec::IntoIter<User>>) -> Vec<User> {
    let (mut tests, mut others): (Vec<User>, Vec<User>) = (Vec::new(), Vec::new());
    let mut seen = Vec::new();
    loop {
        let round: Vec<User> = of_each.iter_mut().filter_map(Iterator::next).collect();
        if round.is_empty() {
            break;
        }
        for user in round {
            let site = &user.site;
            let around = site.symbol.as_ref().map(|symbol| symbol.range);
            let place = (
                site.path.clone(),
                around.unwrap_or(LineRange::one(site.line)),
            );
            if seen.contains(&place) {
                continue;
            }
            seen.push(place);
            match user.site.is_test {
                true => tests.push(user),
                false => others.push(user),
            }
        }
    }
    others.truncate(SHOWN - tests.len().min(TESTS));
    tests.truncate(SHOWN - others.len());
    others.extend(tests);
    others
}

/// The line alone, under the declaration around it.
fn window(repo: &Repo, user: &User, cancel: &Cancel) -> Option<Window> {
    let site = &user.site;
    let page = FileText::new(site.path.clone(), site.file.to_vec());
    let line = LineRange::one(site.line);
    let declared = repo.declarations(&page, cancel);
    let mut window = page
        .window(line, |_, _| 0)?
        .with_hits([site.line])
        .with_declarations(around(&declared, line));
    window.symbol = site.symbol.as_ref().map(|symbol| registry::Symbol {
        name: redact_name(&symbol.name).into_owned(),
        qualified: redact_name(&symbol.qualified).into_owned(),
        kind: symbol.kind.clone(),
    });
    window.distance = Some(1);
    window.related = Some(registry::Related {
        relation: user.relation.name().to_owned(),
        of: redact_name(&site.relation_of).into_owned(),
        resolution: site.resolution.name().to_owned(),
    });
    Some(window.as_row())
}
