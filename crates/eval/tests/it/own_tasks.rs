//! The project's own task sets: absent tasks, and questions as users ask them.

use std::collections::{BTreeMap, BTreeSet};

use firsthand_eval::{Task, read_tasks};

/// The absent tasks.
const ABSENT: &str = include_str!("../../tasks/absent.jsonl");
/// Sets of questions, each with the number of its tasks and of their repositories.
const QUESTIONS: [(&str, usize, usize); 7] = [
    (include_str!("../../tasks/questions.jsonl"), 130, 24),
    (include_str!("../../tasks/questions_fifth.jsonl"), 36, 9),
    (include_str!("../../tasks/questions_sixth.jsonl"), 36, 9),
    (include_str!("../../tasks/questions_seventh.jsonl"), 32, 8),
    (include_str!("../../tasks/questions_eighth.jsonl"), 40, 10),
    (include_str!("../../tasks/questions_ninth.jsonl"), 40, 10),
    (include_str!("../../tasks/questions_tenth.jsonl"), 64, 11),
];

fn absent_tasks() -> Vec<Task> {
    read_tasks(ABSENT).unwrap()
}

#[test]
fn each_kind_has_equally_many_tasks_in_ten_repositories() {
    let tasks = absent_tasks();
    let repos: BTreeSet<&str> = tasks.iter().map(|task| task.repo.as_str()).collect();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for task in &tasks {
        assert!(task.absent, "{}", task.id);
        *kinds.entry(task.meta.kind.as_deref().unwrap()).or_default() += 1;
    }
    let expect = ["foreign", "known_words", "misspelt", "unknown_words"].map(|kind| (kind, 50));
    assert_eq!((repos.len(), kinds), (10, BTreeMap::from(expect)));
}

#[test]
fn absent_words_are_words_of_the_question() {
    for task in absent_tasks() {
        let words = &task.meta.absent_words;
        let known = task.meta.kind.as_deref() == Some("known_words");
        assert_eq!(words.is_empty(), known, "{}", task.id);
        for word in words {
            assert!(task.query.contains(word), "{}: {word}", task.id);
        }
    }
}

#[test]
fn a_users_question_has_gold_lines_or_is_absent() {
    let mut ids = BTreeSet::new();
    for (text, questions, repositories) in QUESTIONS {
        let tasks = read_tasks(text).unwrap();
        let repos: BTreeSet<&str> = tasks.iter().map(|task| task.repo.as_str()).collect();
        assert_eq!((tasks.len(), repos.len()), (questions, repositories));
        for task in &tasks {
            assert!(ids.insert(task.id.clone()), "{} stands twice", task.id);
            let has_lines =
                !task.gold.is_empty() && task.gold.iter().all(|gold| !gold.ranges.is_empty());
            assert_eq!(has_lines, !task.absent, "{}", task.id);
        }
    }
}
