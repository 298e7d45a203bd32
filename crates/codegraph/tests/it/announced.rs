//! Members that calls in the bodies of types make by naming them.

use firsthand_codegraph::Relation::{Callers, Definition, References};

use crate::repo::check_lines;

const RUBY: &str = r##"
-- app/models/story.rb
class Story < ApplicationRecord
  belongs_to :user
  has_many :merged_stories,
    class_name: "Story"
  has_one :suggestion, dependent: :destroy
  delegate :nickname, :avatar?, to: :user
  validates :title, presence: true
  before_save :normalize
  after_save :unknown_hook

  def normalize
    merged_stories.each { |story| story.user }
    self.title = suggestion
  end

  def names
    nickname + other.merged_stories.map(&:avatar?)
  end
end
-- app/models/comment.rb
class Comment < ApplicationRecord
  belongs_to :user
  def owner
    user
  end
end
-- app/models/concerns/voted.rb
module Voted
  included do
    has_many :ballots
  end
  def count
    ballots.size
  end
end
-- app/models/admin.rb
class Admin
  def suggestion; end
  def owned?(story)
    story.ballots.any? { |one| one.merged_stories(1) }
  end
end
-- app/views/show.html.erb
<%= story.merged_stories.size %>
"##;

#[test]
fn a_call_in_the_body_of_a_class_makes_a_member() {
    check_lines(
        RUBY,
        &[
            (Definition, "Story.merged_stories", "app/models/story.rb:3 scope"),
            (Definition, "merged_stories", "app/models/story.rb:3 scope"),
            (
                Callers,
                "Story.merged_stories",
                "app/models/admin.rb:4 name, app/models/story.rb:12 scope, app/models/story.rb:17 name",
            ),
            (Definition, "Story#user", "app/models/story.rb:2 scope"),
            (Callers, "Comment.user", "app/models/comment.rb:4 scope, app/models/story.rb:12 name"),
            (Definition, "Story.nickname", "app/models/story.rb:6 scope"),
            (Callers, "Story.avatar?", "app/models/story.rb:17 name"),
            (Definition, "Story.suggestion", "app/models/story.rb:5 scope"),
            (Callers, "Story.suggestion", "app/models/story.rb:13 scope"),
            (Definition, "suggestion", "app/models/admin.rb:2 scope"),
            (Definition, "Story.normalize", "app/models/story.rb:11 scope"),
            (Definition, "Voted.ballots", "app/models/concerns/voted.rb:3 scope"),
            (
                Callers,
                "Voted.ballots",
                "app/models/admin.rb:4 name, app/models/concerns/voted.rb:6 scope",
            ),
            (Definition, "unknown_hook", ""),
            (
                References,
                "Story.merged_stories",
                "app/models/admin.rb:4 name, app/models/story.rb:12 scope, app/models/story.rb:17 name, app/views/show.html.erb:1 text",
            ),
        ],
    );
    check_lines(
        r##"
-- lib/user.ex
defmodule App.User do
  use Ecto.Schema
  schema "users" do
    field :nickname, :string
    has_many :posts, App.Post
  end
  def label(user), do: user.nickname
end
-- lib/page.ex
defmodule App.Page do
  plug :check_all
  defp check_all(conn), do: conn.posts
end
"##,
        &[
            (Definition, "App.User.nickname", "lib/user.ex:4 scope"),
            (Callers, "App.User.nickname", "lib/user.ex:7 import"),
            (Definition, "posts", "lib/user.ex:5 scope"),
            (Definition, "check_all", "lib/page.ex:3 scope"),
        ],
    );
}
