//! Haskell.

use firsthand_codegraph::Relation::{Callees, Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "haskell",
    files: &[
        (
            "src/Data/Queue.hs",
            r##"module Data.Queue (Queue(..), push) where

import qualified Data.Util as U
import Data.Other (trim)

-- | Where jobs wait.
data Queue a = Queue { limit :: Int, jobs :: [a] }
             | Closed

newtype Wrapped = Wrapped { unwrap :: Int }
type Name = String

class Drains f where
  drain :: f a -> Int
  drain _ = 0

instance Drains Queue where
  drain queue = U.count (jobs queue)

-- | Adds a job.
push :: a -> Queue a -> Queue a
push _ Closed = Closed
push job queue = check $ trim queue
  where
    check other = other

size :: Queue a -> Int
size = U.count . jobs

twice :: Queue a -> Int
twice queue = let n = drain queue in n + size queue
"##,
        ),
        (
            "src/Data/Util.hs",
            r##"module Data.Util where

count :: [a] -> Int
count = length
"##,
        ),
        (
            "src/Data/Other.hs",
            r##"module Data.Other where

trim :: a -> a
trim x = x

count :: Int
count = 1
"##,
        ),
    ],
    queries: &[
        (Callers, "trim"),
        (Callers, "src/Data/Util.hs#count"),
        (Callees, "twice"),
        (Implementors, "Drains"),
        (References, "Queue"),
        (References, "Closed"),
        (Callers, "jobs"),
    ],
    expect: r"
        in src/Data/Queue.hs
            data Queue 6-8
            variant Queue.Queue 7-7
            field Queue.Queue.limit 7-7
            field Queue.Queue.jobs 7-7
            variant Queue.Closed 8-8
            newtype Wrapped 10-10
            variant Wrapped.Wrapped 10-10
            field Wrapped.Wrapped.unwrap 10-10
            type Name 11-11
            typeclass Drains 13-15
            function Drains.drain 14-14
            function Drains.drain 15-15
            impl Queue 17-18
            function Queue.drain 18-18
            function push 20-22
            function push 23-25
            function push.check 25-25
            function size 27-28
            function twice 30-31
        in src/Data/Util.hs
            function count 3-4
        in src/Data/Other.hs
            function trim 3-4
            function count 6-7
        callers of trim
            src/Data/Queue.hs:23-25 push import
        callers of src/Data/Util.hs#count
            src/Data/Queue.hs:18-18 Queue.drain import
            src/Data/Queue.hs:27-28 size import
        callees of twice
            src/Data/Queue.hs:14-14 Drains.drain scope
            src/Data/Queue.hs:27-28 size scope
        implementors of Drains
            src/Data/Queue.hs:17-18 Queue scope
        references of Queue
            src/Data/Queue.hs:20-22 push scope
            src/Data/Queue.hs:27-28 size scope
            src/Data/Queue.hs:30-31 twice scope
            src/Data/Queue.hs:1-4 - scope
        references of Closed
            src/Data/Queue.hs:20-22 push scope
        callers of jobs
            src/Data/Queue.hs:18-18 Queue.drain scope
            src/Data/Queue.hs:27-28 size scope
    ",
};
