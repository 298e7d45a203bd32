//! Protocol buffers.

use firsthand_codegraph::Relation::{Callers, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "proto",
    files: &[
        (
            "api/shop.proto",
            r##"syntax = "proto3";
package shop.v1;

import "api/money.proto";

// What is bought.
message Order {
  string id = 1;
  map<string, Price> prices = 2;
  oneof payment {
    Price total = 3;
  }
  enum State {
    OPEN = 0;
    PAID = 1;
  }
  State state = 4;
}

service Shop {
  // Buys.
  rpc Buy(Order) returns (Receipt);
}

message Receipt {}
"##,
        ),
        (
            "api/money.proto",
            r##"syntax = "proto3";

message Price {
  int64 cents = 1;
}
"##,
        ),
    ],
    queries: &[(Callers, "Receipt"), (References, "Price"), (References, "State")],
    expect: r"
        in api/shop.proto
            message Order 6-18
            field Order.id 8-8
            field Order.prices 9-9
            oneof Order.payment 10-12
            field Order.payment.total 11-11
            enum Order.State 13-16
            variant Order.State.OPEN 14-14
            variant Order.State.PAID 15-15
            field Order.state 17-17
            service Shop 20-23
            rpc Shop.Buy 21-22
            message Receipt 25-25
        in api/money.proto
            message Price 3-5
            field Price.cents 4-4
        callers of Receipt
            api/shop.proto:21-22 Shop.Buy scope
        references of Price
            api/shop.proto:9-9 Order.prices import
            api/shop.proto:11-11 Order.payment.total import
        references of State
            api/shop.proto:17-17 Order.state scope
    ",
};
