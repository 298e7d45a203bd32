//! SQL.

use firsthand_codegraph::Relation::{Callers, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "sql",
    files: &[
        (
            "db/schema.sql",
            r##"-- Who buys.
CREATE TABLE shop.users (
    id INT PRIMARY KEY,
    name TEXT
);

CREATE VIEW buyers AS SELECT u.name FROM users u JOIN orders o ON o.buyer = u.id;

CREATE FUNCTION total(a INT) RETURNS INT AS $$ SELECT 1 $$ LANGUAGE sql;

CREATE INDEX by_name ON users (name);

CREATE TYPE mood AS ENUM ('glad', 'sad');

CREATE TRIGGER count_up AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION total();
"##,
        ),
        (
            "db/query.sql",
            r##"SELECT total(3) FROM buyers;
"##,
        ),
    ],
    queries: &[(Callers, "total"), (References, "users"), (References, "buyers")],
    expect: r"
        in db/schema.sql
            table users 1-5
            column users.id 3-3
            column users.name 4-4
            view buyers 7-7
            function total 9-9
            index by_name 11-11
            type mood 13-13
            trigger count_up 15-15
        in db/query.sql
        callers of total
            db/schema.sql:15-15 count_up scope
            db/query.sql:1-1 - scope
        references of users
            db/schema.sql:7-7 buyers scope
            db/schema.sql:11-11 by_name scope
            db/schema.sql:15-15 count_up scope
        references of buyers
            db/query.sql:1-1 - scope
    ",
};
