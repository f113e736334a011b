import CaptureFiles
import PacketText
import Report
import Text
import Tracking

/// All that is made of a capture, in one pass: its records, its packets as text, its report.
struct CaptureReading {
  /// A digest of each record.
  private(set) var records: [Int] = []
  /// Each packet, as `decode` shows it.
  private(set) var packets: [[UInt8]] = []
  private(set) var facts = CaptureFacts()
  private(set) var capture = ReportV1.Capture()

  init(_ file: [UInt8], _ format: PacketOptions.Format) throws(CaptureFileError) {
    var options = AnalysisOptions()
    options.timeline = .packets
    options.rssiGate = -60 ... -20
    var analysis = RunningAnalysis(options: options, payloads: nil)
    var printing = PacketOptions()
    printing.format = format
    var printer = PacketPrinter(printing)
    // A small window is soon made, and slides often.
    var reader = try CaptureReader(MemorySource(file), windowSize: 2048)
    var batch: [CapturedRecord] = []
    while try reader.nextBatch(into: &batch) {
      let bytes = reader.window.span
      analysis.add(batch, in: bytes)
      for record in batch {
        var digest = FNV()
        digest.add(record.number)
        digest.add(Int(record.time.microseconds))
        digest.add(Int(record.kind.rawValue) << 8 | Int(record.direction.rawValue))
        digest.add(Int(record.controller) << 8 | Int(record.detail))
        digest.add(record.bytes.originalCount)
        for index in record.bytes.start..<record.bytes.end { digest.add(Int(bytes[index])) }
        records.append(digest.value)
        var output = TextBuffer()
        printer.add([record], in: bytes, to: &output)
        packets.append(output.bytes)
      }
    }
    facts = CaptureFacts(reader)
    capture = analysis.finish(path: "damaged", facts)
  }
}
