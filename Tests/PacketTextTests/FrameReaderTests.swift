import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Report
import Testing
import Tracking

@testable import PacketText

/// The frames of a page, of which most of a long capture is passed over.
@Suite("Frames of a page")
struct FrameReaderTests {
  private func lines(_ ranges: [ClosedRange<Int>], of file: [UInt8]) throws -> [String] {
    var reader = try CaptureReader(MemorySource(file))
    var batch: [CapturedRecord] = []
    var frames: FrameReader?
    while try reader.nextBatch(into: &batch) {
      guard let first = batch.first else { continue }
      if frames == nil { frames = FrameReader(ranges, start: first.time) }
      frames?.add(batch, in: reader.window.span)
    }
    return words(frames?.lines ?? [])
  }

  private func words(_ lines: [FrameLine]) -> [String] {
    lines.map {
      "\($0.frame) \($0.timeUs) \($0.direction?.rawValue ?? "") \($0.connection ?? 0) \($0.text)"
    }
  }

  /// What is far from all frames that are shown is followed less closely, and says the same.
  @Test(
    "frames after much that is passed over are named as in a reading of all", arguments: [0, 1])
  func far(unknownDirections: Int) throws {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    story.exchangeMTU(185, 185)
    story.discover(declaration: 0x0010, value: 0x0011, uuid: [0x37, 0x2A])
    for index in 0..<4000 {
      story.notify(0x0011, [UInt8(truncatingIfNeeded: index), 1, 2])
      story.completed(1)
      story.advertise([1, 2, 3, 4, 5, 0xC6], -50)
      // The other characteristic is found in the middle of it, and its answer is in two packets.
      if index == 1500 {
        let uuid = [UInt8](repeating: 0xAB, count: 16)
        story.att(.tx, [0x08, 0x20, 0x00, 0xFF, 0xFF, 0x03, 0x28])
        story.att(.rx, [0x09, 21, 0x20, 0x00, 0x3E, 0x21, 0x00] + uuid, fragments: [12])
      }
    }
    story.notify(0x0011, [7, 8, 9])
    story.notify(0x0021, [1])
    story.att(.tx, [0x52, 0x21, 0x00, 5, 6])
    story.disconnect()
    let file = unknownDirections == 1 ? story.pcap(187) : story.btsnoop()
    let all = try lines([1...100_000], of: file)
    let last = all.count
    #expect(last > 12_000)
    let some = try lines([(last - 4)...last], of: file)
    #expect(some == Array(all.suffix(5)) && some.count == 5)
    let text = some.joined(separator: "\n")
    #expect(text.contains("0x0011 Heart Rate Measurement"), "\(text)")
    #expect(text.lowercased().contains("abab"), "\(text)")
    #expect(some[1].contains(" rx 1 "), "\(text)")
  }

  @Test("what an analysis found quiet need not be read, and changes no line", arguments: 0..<4)
  func quiet(format: Int) throws {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    story.discover(declaration: 0x0010, value: 0x0011, uuid: [0x37, 0x2A])
    for index in 0..<20_000 {
      story.notify(0x0011, [UInt8(truncatingIfNeeded: index), 1, 2])
      story.advertise([1, 2, 3, 4, 5, 0xC6], -50)
      if index == 10_000 { story.discover(declaration: 0x0020, value: 0x0021, uuid: [0x19, 0x2A]) }
    }
    story.notify(0x0021, [7])
    let part = [
      story.btsnoop(), story.pcap(201), story.packetLogger(order: .little), story.pcapng(201),
    ][format]
    // The second part has a header of its own in the middle.
    for file in [part, part + part] {
      var options = AnalysisOptions()
      options.keepsSeries = true
      var reader = try CaptureReader(MemorySource(file))
      let result = try analyzeWithSeries(
        &reader, path: "x", options: options, payloads: nil, progress: { _, _ in })
      let series = try #require(result.series)
      #expect(series.quiet.isEmpty == (format == 3))
      let last = result.capture.records
      let ranges = [30_000...30_003, (last - 4)...last]
      var frames = FrameReader(ranges, start: try #require(series.start))
      var quiet = series.quiet[...]
      var batch: [CapturedRecord] = []
      var read = 0
      reader = try CaptureReader(MemorySource(file))
      while !frames.isDone {
        frames.skip(&quiet, in: &reader)
        guard try reader.nextBatch(into: &batch) else { break }
        read += batch.count
        frames.add(batch, in: reader.window.span)
      }
      let all = try lines(ranges, of: file)
      #expect(all.count == 9)
      #expect(words(frames.lines) == all)
      if format != 3, file.count == part.count { #expect(read < last * 3 / 4) }
    }
  }
}
