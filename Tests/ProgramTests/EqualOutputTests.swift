import BletraceTestSupport
import Foundation
import Testing

/// What the program prints for the samples has the hashes that are kept: `make same` shows what
/// differs from another program, and `make hashes` keeps what is meant to differ. CI checks all of
/// the hashes, with an optimized program.
@Suite("Outputs for the samples") struct EqualOutputTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "EqualOutput/same").path()

  @Test("are those whose hashes are kept", .enabled(if: Python.isExpected))
  func hashes() throws {
    let end = try Program(
      [
        "-B", Self.script, "--hashes", "check", "--forms", "text,json,rules,schema,help,man",
        "--bletrace", BuiltProgram.bletrace,
      ], of: Python.path
    ).end(within: 900)
    #expect(end.status == 0, "\(end.text)\(end.errors)")
  }

  @Test("a difference is shown, and a key that was added is no difference")
  func compared() throws {
    let folder = try TemporaryFolder()
    /// A program that prints this, whatever it is asked.
    func program(_ name: String, _ text: String) throws -> String {
      let path = try folder.write([UInt8]("#!/bin/sh\ncat <<'END'\n\(text)\nEND\n".utf8), to: name)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      return path
    }
    func compare(_ base: String, _ now: String) throws -> Program.End {
      try Program(
        [
          "-B", Self.script, "--base", try program("base", base), "--bletrace",
          try program("now", now), "--forms", "schema", "--kept", folder["kept"],
        ], of: Python.path
      ).end()
    }
    let added = try compare(#"{"a": 1, "b": [{"c": 2}]}"#, #"{"a": 1, "b": [{"d": 0, "c": 2}]}"#)
    #expect(added.status == 0, "\(added.text)\(added.errors)")
    #expect(added.text.contains("added keys:\n  b[].d  (schema, schema-rows)\n"))
    let changed = try compare(#"{"a": 1, "b": [{"c": 2}]}"#, #"{"a": 1, "b": [{"c": 3}]}"#)
    #expect(changed.status == 1)
    #expect(changed.text.contains("schema: program\n    .b[].c:\n      - 2\n      + 3\n"))
    let moved = try compare(#"{"a": 1, "b": 2}"#, #"{"b": 2, "a": 1}"#)
    #expect(moved.status == 1)
    #expect(moved.text.contains("another order of keys"))
    let reworded = try compare("one\ntwo", "one\nthree")
    #expect(reworded.status == 1)
    #expect(reworded.text.contains("schema: program\n    -two\n    +three\n"))
  }
}
