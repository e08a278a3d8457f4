# Not run yet, and nobody has run gridpilot on a Mac.
cask "gridpilot" do
  version "VERSION"
  sha256 "SHA256"

  url "PROJECT/releases/download/v#{version}/gridpilot-#{version}-macos-universal2.zip"
  name "gridpilot"
  desc "Solves and fills the sudoku in front of you by one key"
  homepage "PROJECT"

  depends_on macos: ">= :monterey"
  app "gridpilot.app"

  uninstall quit: "gridpilot", launchctl: "io.github.gridpilot"
  zap trash: [
    "~/Library/Application Support/gridpilot",
    "~/Library/Caches/gridpilot",
    "~/Library/LaunchAgents/io.github.gridpilot.plist",
  ]
end
