import BletraceTestSupport
import Foundation
import Testing

/// The README's lines for use and for CI, run as they stand there, on samples of the names in them.
struct ReadmeTests {
  /// The indented lines of two sections, without what they are for.
  private static let lines: [String] = {
    let readme = (try? String(contentsOfFile: projectFolder + "README.md", encoding: .utf8)) ?? ""
    var isMeant = false
    return readme.split(separator: "\n").compactMap { line in
      if line.hasPrefix("#") { isMeant = ["## Use", "## In CI"].contains(line) }
      guard isMeant, line.hasPrefix("    bletrace ") else { return nil }
      let words = line.dropFirst(4)
      // What it is for is a comment of the shell: the line can be pasted as it stands.
      return String(
        words.range(
          of: " "
            + "+# ", options: .regularExpression
        ).map { words[..<$0.lowerBound] } ?? words)
    }
  }()

  @Test("every line of the README does what it says")
  func lines() throws {
    let folder = try TemporaryFolder()
    let programs = try TemporaryFolder()
    try fill(folder, programs)
    #expect(Self.lines.count >= 20)
    for line in Self.lines {
      // A test machine has no controller: the traffic is that of a sample.
      let isLive = line.hasPrefix("bletrace live ")
      // A client that begins a session, and leaves.
      let isServer = line.hasPrefix("bletrace mcp ")
      let command =
        isLive
        ? "cat capture.btsnoop | \(line) -"
        : isServer
          ? "echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}' | \(line)" : line
      let end = try ShellLine("{ \(command); } > printed", programs: programs, in: folder).end()
      #expect(end.status == 0, "\(line): \(end.errors)")
      let isWritten = line.contains(" -o ") || line.contains(" --record ")
      #expect(isWritten || folder.read("printed")?.count ?? 0 > 40, "\(line)")
    }
    for made in ["payloads", "walk.btsnoop", "limits.budget"] {
      #expect(FileManager.default.fileExists(atPath: folder[made]))
    }
  }

  /// Everything that the lines name.
  private func fill(_ folder: TemporaryFolder, _ programs: TemporaryFolder) throws {
    let files = FileManager.default
    let captures = [
      "capture.btsnoop": "bizcard-central/capture.btsnoop",
      "phone.btsnoop": "bizcard-central/capture.btsnoop",
      "device.btsnoop": "bizcard-peripheral/capture.pklg",
      "battery.btsnoop": "battery-central/capture.btsnoop",
      "capture.pklg": "bizcard-stall-peripheral/capture.pklg",
      "good.btsnoop": "pair-good/capture.btsnoop", "yesterday.btsnoop": "pair-good/capture.btsnoop",
      "today.btsnoop": "pair-good/capture.btsnoop",
    ]
    for (name, sample) in captures {
      try files.copyItem(atPath: projectFolder + "samples/" + sample, toPath: folder[name])
    }
    for side in ["good", "build", "runs", "baseline"] {
      try files.createDirectory(atPath: folder[side], withIntermediateDirectories: false)
      for run in 1...2 {
        try files.copyItem(
          atPath: projectFolder + "samples/pair-good/capture.btsnoop",
          toPath: folder["\(side)/\(run).btsnoop"])
      }
    }
    try folder.write(
      Array("2013-03-12 09:15:03.500 D/app: connecting\n".utf8), to: "logcat.txt")
    let story = try SentSample("transfer-central").story
    try folder.write(story.pcapng(201), to: "capture.pcapng")
    let log = [UInt8](try Data(contentsOf: URL(filePath: folder["capture.btsnoop"])))
    var archive = ZipWriter()
    archive.add("FS/data/misc/bluetooth/logs/btsnoop_hci.log", log)
    try folder.write(archive.finished(), to: "bugreport.zip")
    // The file that was sent.
    let end = try ShellLine(
      "bletrace analyze -q --extract sent capture.btsnoop > printed && mv sent/* image.bin",
      programs: programs, in: folder
    ).end()
    try #require(end.status == 0, "\(end.errors)")
  }
}
