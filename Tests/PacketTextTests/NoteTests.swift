import BletraceTestSupport
import Bytes
import CaptureFiles
import Testing
import Text

@testable import PacketText

/// What is wrong with the capture, among its packets.
@Suite("Notes among packets")
struct NoteTests {
  /// Seven events; four packets were lost before the third, one before the sixth.
  private static let lossy: CaptureBuilder = {
    var capture = CaptureBuilder(step: 1000)
    for index in 0..<2 { capture.event(0x0E, [UInt8(index)]) }
    var rest = capture.drops(4)
    for index in 2..<5 { rest.event(0x0E, [UInt8(index)]) }
    var last = rest.drops(5)
    for index in 5..<7 { last.event(0x0E, [UInt8(index)]) }
    return last
  }()

  /// The numbers of packets, and what the notes say.
  private func shown(
    _ capture: [UInt8] = lossy.btsnoop(), _ set: (inout PacketOptions) -> Void = { _ in }
  ) -> [String] {
    lines(printed(capture, set)).map { line in
      line.hasPrefix("      -  ")
        ? String(line.dropFirst(9)) : String(line.prefix(7).drop { $0 == " " })
    }
  }

  private let four = "4 packets dropped by the logger here: not in the capture"
  private let one = "1 packet dropped by the logger here: not in the capture"

  @Test("losses stand where the capture reports them")
  func losses() {
    #expect(shown() == ["1", "2", four, "3", "4", "5", one, "6", "7"])
    // A packet of pcapng has a count of its own, and no sum.
    #expect(shown(Self.lossy.pcapng()).prefix(6) == ["1", "2", four, "3", four, "4"])
  }

  @Test("of a selection by frame or time only its own, of another all")
  func selection() {
    #expect(shown { $0.selection.frames = [3...4] } == [four, "3", "4"])
    #expect(shown { $0.selection.frames = [4...6] } == ["4", "5", one, "6"])
    #expect(shown { $0.selection.from = 3000 } == ["4", "5", one, "6", "7"])
    #expect(shown { $0.selection.to = 1000 } == ["1", "2"])
    #expect(shown { $0.selection.layers = [.att] } == [four, one])
  }

  @Test("in JSON they are objects with the key note")
  func objects() {
    let output = lines(printed(Self.lossy.btsnoop()) { $0.format = .json })
    #expect(output.count == 9)
    #expect(output[2] == #"{"note":"dropped","count":4,"before_frame":3,"text":"\#(four)"}"#)
    #expect(output[3].hasPrefix(#"{"frame":3,"#))
    let cut = lines(printed(Self.lossy.btsnoop().dropLast()) { $0.format = .json })
    #expect(
      cut.last == #"{"note":"cut_short","text":"the capture ends in the middle of a record"}"#)
  }

  @Test("the end is reported in every format, unless it was not reached")
  func end() {
    let cut = Self.lossy.btsnoop().dropLast()
    for format in [PacketOptions.Format.line, .fields, .octets] {
      let text = printed(Array(cut)) { $0.format = format }
      #expect(text.hasSuffix("\n      -  the capture ends in the middle of a record\n"))
    }
    #expect(shown(Array(cut)) { $0.selection.frames = [1...2] } == ["1", "2"])
    let damaged = Self.lossy.btsnoop() + [UInt8](repeating: 0xFF, count: 24)
    #expect(
      shown(damaged).last
        == "unreadable at offset \(damaged.count - 24): record length 4294967295 is over 1048576"
    )
  }

  @Test("a source that fails is not called a damaged capture")
  func failure() {
    var facts = CaptureFacts()
    facts.damage = CaptureDamage(offset: 88, reason: "the device is gone", sourceFailed: true)
    var output = TextBuffer()
    var printer = PacketPrinter(PacketOptions())
    printer.end(facts, to: &output)
    let text = output.text
    #expect(text == "      -  the source failed here: the device is gone\n")
  }

  @Test("of more places than are kept the rest is reported at the end, and no sum is too large")
  func manyLosses() {
    var facts = CaptureFacts()
    facts.droppedRecords = 7
    var output = TextBuffer()
    var printer = PacketPrinter(PacketOptions())
    printer.end(facts, to: &output)
    var text = output.text
    #expect(
      text
        == "      -  7 packets dropped by the logger, and the capture does not say where\n")

    let record = CapturedRecord(
      number: 9, time: TraceTime(microseconds: 0), bytes: ByteRange(start: 0, end: 0),
      controller: 0, kind: .event, direction: .rx, detail: 4)
    let losses = (0...CaptureLimits.losses).map { _ in
      RecordLoss(beforeFrame: 9, count: 1 << 53 - 1)
    }
    printer = PacketPrinter(PacketOptions())
    output.removeAll()
    printer.reportLosses(losses, before: record, to: &output)
    text = output.text
    #expect(text.split(separator: "\n").count == CaptureLimits.losses)
    output.removeAll()
    facts.droppedRecords = 1 << 53 - 1
    printer.end(facts, to: &output)
    text = output.text
    #expect(text == "")
  }
}
