//! An exploration, from the question to the report.

use std::sync::{Arc, Mutex};

use firsthand::{Cancel, Event, ExploreError, Explorer, Intent, Observer, State, replay};

use crate::house;

#[derive(Default)]
struct Diary(Mutex<Vec<Event>>);

impl Observer for Diary {
    fn event(&self, event: &Event, state: &State) {
        let mut seen = self.0.lock().unwrap();
        seen.push(event.clone());
        assert_eq!(
            State::of(seen.iter()),
            *state,
            "a state is a function of the events"
        );
    }
}

#[tokio::test]
async fn replayable_and_observed() {
    let house = house();
    for intent in Intent::ALL {
        let diary = Arc::new(Diary::default());
        let explorer = Explorer::builder(house.path())
            .observer(diary.clone())
            .build()
            .unwrap();
        let explored = explorer
            .explore("what rings the bell?", intent)
            .await
            .unwrap();
        assert_eq!(*diary.0.lock().unwrap(), explored.transcript);
        assert_eq!(replay(&explored.transcript).unwrap(), explored.report);
        assert_eq!(explored.report.root(), house.path().to_str().unwrap());
        let plain = Explorer::builder(house.path()).build().unwrap();
        let again = plain.explore("what rings the bell?", intent).await.unwrap();
        assert_eq!(
            again.report.flow(),
            explored.report.flow(),
            "it is deterministic"
        );
    }
}

#[tokio::test]
async fn no_question_and_no_wish_to_know() {
    let house = house();
    let explorer = Explorer::builder(house.path()).build().unwrap();
    let error = explorer.explore(" \n", Intent::Explain).await.unwrap_err();
    assert_eq!(error, ExploreError::EmptyQuery);
    let cancel = Cancel::new();
    cancel.cancel();
    let error = explorer
        .explore_until("bell", Intent::Explain, cancel)
        .await
        .unwrap_err();
    assert!(matches!(error, ExploreError::Cancelled { .. }));
}

/// One explorer answers several questions at once.
#[tokio::test]
async fn explorers_are_shared() {
    let house = house();
    let explorer = Explorer::builder(house.path()).build().unwrap();
    let (first, second) = (explorer.clone(), explorer);
    let (first, second) = tokio::join!(
        first.explore("ringBell", Intent::Locate),
        second.explore("knock", Intent::Locate),
    );
    assert_eq!(
        first.unwrap().report.primary()[0].path().as_str(),
        "bell.ts"
    );
    assert_eq!(
        second.unwrap().report.primary()[0].path().as_str(),
        "door.ts"
    );
}

/// The words of the question that stand in no file are named, also where no tool counted them: the host
/// does. It proposes none of them to search for, and says where the others stand.
#[tokio::test]
async fn accounted_words_that_stand_nowhere_are_named() {
    use firsthand::agent::{ModelError, ModelRequest, ModelTurn};

    /// Never calls anything.
    struct Talks;
    #[async_trait::async_trait]
    impl firsthand::Model for Talks {
        fn name(&self) -> &str {
            "talks"
        }
        async fn turn(&self, _: &ModelRequest<'_>) -> Result<ModelTurn, ModelError> {
            Ok(ModelTurn::default())
        }
    }
    let house = crate::house();
    let query = "where does ringBell frobnicate the knock?";
    for talks in [true, false] {
        let mut builder = Explorer::builder(house.path());
        if talks {
            builder = builder.model(std::sync::Arc::new(Talks));
        }
        let explored = builder
            .build()
            .unwrap()
            .explore(query, Intent::Explain)
            .await
            .unwrap();
        let report = &explored.report;
        let absent = &report.coverage().absent;
        assert!(absent.contains(&"frobnicate".to_owned()), "{absent:?}");
        assert!(!absent.contains(&"knock".to_owned()), "{absent:?}");
        if talks {
            let targets = report.search_targets();
            assert!(
                targets
                    .iter()
                    .all(|t| !t.starts_with("frobnicate") && !t.starts_with("the")),
                "{targets:?}"
            );
            assert!(
                targets
                    .iter()
                    .any(|t| t.contains("knock") || t.contains("ring")),
                "{targets:?}"
            );
        }
        assert_eq!(firsthand::replay(&explored.transcript).as_ref(), Ok(report));
    }
}
