//! GraphQL.

use firsthand_codegraph::Relation::{Callers, Implementors, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "graphql",
    files: &[
        (
            "schema.graphql",
            r##""""Who buys."""
type User implements Node {
  id: ID!
  orders(first: Int): [Order!]
}

interface Node {
  id: ID!
}

enum State {
  OPEN
  PAID
}

input Filter {
  state: State = OPEN
}

union Hit = User | Order

scalar Date

directive @private on FIELD_DEFINITION

type Order {
  made: Date @private
}

extend type Query {
  me: User
}
"##,
        ),
        (
            "user.graphql",
            r##"query Me {
  me {
    ...Known
  }
}

fragment Known on User {
  orders {
    made
  }
}
"##,
        ),
    ],
    queries: &[
        (Callers, "Known"),
        (References, "State"),
        (References, "User"),
        (Implementors, "Node"),
    ],
    expect: r"
        in schema.graphql
            type User 1-5
            field User.id 3-3
            field User.orders 4-4
            interface Node 7-9
            field Node.id 8-8
            enum State 11-14
            variant State.OPEN 12-12
            variant State.PAID 13-13
            type Filter 16-18
            field Filter.state 17-17
            union Hit 20-20
            type Date 22-22
            directive private 24-24
            type Order 26-28
            field Order.made 27-27
            extension Query 30-32
            field Query.me 31-31
        in user.graphql
            operation Me 1-5
            fragment Known 7-11
        callers of Known
            user.graphql:1-5 Me scope
        references of State
            schema.graphql:17-17 Filter.state scope
        references of User
            schema.graphql:20-20 Hit scope
            schema.graphql:31-31 Query.me scope
            user.graphql:7-11 Known scope
        implementors of Node
            schema.graphql:1-5 User scope
    ",
};
