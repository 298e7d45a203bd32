class Firsthand < Formula
  desc "Code explorer that can only report what it saw first-hand"
  homepage "REPOSITORY"
  version "VERSION"
  license any_of: [LICENSES]

  on_macos do
    on_arm do
      url "REPOSITORY/releases/download/vVERSION/firsthand-aarch64-apple-darwin.tar.gz"
      sha256 "CHECKSUM aarch64-apple-darwin"
    end
    on_intel do
      url "REPOSITORY/releases/download/vVERSION/firsthand-x86_64-apple-darwin.tar.gz"
      sha256 "CHECKSUM x86_64-apple-darwin"
    end
  end

  on_linux do
    on_arm do
      url "REPOSITORY/releases/download/vVERSION/firsthand-aarch64-unknown-linux-gnu.tar.gz"
      sha256 "CHECKSUM aarch64-unknown-linux-gnu"
    end
    on_intel do
      url "REPOSITORY/releases/download/vVERSION/firsthand-x86_64-unknown-linux-gnu.tar.gz"
      sha256 "CHECKSUM x86_64-unknown-linux-gnu"
    end
  end

  def install
    bin.install "firsthand"
    generate_completions_from_executable(bin/"firsthand", "completions")
  end

  test do
    (testpath/"shop.py").write "def checkout(basket):\n    return basket\n"
    found = shell_output("#{bin}/firsthand search --symbol checkout --root #{testpath} --no-cache")
    assert_match "shop.py", found
  end
end
