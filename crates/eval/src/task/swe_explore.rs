//! Rows of the public SWE-Explore benchmark (arXiv 2606.07297), as they are published: the instance, its repository and
//! commit, the issue, and the regions that every successful run read (`core`) or some did (`optional`). A region with
//! an open end (`-1`), or that ends before it starts, cannot be scored and is left out.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Gold, Meta, Task};

/// The fields of a row from which a task is made. Unknown fields are ignored.
#[derive(Deserialize)]
pub(super) struct Row {
    instance_id: String,
    repo: String,
    base_commit: String,
    problem_statement: String,
    ground_truth: GroundTruth,
}

#[derive(Deserialize)]
struct GroundTruth {
    #[serde(default)]
    read_core_files: Vec<String>,
    #[serde(default)]
    read_core_regions: Vec<RegionRow>,
    #[serde(default)]
    read_optional_regions_map: BTreeMap<String, Vec<RegionRow>>,
}

#[derive(Deserialize)]
struct RegionRow {
    path: String,
    start: i64,
    end: i64,
}

impl Row {
    /// Whether the line is a row of SWE-Explore.
    pub(super) fn matches(line: &serde_json::Value) -> bool {
        line.get("instance_id").is_some() && line.get("ground_truth").is_some()
    }

    /// Converts the row into a task.
    pub(super) fn into_task(self) -> Task {
        let truth = self.ground_truth;
        let mut gold = ranges_by_path(truth.read_core_regions);
        for path in truth.read_core_files {
            gold.entry(path).or_default();
        }
        let optional = truth.read_optional_regions_map.into_values().flatten();
        Task {
            id: self.instance_id,
            repo: self.repo,
            base: self.base_commit,
            query: self.problem_statement,
            intent: "bugfix".to_owned(),
            gold: to_gold(gold),
            optional: to_gold(ranges_by_path(optional)),
            absent: false,
            meta: Meta::default(),
        }
    }
}

/// The valid ranges of the regions, by path.
fn ranges_by_path(regions: impl IntoIterator<Item = RegionRow>) -> BTreeMap<String, Vec<[u32; 2]>> {
    let mut files: BTreeMap<String, Vec<[u32; 2]>> = BTreeMap::new();
    for region in regions {
        let ranges = files.entry(region.path).or_default();
        if let (Ok(start), Ok(end)) = (u32::try_from(region.start), u32::try_from(region.end))
            && start > 0
            && start <= end
        {
            ranges.push([start, end]);
        }
    }
    files
}

fn to_gold(files: BTreeMap<String, Vec<[u32; 2]>>) -> Vec<Gold> {
    let gold = |(path, ranges)| Gold {
        path,
        ranges,
        as_written: None,
    };
    files.into_iter().map(gold).collect()
}
