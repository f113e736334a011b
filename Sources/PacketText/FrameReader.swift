import BluetoothProtocol
import Bytes
import CaptureFiles
import Report
import Text
import Tracking

/// Puts some frames of a capture into words. What is between them is followed the quick way, as an
/// analysis does.
package struct FrameReader {
  /// Octets of the words of a frame.
  private static let longest = 240
  /// Records before a frame that is shown which are all followed.
  private static let near = 2000

  private var printer: PacketPrinter
  /// Sorted and apart.
  private let wanted: [ClosedRange<Int>]
  private var next = 0
  /// What the times count from.
  private let start: TraceTime
  package private(set) var lines: [FrameLine] = []

  /// - Parameters:
  ///   - wanted: ranges of frame numbers, sorted and apart.
  ///   - start: what the times count from.
  ///   - keys: what decrypts sniffed connections.
  package init(_ wanted: [ClosedRange<Int>], start: TraceTime, keys: AirKeys = AirKeys()) {
    var options = PacketOptions()
    options.keys = keys
    printer = PacketPrinter(options)
    self.wanted = wanted
    self.start = start
  }

  /// Whether nothing more is wanted.
  package var isDone: Bool { next == wanted.count }

  /// Moves a reader past what it need not read: records that no session depends on, far from all
  /// that is wanted.
  ///
  /// - Parameter quiet: stretches of the same file; those that are behind are taken off.
  package func skip(
    _ quiet: inout ArraySlice<CaptureSeries.QuietStretch>, in reader: inout CaptureReader
  ) {
    guard !isDone, !quiet.isEmpty, let start = reader.place else { return }
    var end = start
    while let stretch = quiet.first {
      if stretch.lastRecord > end.records {
        guard stretch.firstRecord <= end.records + 1,
          stretch.lastRecord + Self.near < wanted[next].lowerBound
        else { break }
        end = CapturePlace(octet: stretch.endOctet, records: stretch.lastRecord)
      }
      quiet.removeFirst()
    }
    if end.octet > start.octet { reader.skip(to: end) }
  }

  package mutating func add(_ batch: [CapturedRecord], in bytes: Span<UInt8>) {
    // Most batches are far from what is wanted.
    if let last = batch.last, !isDone, last.number < wanted[next].lowerBound {
      return printer.skip(
        batch, in: bytes, isFar: last.number + Self.near < wanted[next].lowerBound)
    }
    var index = 0
    while index < batch.count, !isDone {
      let number = batch[index].number
      if number > wanted[next].upperBound {
        next += 1
      } else if number >= wanted[next].lowerBound {
        lines.append(printer.line(of: batch[index], since: start, Self.longest, in: bytes))
        index += 1
      } else {
        let end = batch[index...].firstIndex { $0.number >= wanted[next].lowerBound } ?? batch.count
        printer.skip(
          index == 0 && end == batch.count ? batch : Array(batch[index..<end]), in: bytes)
        index = end
      }
    }
  }
}

extension PacketPrinter {
  /// Follows records that are not shown.
  fileprivate mutating func skip(
    _ records: [CapturedRecord], in bytes: Span<UInt8>, isFar: Bool = false
  ) {
    if isFar { tracker.passFar(records, in: bytes) } else { tracker.pass(records, in: bytes) }
    names.forgetAttributes()
  }

  /// What the line of `decode` says behind the time, in parts.
  fileprivate mutating func line(
    of record: CapturedRecord, since start: TraceTime, _ longest: Int, in bytes: Span<UInt8>
  ) -> FrameLine {
    var output = TextBuffer(capacity: 256)
    let context = summarize(record, in: bytes, to: &output)
    var line = FrameLine()
    line.frame = record.number
    line.timeUs = Int(clamping: record.time.since(start))
    line.direction =
      context.direction == .tx ? .tx : context.direction == .rx ? .rx : nil
    line.connection = context.connection.map { $0 + 1 }
    line.layer = fields.layer.rawValue
    let text = output.text
    line.text = text.utf8.count <= longest ? text : cut(text, to: longest)
    return line
  }

  private func cut(_ text: String, to longest: Int) -> String {
    var octets = 0
    let kept = text.unicodeScalars.prefix {
      octets += UTF8.width($0)
      return octets <= longest - 3
    }
    return String(kept) + "…"
  }
}
