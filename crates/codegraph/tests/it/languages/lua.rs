//! Lua.

use firsthand_codegraph::Relation::{Callees, Callers, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "lua",
    files: &[
        (
            "src/queue.lua",
            r#"local util = require "lib.util"
local M = { limit = 10, open = function() end }
LIMIT = M.limit

--- Runs.
-- @param job
function M.run(job)
  local step = helper(job)
  return util.count(step):chain(LIMIT)
end

function M:push(job)
  self:drain()
end
function M:drain() end
M.close = function() M.run(1) end
local function helper(job) return job end
local later = function() helper(2) end
local first, second = 1, 2

return M
"#,
        ),
        ("lib/util.lua", "local M = {}\nfunction M.count(list) return #list end\nreturn M\n"),
        ("lib/other.lua", "local M = {}\nfunction M.count() end\nreturn M\n"),
    ],
    queries: &[
        (Callers, "helper"),
        (Callers, "M.drain"),
        (Callers, "lib/util.lua#count"),
        (Callees, "M.run"),
        (References, "LIMIT"),
    ],
    expect: r"
        in src/queue.lua
            variable M 2-2
            method M.open 2-2
            variable LIMIT 3-3
            function M.run 5-10
            method M.push 12-14
            method M.drain 15-15
            function M.close 16-16
            function helper 17-17
            function later 18-18
            variable first 19-19
            variable second 19-19
        in lib/util.lua
            variable M 1-1
            function M.count 2-2
        in lib/other.lua
            variable M 1-1
            function M.count 2-2
        callers of helper
            src/queue.lua:5-10 M.run scope
            src/queue.lua:18-18 later scope
        callers of M.drain
            src/queue.lua:12-14 M.push scope
        callers of lib/util.lua#count
            src/queue.lua:5-10 M.run import
        callees of M.run
            lib/util.lua:2-2 M.count import
            src/queue.lua:17-17 helper scope
        references of LIMIT
            src/queue.lua:5-10 M.run scope
    ",
};
