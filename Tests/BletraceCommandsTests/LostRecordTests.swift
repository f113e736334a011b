import Foundation
import Testing

@testable import BletraceCommands

/// A capture that lacks one record, or two in a row, beside the whole one: the missing answer is
/// the logger's fault, and no attribute is gone because of it.
@Suite("Lost records")
struct LostRecordTests {
  /// The record header of btsnoop begins with the original and the captured length.
  private static func records(of file: [UInt8]) -> [Range<Int>] {
    var records: [Range<Int>] = []
    var start = 16
    while start + 24 <= file.count {
      let length = file[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }
      records.append(start..<start + 24 + length)
      start += 24 + length
    }
    return records
  }

  @Test(
    "no record of a discovery is such that without it an attribute is gone",
    arguments: ["pair-good", "bluez-live", "fault-discovery-loop"], [1, 2])
  func neverGone(story: String, lost: Int) throws {
    let path = projectFolder + "/samples/\(story)/capture.btsnoop"
    guard let data = FileManager.default.contents(atPath: path) else { return }
    let file = [UInt8](data)
    let records = Self.records(of: file)
    #expect(records.last?.upperBound == file.count)
    let folder = try TemporaryFolder()
    let whole = projectFolder + "/samples/\(story)/report.json"
    var compared = 0
    for index in stride(from: 0, through: min(150, records.count) - lost, by: 2 * lost - 1) {
      let part =
        Array(file[..<records[index].lowerBound])
        + Array(file[records[index + lost - 1].upperBound...])
      let result = bletrace(
        "diff", "--format", "json", whole, try folder.write(part, to: "part.btsnoop"))
      guard result.code != .trouble else { continue }
      compared += 1
      #expect(!result.output.contains("gone"), "without record \(index + 1)")
      #expect(!result.output.contains("request-overlap"), "without record \(index + 1)")
      #expect(!result.output.contains("undeclared-value"), "without record \(index + 1)")
    }
    #expect(compared > 60 / (2 * lost - 1))
  }

  @Test("an attribute that is gone is, in whole captures")
  func gone() {
    let samples = projectFolder + "/samples/"
    let result = bletrace(
      "diff", samples + "pair-good/capture.btsnoop",
      samples + "pair-removed-characteristic/capture.btsnoop")
    #expect(result.code == .checkFailed && result.output.contains("missing"))
  }

  @Test("a capture that ends in the middle of a record is no regression")
  func cut() throws {
    let path = projectFolder + "/samples/pair-good/capture.btsnoop"
    let file = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    let folder = try TemporaryFolder()
    let cut = try folder.write(Array(file.dropLast(3)), to: "cut.btsnoop")
    let result = bletrace("diff", path, cut)
    #expect(result.code == .success, "\(result.output)")
    #expect(result.output.contains("finding.capture-cut"))
  }

  @Test("a file of a directory that should be a capture, and is none, is an error")
  func failedLogger() throws {
    let path = projectFolder + "/samples/pair-good/capture.btsnoop"
    let file = [UInt8](try #require(FileManager.default.contents(atPath: path)))
    for (name, octets) in [
      ("run5.btsnoop", []), ("run5", []), ("run5.pcapng", Array(file.prefix(10))),
      ("run5.btsnoop", Array(file.prefix(10))),
    ] as [(String, [UInt8])] {
      let folder = try TemporaryFolder()
      _ = try folder.write(file, to: "run1.btsnoop")
      for (other, text) in [("README.txt", ""), ("notes.json", ""), ("result.xml", "<a/>")] {
        _ = try folder.write(Array(text.utf8), to: other)
      }
      let whole = bletrace("analyze", folder.path)
      #expect(whole.code == .success)
      #expect(
        whole.errors == "bletrace: \(folder.path): 3 files are no captures: README.txt (empty), "
          + "notes.json (empty), result.xml (XML or HTML)\n")
      _ = try folder.write(octets, to: name)
      let part = bletrace("analyze", folder.path)
      #expect(part.code == .trouble && part.errors.contains("\(name): "), "\(part.errors)")
      #expect(part.output.contains("run1.btsnoop"))
      let diff = bletrace("diff", path, folder.path)
      #expect(diff.code == .trouble && diff.errors.contains("\(name): "), "\(diff.errors)")
    }
  }

  @Test("one of several devices that nothing is known of is an error")
  func unknownDevice() {
    let path = projectFolder + "/samples/pair-good/capture.btsnoop"
    let device = "Logbook"
    let known = bletrace("diff", "--device", device, path, path)
    #expect(known.code == .success, "\(known.errors)")
    let typo = bletrace("diff", "--device", device, "--device", "Lugbook", path, path)
    #expect(typo.code == .trouble)
    #expect(typo.errors.contains("\"Lugbook\""))
  }
}
