import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

/// Damaged captures are what people want to share, and reports on what could not be read.
@Suite struct RedactDamageTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let samples = [
    "bizcard-central", "framing-smp-central", "framing-dfu-central", "framing-btp-central",
    "long-read-write-central", "coc-central", "fault-acl-fragmentation", "pair-moved-handles",
  ]

  /// Records of a btsnoop file, each with its header.
  private func records(_ file: [UInt8]) -> [[UInt8]] {
    var records: [[UInt8]] = []
    var start = 16
    while start + 24 <= file.count {
      let size = file[start + 4..<start + 8].reduce(0) { $0 << 8 | Int($1) }
      records.append(Array(file[start..<min(start + 24 + size, file.count)]))
      start += 24 + size
    }
    return records
  }

  /// Records that are lost, cut by the logger, received wrong, of the other direction, and cut with
  /// the length that they have then.
  private func damage(
    _ record: [UInt8], _ way: Int, _ random: inout SeededRandom
  ) -> [UInt8]? {
    var record = record
    let count = record.count - 24
    guard UInt8.random(in: 0..<20, using: &random) < 2 else { return record }
    func length(_ value: Int, at start: Int) {
      for index in 0..<4 { record[start + index] = UInt8(value >> (24 - 8 * index) & 255) }
    }
    switch way {
    case 0: return nil
    case 1, 4:
      guard count > 9 else { break }
      let held = way == 1 ? Int.random(in: 5..<count, using: &random) : count - 1
      record.removeLast(count - held)
      length(held, at: 4)
      if way == 4 { length(held, at: 0) }
    case 2:
      guard count > 8 else { break }
      let index = 24 + Int.random(in: 1..<min(12, count), using: &random)
      record[index] = UInt8.random(in: 0...255, using: &random)
    default: record[11] ^= 1
    }
    return record
  }

  @Test(arguments: samples) func damageIsNoReasonToRefuse(sample: String) throws {
    let path = projectFolder + "/samples/\(sample)/capture.btsnoop"
    let file = [UInt8](try Data(contentsOf: URL(filePath: path)))
    var random = SeededRandom(seed: 21)
    for way in 0..<5 {
      var damaged = Array(file.prefix(16))
      for record in records(file) { damaged += damage(record, way, &random) ?? [] }
      let capture = try folder.write(damaged, to: "damaged.btsnoop")
      let result = bletrace("export", "--redact", capture, "-o", folder["out.btsnoop"])
      #expect(result.code == .success, "\(way): \(result.errors)")
    }
  }

  // MARK: - What could not be read

  private func capture(_ name: String) throws -> String {
    var story = CaptureBuilder()
    story.connect()
    story.notify(0x25, "12")
    return try folder.write(story.btsnoop(), to: name)
  }

  @Test(arguments: ["json", "ndjson", "html", "sarif", "junit", "markdown", "text"])
  func namesOfFilesThatCannotBeReadAreNotReported(format: String) throws {
    let capture = try capture("Alice.btsnoop")
    let broken = try folder.write(Array("no capture".utf8), to: "Alices-watch.btsnoop")
    let out = folder["report"]
    let result = bletrace(
      "analyze", "--redact", "--format", format, "-o", out, capture, broken, folder["Alice/nofile"])
    #expect(result.code == .trouble)
    let report = String(decoding: try folder.read("report"), as: UTF8.self)
    #expect(!report.contains("Alice"), "\(report)")
    #expect(!report.contains(folder["."].dropLast(2)))
    // On the terminal they are called by their names.
    if format != "ndjson" { #expect(result.errors.contains("Alices-watch.btsnoop")) }
    #expect(report.contains("capture"))
  }

  @Test(arguments: ["text", "json", "ndjson", "csv"])
  func aFileThatIsMissingIsTroubleInEachFormat(format: String) throws {
    let table = format == "csv" ? ["--table", "findings"] : []
    let result = bletrace(
      ["analyze", "--format", format] + table + [try capture("good"), folder["nofile"]])
    #expect(result.code == .trouble)
  }

  @Test func aReportHoldsNoUUIDWithAnAddress() throws {
    var story = CaptureBuilder()
    let peer: [UInt8] = [0xE4, 0xD3, 0x91, 0x2B, 0x4F, 0x0C]
    let uuid = [0x99, 0x88] + [UInt8](0x40...0x47) + peer
    story.connect(peer: peer)
    story.att(.tx, [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28])
    story.att(.rx, [0x11, 20, 1, 0, 5, 0] + uuid)
    let capture = try folder.write(story.btsnoop(), to: "capture.btsnoop")
    let open = bletrace("analyze", "--full", capture).output
    let redacted = bletrace("analyze", "--redact", "--full", capture).output
    #expect(open.uppercased().contains("0C4F2B91-D3E4"))
    #expect(!redacted.uppercased().contains("0C4F2B91-D3E4"))
    let out = folder["out.btsnoop"]
    #expect(bletrace("export", "--redact", capture, "-o", out).code == .success)
    #expect(!(try folder.read("out.btsnoop")).suffix(16).elementsEqual(uuid))
  }
}
