import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Foundation
import Testing
import Text

@testable import PacketText

/// Every octet that a capture holds belongs to one field, and to one only.
@Suite struct OctetCoverageTests {
  @Test(arguments: try sampleCaptures())
  func eachOctetBelongsToOneField(_ file: String) throws {
    check(samplesFolder + "/" + file, file)
  }

  @Test(
    .enabled(if: RealCaptures.folder != nil, "no real captures: BLETRACE_CAPTURES names no folder"))
  func inRealCapturesToo() throws {
    let folder = try #require(RealCaptures.folder)
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() {
      check(folder + "/" + file, file)
    }
  }

  private func check(_ path: String, _ file: String) {
    var options = PacketOptions()
    options.format = .octets
    var printer = PacketPrinter(options)
    guard let source = try? FileDescriptorSource(path: path),
      var reader = try? CaptureReader(source)
    else { return }
    var batch: [CapturedRecord] = []
    var output = TextBuffer()
    var wrong = 0
    // A file that turns out to be none, or that is damaged, is shown as far as it goes.
    while (try? reader.nextBatch(into: &batch)) ?? false {
      for record in batch {
        output.removeAll()
        let copies = printer.add(record, in: reader.window.span, to: &output)
        let fields = printer.fields
        if !isCovered(fields.frame, from: record.bytes.start, to: record.bytes.end) {
          wrong += 1
          if wrong <= 5 {
            Issue.record(
              "\(file) frame \(record.number): \(output.text)")
          }
        }
        if !fields.pdu.fields.isEmpty {
          let start = fields.pdu.fields[0].range.start
          #expect(isCovered(fields.pdu, from: start, to: copies.count))
        }
      }
    }
  }

  private func isCovered(_ list: FieldList, from start: Int, to end: Int) -> Bool {
    var next = start
    for index in list.fields.indices {
      let field = list.fields[index]
      if field.isGroup || field.range.isEmpty { continue }
      // A part of a field that was there already.
      if field.range.end <= next { continue }
      guard field.range.start == next else { return false }
      next = field.range.end
    }
    return next == end || list.isFull
  }
}

let samplesFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "samples").path(percentEncoded: false)

/// Paths of the samples' captures within their folder.
func sampleCaptures() throws -> [String] {
  try FileManager.default.subpathsOfDirectory(atPath: samplesFolder).sorted()
    .filter { $0.contains("/capture.") }
}
