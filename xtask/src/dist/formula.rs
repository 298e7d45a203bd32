//! The formula for Homebrew.

use super::platforms::Platform;
use crate::project::{PROGRAM, Project};

pub(super) const FILE: &str = "firsthand.rb";

/// How Homebrew names the systems and processors of npm.
const BLOCKS: [(&str, &str); 2] = [("darwin", "on_macos"), ("linux", "on_linux")];
const INNER_BLOCKS: [(&str, &str); 2] = [("arm64", "on_arm"), ("x64", "on_intel")];

/// The formula that installs the archives with these checksums.
pub(super) fn text(project: &Project, archives: &[(&Platform, String)]) -> String {
    let mut downloads = String::new();
    for (os, block) in BLOCKS {
        let inner: String = INNER_BLOCKS
            .iter()
            .filter_map(|(cpu, inner)| {
                let (platform, sum) = archives.iter().find(|(platform, _)| {
                    let machine = &platform.npm;
                    // Homebrew brings a glibc of its own where the system has another C library.
                    machine.os == os
                        && machine.cpu == *cpu
                        && machine.libc.as_deref() != Some("musl")
                })?;
                let url = project.download(&platform.archive());
                Some(format!(
                    "    {inner} do\n      url \"{url}\"\n      sha256 \"{sum}\"\n    end\n"
                ))
            })
            .collect();
        if !inner.is_empty() {
            downloads += &format!("  {block} do\n{inner}  end\n\n");
        }
    }
    let Project { version, repository, license, .. } = project;
    let licenses: Vec<String> = license.split(" OR ").map(|l| format!("{l:?}")).collect();
    let licenses = licenses.join(", ");
    format!(
        r##"class Firsthand < Formula
  desc "Code explorer that can only report what it saw first-hand"
  homepage "{repository}"
  version "{version}"
  license any_of: [{licenses}]

{downloads}  def install
    bin.install "{PROGRAM}"
    generate_completions_from_executable(bin/"{PROGRAM}", "completions")
  end

  test do
    (testpath/"shop.py").write "def checkout(basket):\n    return basket\n"
    found = shell_output("#{{bin}}/{PROGRAM} search --symbol checkout --root #{{testpath}} --no-cache")
    assert_match "shop.py", found
  end
end
"##
    )
}

#[cfg(test)]
mod tests {
    use super::text;
    use crate::command::root;
    use crate::dist::platforms::read;
    use crate::project::Project;

    #[test]
    fn each_machine_gets_the_archive_that_runs_on_it() {
        let platforms = read(&root()).unwrap();
        let sums = |end: &str| -> Vec<_> {
            let chosen = platforms.iter().filter(|p| p.target.ends_with(end));
            chosen.map(|p| (p, p.target.replace('-', ""))).collect()
        };
        let all = text(&Project::example(), &sums(""));
        assert!(all.contains("  license any_of: [\"MIT\", \"Apache-2.0\"]\n"));
        let blocks = "  on_macos do
    on_arm do
      url \"https://example.org/x/releases/download/v1.2.3/firsthand-aarch64-apple-darwin.tar.gz\"
      sha256 \"aarch64appledarwin\"
    end
    on_intel do
      url \"https://example.org/x/releases/download/v1.2.3/firsthand-x86_64-apple-darwin.tar.gz\"
      sha256 \"x86_64appledarwin\"
    end
  end

  on_linux do
    on_arm do
      url \"https://example.org/x/releases/download/v1.2.3/firsthand-aarch64-unknown-linux-gnu.tar.gz\"
      sha256 \"aarch64unknownlinuxgnu\"
    end
    on_intel do
      url \"https://example.org/x/releases/download/v1.2.3/firsthand-x86_64-unknown-linux-gnu.tar.gz\"
      sha256 \"x86_64unknownlinuxgnu\"
    end
  end

  def install
";
        assert!(all.contains(blocks), "{all}");
        assert!(!text(&Project::example(), &sums("musl")).contains("sha256"));
    }
}
