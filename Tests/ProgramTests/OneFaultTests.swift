import BletraceTestSupport
import Foundation
import Testing

/// One fault has one finding: `Tests/Verdicts/speaks.tsv` says which rule speaks.
@Suite("Which rule speaks", .enabled(if: Python.isExpected)) struct OneFaultTests {
  private static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let script = project.appending(path: "Tests/Verdicts/speaks").path()

  private static func speaks(_ folder: String) throws -> Program.End {
    try Program(["-B", script, "--bletrace", BuiltProgram.bletrace, folder], of: Python.path)
      .end(within: 900)
  }

  @Test("in the samples")
  func samples() throws {
    let end = try Self.speaks(Self.project.appending(path: "samples").path())
    #expect(end.status == 0, "\(end.text)\(end.errors)")
  }

  @Test(
    "in real captures, and in public cases",
    .enabled(if: RealCaptures.folder != nil, "set BLETRACE_CAPTURES to a folder with captures"),
    arguments: ["captures", "judged", "cases"])
  func real(name: String) throws {
    let captures = URL(filePath: try #require(RealCaptures.folder))
    let folder = captures.deletingLastPathComponent().appending(path: name).path()
    let end = try Self.speaks(folder)
    #expect(end.status == 0, "\(end.text)\(end.errors)")
  }

  @Test("a folder without a capture fails")
  func empty() throws {
    let folder = try TemporaryFolder()
    let end = try Self.speaks(folder.path)
    #expect(end.status == 1 && end.text == "0 captures read, 0 not\n")
  }
}
