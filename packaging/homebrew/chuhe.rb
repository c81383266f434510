class Chuhe < Formula
  desc "Xiangqi (Chinese chess) engine for UCCI and UCI hosts, matches and analysis"
  homepage "@HOME@"
  version "@VERSION@"
  license all_of: [{ any_of: ["MIT", "Apache-2.0"] }, "OFL-1.1"]

  on_macos do
    on_arm do
      url "@URL@/@chuhe-aarch64-apple-darwin@"
      sha256 "@SHA256:chuhe-aarch64-apple-darwin@"
    end
    on_intel do
      url "@URL@/@chuhe-x86_64-apple-darwin@"
      sha256 "@SHA256:chuhe-x86_64-apple-darwin@"
    end
  end

  on_linux do
    on_arm do
      url "@URL@/@chuhe-aarch64-unknown-linux-gnu@"
      sha256 "@SHA256:chuhe-aarch64-unknown-linux-gnu@"
    end
    on_intel do
      url "@URL@/@chuhe-x86_64-unknown-linux-gnu@"
      sha256 "@SHA256:chuhe-x86_64-unknown-linux-gnu@"
    end
  end

  def install
    bin.install "bin/chuhe"
    man.install Dir["share/man/*"]
    bash_completion.install "share/bash-completion/completions/chuhe"
    zsh_completion.install "share/zsh/site-functions/_chuhe"
    fish_completion.install "share/fish/vendor_completions.d/chuhe.fish"
    doc.install Dir["share/doc/chuhe/*"]
    prefix.install Dir["share/licenses/chuhe/*"]
  end

  test do
    assert_match "ucciok", pipe_output(bin/"chuhe", "ucci\nquit\n", 0)
  end
end
