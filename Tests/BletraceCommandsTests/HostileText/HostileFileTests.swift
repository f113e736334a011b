import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

@testable import BletraceCommands

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files of any name can be written, under just that name; and reports about them are escaped.
@Suite("Hostile names of files")
struct HostileFileTests {
  private let folder: TemporaryFolder
  private let capture: Argument

  init() throws {
    folder = try TemporaryFolder()
    let story = HostileCaptures(name: HostileName.harmless.octets)
    capture = Argument(try folder.write(story.monitor(), to: "capture"))
  }

  /// As much of the name as a file's name can have.
  private func octets(_ name: HostileName, limit: Int) -> [UInt8] {
    Array(name.octets.filter { $0 != 0 && $0 != UInt8(ascii: "/") }.prefix(limit))
  }

  private func names(_ folder: TemporaryFolder) throws -> Set<[UInt8]> {
    Set(try POSIX.names(in: Array(folder.path.utf8), limit: 100))
  }

  private func live(
    _ words: [Argument], _ form: OutputForm = .text(), codes: Set<ExitCode> = [.success]
  ) -> HostileRun {
    HostileRun(["live", "-"] + words, form, codes: codes, input: capture)
  }

  // MARK: - Names

  @Test("of reports, packets and payloads", arguments: HostileName.all.indices)
  func outputs(index: Int) throws {
    let name = HostileName.all[index]
    let octets = octets(name, limit: 255)
    guard !octets.isEmpty, octets != Array("..".utf8) else { return }
    for words: [Argument] in [["analyze"], ["analyze", "--format", "json"], ["decode"]] {
      let out = try TemporaryFolder()
      for _ in 0..<2 {
        try HostileRun(words + ["-o", out.path(octets), capture], .written).check(name)
        #expect(try names(out) == [octets], "\(name)")
      }
      let size = try POSIX.status(out.path(octets).bytes).size
      #expect(size > 1000, "\(name)")
      // A directory is one, and is reported.
      let inside = Argument(bytes: out.path(octets).bytes + Array("/x".utf8))
      for target in [Argument(out.path + "/"), inside] {
        try HostileRun(words + ["-o", target, capture], .text(), codes: [.trouble]).check(name)
      }
    }
    let out = try TemporaryFolder()
    let extracted = HostileRun(
      ["analyze", "--extract", out.path(octets), "--transfer", "FFF4", capture], .text())
    try extracted.check(name)
    #expect(try names(out) == [octets], "\(name)")
    #expect(try POSIX.status(out.path(octets).bytes).kind == .directory)
    // The payloads are there already.
    try HostileRun(extracted.words, .text(), codes: [.trouble]).check(name)
  }

  @Test("of recordings and of the report at the end", arguments: HostileName.all.indices)
  func recordings(index: Int) throws {
    let name = HostileName.all[index]
    // With room for the number of a file.
    let octets = octets(name, limit: 240)
    guard !octets.isEmpty, octets != Array("..".utf8) else { return }
    let out = try TemporaryFolder()
    let report = octets + Array(" report".utf8)
    let words: [Argument] = [
      "--write", out.path(octets), "--rotate", "4kB", "--report", out.path(report),
    ]
    try live(words).check(name)
    // The recording and the report, and the further files, which are numbered through.
    let later = try names(out).count - 2
    #expect(later > 0, "\(name)")
    let row = (0..<max(0, later)).map { numbered(Argument(bytes: octets), $0 + 2).bytes }
    let wanted = Set([octets, report] + row)
    #expect(try names(out) == wanted, "\(name)")
    // They are there already; the row is reported before it begins.
    let before = try out.contents()
    try live(["--write", out.path(octets)], codes: [.trouble]).check(name)
    POSIX.remove(out.path(octets).bytes)
    try live(words, codes: [.trouble]).check(name)
    #expect(try names(out) == wanted.subtracting([octets]), "\(name)")
    for (path, bytes) in try out.contents() { #expect(before[path] == bytes) }
  }

  /// Notes about a file that is followed, and its name among the settings.
  @Test("of a log that is followed", arguments: HostileName.all.indices)
  func followed(index: Int) throws {
    let name = HostileName.all[index]
    let octets = octets(name, limit: 255)
    guard !octets.isEmpty, octets != Array("..".utf8) else { return }
    let out = try TemporaryFolder()
    let path = out.path(octets)
    // Not there yet: a note, if it is noticed in time, and the end without a record.
    for duration in [50, 500, 5000] {
      let words: [Argument] = ["live", "--follow", path, "--duration", Argument("\(duration)ms")]
      let (output, errors, code) = try HostileRun(words, .text()).run()
      #expect(code == .trouble && output.isEmpty, "\(name)")
      if let problem = OutputForm.text().problem(in: errors) {
        Issue.record("\(name): standard error \(problem)")
      }
      let lines = errors.count(where: { $0 == UInt8(ascii: "\n") })
      if lines == 2 { break }
      #expect(lines == 1 && duration < 5000, "\(name)")
    }
    try POSIX.close(try POSIX.create(path.bytes, in: POSIX.currentDirectory, for: .owner))
    let both = HostileRun(
      ["live", "--follow", path, "--write", path], .text(), codes: [.trouble])
    try both.check(name)
  }

  // MARK: - Kinds of files

  @Test("a link that leads nowhere is neither followed nor replaced")
  func danglingLink() throws {
    let out = try TemporaryFolder()
    try out.link("link", to: "nothing")
    let link = out["link"]
    let reported = "bletrace: \(link): is a broken symbolic link; name the file itself\n"
    for words in [["analyze", capture.text, "-o", link], ["decode", capture.text, "-o", link]] {
      let result = bletrace(words)
      #expect(result.code == .trouble)
      #expect(result.errors == reported)
    }
    let live = try Self.live(["--report", link])
    #expect(live.code == .trouble)
    #expect(live.errors == reported)
    #expect(try Self.live(["--write", link]).errors == "bletrace: \(link): exists already\n")
    for command in ["analyze", "decode"] {
      #expect(
        bletrace(command, link).errors == "bletrace: \(link): no such file or directory\n")
    }
    #expect(try out.names == ["link"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "nothing")
  }

  @Test("a directory is no file to record or to report to")
  func directory() throws {
    let out = try TemporaryFolder()
    #expect(
      try Self.live(["--write", out.path]).errors == "bletrace: \(out.path): exists already\n")
    #expect(
      try Self.live(["--report", out.path]).errors
        == "bletrace: \(out.path): is a directory; name a file in it\n")
    let new = out["new/"]
    #expect(try Self.live(["--write", new]).errors == "bletrace: \(new): is a directory\n")
    #expect(try out.names == [])
  }

  @Test("a row of files is not made of a device or a pipe")
  func rowOfDevice() throws {
    let out = try TemporaryFolder()
    let pipe = out["pipe"]
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/null"] {
      let result = try Self.live(["--write", path, "--rotate", "4kB"])
      #expect(result.code == .trouble)
      #expect(
        result.errors == "bletrace: \(path): is a device or a pipe; '--rotate' works with files "
          + "only\n")
    }
    #expect(!FileManager.default.fileExists(atPath: "/dev/null.2"))
    #expect(try Self.live(["--write", "/dev/null"]).code == .success)
    #expect(try out.names == ["pipe"])
  }

  /// A pipe without a reader would hold the capture forever, a link would lead elsewhere.
  @Test(
    "what has the name of a later file is never written to",
    arguments: ["pipe", "link", "device", "directory"])
  func laterName(kind: String) throws {
    let out = try TemporaryFolder()
    let third = out["walk.3.pcap"]
    let outside = try TemporaryFolder()
    switch kind {
    case "pipe": #expect(unsafe mkfifo(third, 0o600) == 0)
    case "link": try out.link("walk.3.pcap", to: outside["target"])
    case "device": try out.link("walk.3.pcap", to: "/dev/null")
    default: try POSIX.makeDirectory(Array(third.utf8))
    }
    let result = try Self.live(["--write", out["walk.pcap"], "--rotate", "4kB"])
    #expect(result.code == .trouble)
    #expect(result.errors == "bletrace: \(third): exists already\n")
    #expect(try out.names == ["walk.2.pcap", "walk.3.pcap", "walk.pcap"])
    #expect(try outside.names == [])
    // What was recorded until then is whole.
    for name in ["walk.pcap", "walk.2.pcap"] {
      let read = bletrace("analyze", "--quiet", out[name])
      #expect(read.code == .success && read.errors == "")
    }
  }

  @Test("a name that has no room for the number of a file")
  func longName() throws {
    let out = try TemporaryFolder()
    let longest = String(repeating: "w", count: 255)
    let result = try Self.live(["--write", out[longest], "--rotate", "4kB"])
    #expect(result.code == .trouble)
    #expect(
      result.errors == "bletrace: \(out[longest]): is too long for '--rotate', which adds a "
        + "number to the name\n")
    #expect(try out.names == [])
    #expect(
      try Self.live(["--write", out[longest], "--report", out["r" + longest.dropLast()]]).code
        == .success)
    #expect(try out.names == ["r" + longest.dropLast(), longest])
    let tooLong = out["w" + longest]
    for words in [
      ["analyze", capture.text, "-o", tooLong], ["decode", capture.text, "-o", tooLong],
      ["analyze", tooLong], ["decode", tooLong],
    ] {
      #expect(
        bletrace(words).errors == "bletrace: \(tooLong): file name too long\n")
    }
  }

  // MARK: - Two names of one file

  /// The report at the end took the place of what had been recorded.
  @Test("a recording, a report and a log in one place", arguments: [".", "../{}", "link"])
  func onePlace(spelling: String) throws {
    let out = try TemporaryFolder()
    let own = out.path.split(separator: "/").last.map(String.init) ?? ""
    try out.link("link", to: ".")
    let other = out[spelling.replacing("{}", with: own)]
    #expect(
      try Self.live(["--write", out["walk"], "--report", other + "/walk"]).errors
        == "bletrace: '--write' and '--report' name the same file: \(out["walk"])\n")
    for name in ["walk.2.pcap", "walk.17.pcap"] {
      #expect(
        try Self.live(
          ["--write", out["walk.pcap"], "--rotate", "4kB", "--report", "\(other)/\(name)"]
        ).errors
          == "bletrace: '--report' names a file that '--rotate' may begin: \(other)/\(name)\n")
    }
    #expect(
      bletrace("live", "--follow", "\(other)/log", "--report", out["log"]).errors
        == "bletrace: '--report' and '--follow' name the same file: \(out["log"])\n")
    #expect(
      bletrace("live", "--follow", "\(other)/log", "--write", out["log"]).errors
        == "bletrace: '--write' and '--follow' name the same file: \(out["log"])\n")
    #expect(try out.names == ["link"])
    // Names that are alike are not the same.
    for name in ["walk.pcap.2", "walk.x.pcap", "walk..pcap", "walk.2", "2.pcap", "walk"] {
      let run = try Self.live(
        ["--write", out["walk.pcap"], "--rotate", "10kB", "--report", "\(other)/\(name)"])
      #expect(run.code == .success, "\(name): \(run.errors)")
      for name in try out.names where name != "link" { POSIX.remove(Array(out[name].utf8)) }
    }
  }

  /// Records for four files of 4 kB.
  private static func live(_ words: [String]) throws -> RunResult {
    var story = CaptureBuilder()
    for index in 0..<400 { story.event(0xFF, [UInt8(truncatingIfNeeded: index)]) }
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: story.btsnoop())
    try pipe.fileHandleForWriting.close()
    return bletrace(
      ["live", "-"] + words, standardInput: pipe.fileHandleForReading.fileDescriptor)
  }
}

extension TemporaryFolder {
  /// What its files hold, by their names.
  fileprivate func contents() throws -> [[UInt8]: [UInt8]] {
    var found: [[UInt8]: [UInt8]] = [:]
    for name in try POSIX.names(in: Array(path.utf8), limit: 100) {
      let file = try POSIX.openForReading(path(name).bytes)
      let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
      found[name] = [UInt8](try handle.readToEnd() ?? Data())
    }
    return found
  }
}
