import BletraceTestSupport
import Foundation
import Testing

/// `bletrace live --follow FILE`, with another program's log that is rotated and emptied.
struct FollowTests {
  private let capture = NumberedCapture(count: 700)

  @Test("a log is followed from before it is there, through rotation and truncation")
  func follow() throws {
    let folder = try TemporaryFolder()
    let log = URL(filePath: folder["log.btsnoop"])
    let program = try LiveProgram([
      "--follow", log.path(), "--write", folder["copy.btsnoop"], "--report",
      folder["report.json"],
    ])
    try waitForRecords(0, folder)

    // It appears, and grows by halves of records.
    let beginning = capture.file(0..<300)
    try Data(beginning.dropLast(7)).write(to: log)
    try waitForRecords(299, folder)
    try append(beginning.suffix(7), to: log)
    try waitForRecords(300, folder)

    // Its writer begins another, as logrotate and Android do; the last of the old one comes late.
    let old = URL(filePath: folder["log.btsnoop.1"])
    try FileManager.default.moveItem(at: log, to: old)
    try append(capture.encoded[300], to: old)
    try Data(capture.file(301..<500)).write(to: log)
    try waitForRecords(500, folder)

    // Its writer begins again at the start of the same file.
    let handle = try FileHandle(forWritingTo: log)
    try handle.truncate(atOffset: 0)
    #expect(waitUntil { program.hasSaid("was truncated") })
    try handle.write(contentsOf: Data(capture.file(500..<700)))
    try handle.close()
    try waitForRecords(700, folder)

    #expect(program.interrupt() == 0)
    let copy = try #require(folder.read("copy.btsnoop"))
    #expect(copy == capture.file(0..<700))
    let report = try JSONSerialization.jsonObject(
      with: Data(try #require(folder.read("report.json"))))
    let captures = (report as? [String: Any])?["captures"] as? [[String: Any]]
    #expect(captures?.first?["records"] as? Int == 700)
    #expect(captures?.first?["dropped_records"] as? Int == 0)
  }

  /// What is half there was called cut, with the advice to stop the logger before copying its file.
  @Test("a log that is no longer watched is not cut, though half a record stands at its end")
  func halfRecord() throws {
    let folder = try TemporaryFolder()
    let log = URL(filePath: folder["log.btsnoop"])
    try Data(capture.file(0..<300).dropLast(7)).write(to: log)
    let program = try LiveProgram([
      "--follow", log.path(), "--write", folder["copy.btsnoop"], "--report",
      folder["report.json"], "--fail-on", "warning",
    ])
    try waitForRecords(299, folder)
    #expect(program.interrupt() == 0)
    let report = try #require(
      folder.read("report.json").map { String(decoding: $0, as: UTF8.self) })
    #expect(report.contains("\"records\": 299,"))
    #expect(report.contains("\"cut_short\": false,"))
    #expect(report.contains("\"findings\": []"))
  }

  private func append(_ bytes: some Sequence<UInt8>, to file: URL) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  /// Until so many have come through.
  private func waitForRecords(_ count: Int, _ folder: TemporaryFolder) throws {
    var records = -1
    let isThere = waitUntil {
      let copy = folder.read("copy.btsnoop").flatMap { try? MonitorRecord.btsnoop($0) }
      records = copy?.count ?? -1
      return records >= count
    }
    #expect(records == count)
    guard isThere else { throw CancellationError() }
  }
}
