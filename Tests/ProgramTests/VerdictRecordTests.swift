import BletraceTestSupport
import Foundation
import Testing

/// The rules beside what readers say of their findings: `make verdicts` prints it.
@Suite("The record of the rules") struct VerdictRecordTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Verdicts/verdicts").path()

  /// The folder that `BLETRACE_JUDGED` names, else `../shared/judged` beside the package. Where
  /// other real captures are, CI needs these too.
  private static let judgedFolder: String? = {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["BLETRACE_JUDGED"], !named.isEmpty { return named }
    let beside = URL(filePath: script).deletingLastPathComponent()
      .appending(path: "../../../shared/judged").standardizedFileURL.path(percentEncoded: false)
    let isNeeded = environment["CI"] == "true" && RealCaptures.folder != nil
    return isNeeded || FileManager.default.fileExists(atPath: beside) ? beside : nil
  }()

  private static func verdicts(
    _ words: [String], of program: String = BuiltProgram.bletrace
  ) throws -> Program.End {
    try Program(["-B", script, "--bletrace", program] + words, of: Python.path).end(within: 900)
  }

  @Test(
    "no finding that a reader held is missing, and none is unwanted that is not listed",
    .enabled(if: Python.isExpected),
    .enabled(if: judgedFolder != nil, "set BLETRACE_JUDGED to a folder with verdicts.tsv"))
  func judged() throws {
    let folder = try #require(Self.judgedFolder)
    let end = try Self.verdicts(["--judged", folder])
    print(end.text)
    #expect(end.status == 0, "\(end.text.suffix(4000))\(end.errors)")
  }

  /// A capture of the samples as one that readers judged; `read-write-notify-central` has three
  /// findings.
  @Suite("made up", .enabled(if: Python.isExpected)) struct MadeUp {
    private let folder: TemporaryFolder
    private static let columns = "capture\trule\tconnection\tseverity\tframes\tverdict\tright"

    init() throws {
      folder = try TemporaryFolder()
      let sample = URL(filePath: VerdictRecordTests.script).deletingLastPathComponent()
        .appending(path: "../../samples/read-write-notify-central/capture.btsnoop")
      try FileManager.default.createDirectory(
        atPath: folder.path + "/captures", withIntermediateDirectories: true)
      _ = try folder.write([UInt8](try Data(contentsOf: sample)), to: "captures/a")
    }

    private func end(
      _ verdicts: [String], added: [String] = [], unwanted: [String] = [], _ words: [String] = [],
      of program: String = BuiltProgram.path("bletrace")
    ) throws -> Program.End {
      func write(_ heading: String, _ rows: [String], to name: String) throws -> String {
        let lines = ([heading] + rows.map { "a\t\($0)" }).joined(separator: "\n") + "\n"
        return try folder.write([UInt8](lines.utf8), to: name)
      }
      _ = try write(Self.columns, verdicts, to: "verdicts.tsv")
      let files = [
        "--added", try write(Self.columns + "\treader\tdate", added, to: "added.tsv"),
        "--unwanted", try write("capture\trule\tconnection\tframe", unwanted, to: "unwanted.tsv"),
      ]
      return try VerdictRecordTests.verdicts(
        ["--judged", folder.path] + files + words, of: program)
    }

    private static let held = "data-before-encryption\t1\tinfo\t75,78\theld\t"
    private static let disputed = "att-error\t1\tinfo\t86\tdisputed\tsay less"
    private static let listed = "att-error\t1\t86"

    @Test("held, listed and new findings fail nothing")
    func kept() throws {
      let end = try end([Self.held, Self.disputed], unwanted: [Self.listed])
      #expect(end.status == 0, "\(end.text)")
      #expect(end.text.contains("1 disputed:\n  att-error: a, connection 1, #86\n"))
      #expect(end.text.contains("1 without a verdict, for a reader:\n  insufficient-security: a"))
    }

    @Test("a finding that a reader held must not vanish")
    func vanished() throws {
      let end = try end(["link-loss\t1\terror\t9,11\theld\t"])
      #expect(end.status == 1)
      #expect(end.text.contains("link-loss: a, connection 1, #9: a reader held it"))
      let elsewhere = try self.end(["att-error\t1\tinfo\t9\theld\t"])
      #expect(elsewhere.text.contains("it is no longer made; one without a verdict is at #86\n"))
    }

    @Test("a finding without a verdict is a row to be filled in")
    func rows() throws {
      let end = try end([Self.held, Self.disputed], unwanted: [Self.listed], ["--rows"])
      #expect(end.text.hasPrefix("a\tinsufficient-security\t1\tinfo\t89,105\tVERDICT\tThe Read "))
      #expect(end.text.split(separator: "\n").count == 1)
    }

    @Test("a later verdict lets it, with its reason")
    func gone() throws {
      let row = "link-loss\t1\terror\t9,11"
      let end = try end(
        [row + "\theld\t"], added: [row + "\tgone\ttold by ending\tR\t2026-12-01"])
      #expect(end.status == 0, "\(end.text)")
      let nameless = try self.end([], added: [row + "\tgone\ttold by ending\t\t2026-12-01"])
      #expect(nameless.status == 1)
      #expect(nameless.errors.contains("a verdict has a reader"))
    }

    @Test("a disputed finding that is not listed fails, and one of a later reader cannot be")
    func unlisted() throws {
      let end = try end([Self.disputed])
      #expect(end.status == 1)
      #expect(end.text.contains("#86: it is made, and a reader says disputed: say less"))
      let later = try self.end(
        [], added: [Self.disputed + "\tR\t2026-12-01"], unwanted: [Self.listed])
      #expect(later.status == 1)
      #expect(later.text.contains("the list gets no longer"))
    }

    @Test("a finding about several connections is that of each")
    func several() throws {
      let report = """
        {"captures": [{"link_type": "h4"}], "findings": [{"rule": "link-loss", "severity": "error",
        "connection": 1, "connections": [1, 2, 3], "frames": [5, 9], "message": "m"}]}
        """
      let program = try folder.write(
        [UInt8]("#!/bin/sh\ncat <<'END'\n\(report)\nEND\n".utf8), to: "program")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      func row(_ connection: Int, _ frame: Int) -> String {
        "link-loss\t\(connection)\terror\t\(frame)\theld\t"
      }
      let end = try end([row(1, 5), row(2, 9), row(3, 800)], of: program)
      #expect(end.status == 0, "\(end.text)")
      let other = try self.end([row(1, 5), row(4, 9)], of: program)
      #expect(other.status == 1)
      #expect(other.text.contains("link-loss: a, connection 4, #9: a reader held it"))
    }

    @Test(
      "the list loses what is mended, and what a reader holds now",
      arguments: [
        (
          disputed: "att-error\t1\tinfo\t9\tdisputed\tsay less", added: [], entry: "att-error\t1\t9"
        ),
        (disputed, [disputed.replacing("disputed", with: "held") + "\tR\t2026-12-01"], listed),
      ])
    func stale(disputed: String, added: [String], entry: String) throws {
      let end = try end([disputed], added: added, unwanted: [entry])
      #expect(end.status == 1)
      #expect(end.text.contains("unwanted.tsv:2: "))
      #expect(end.text.contains(": remove the line"))
      let shortened = try self.end([disputed], added: added, unwanted: [entry], ["--shorten"])
      #expect(shortened.text.contains("1 lines of unwanted.tsv removed"))
      #expect(try folder.read("unwanted.tsv") == Array("capture\trule\tconnection\tframe\n".utf8))
    }
  }
}
