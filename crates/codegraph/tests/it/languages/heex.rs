//! Templates of Elixir.

use firsthand_codegraph::Relation::{Callers, References};

use super::Fixture;

pub(super) const FIXTURE: Fixture = Fixture {
    language: "heex",
    files: &[
        (
            "lib/web/page.html.heex",
            "<.button label={title(@name)} class=\"a {title(1)}\">\n  {@inner}\n</.button>\n\
             <Web.Forms.field :for={one <- list(@all)} />\n<%= if shown?(@name) do %>\n  <p>title</p>\n<% end %>\n",
        ),
        (
            "lib/web/forms.ex",
            "defmodule Web.Forms do\n  def field(assigns), do: assigns\n  def button(assigns), do: assigns\n  def title(x), do: x\n  def list(x), do: x\n  def shown?(x), do: x\nend\n",
        ),
    ],
    queries: &[
        (Callers, "Web.Forms.button"),
        (Callers, "Web.Forms.field"),
        (Callers, "Web.Forms.title"),
        (Callers, "Web.Forms.list"),
        (Callers, "Web.Forms.shown?"),
        (References, "Web.Forms"),
    ],
    expect: r"
        in lib/web/page.html.heex
        callers of Web.Forms.button
            lib/web/page.html.heex:1-7 - name
        callers of Web.Forms.field
            lib/web/page.html.heex:1-7 - import
        callers of Web.Forms.title
            lib/web/page.html.heex:1-7 - name
        callers of Web.Forms.list
            lib/web/page.html.heex:1-7 - name
        callers of Web.Forms.shown?
            lib/web/page.html.heex:1-7 - name
        references of Web.Forms
            lib/web/page.html.heex:1-7 - import
    ",
};
