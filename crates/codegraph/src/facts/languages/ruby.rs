//! Ruby.

use super::Language;

mod heredocs;

pub(super) static LANGUAGE: Language = Language {
    interpreters: &["ruby", "jruby"],
    strains_scanner: heredocs::are_too_long,
    file_names: &[
        "Rakefile",
        "Gemfile",
        "Podfile",
        "Fastfile",
        "Vagrantfile",
        "Guardfile",
        "Brewfile",
        "Capfile",
    ],
    self_names: &["self", "super"],
    super_names: &["super"],
    implicit_self: true,
    constructors: &["initialize"],
    bare_calls: true,
    ..Language::new(
        "ruby",
        &["rb", "rake", "gemspec", "podspec", "ru", "jbuilder", "rbi"],
        || tree_sitter_ruby::LANGUAGE.into(),
        &[include_str!("ruby/facts.scm")],
    )
};
