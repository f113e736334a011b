import Bytes
import CaptureFiles

/// What packets are called, such as Write Command, and how many there are of each kind.
package struct PacketTitles {
  private var printer: PacketPrinter
  private var counts: [String: Int] = [:]

  package init() {
    var options = PacketOptions()
    options.format = .line
    printer = PacketPrinter(options)
  }

  /// Takes the records of a capture, one after the other.
  package mutating func add(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    printer.follow(record, in: bytes)
    let copies = printer.tracker.context.observer.copies
    _ = printer.describe(record, in: bytes, copies: copies.span)
    counts[printer.fields.title, default: 0] += 1
  }

  /// The most frequent ones first.
  package var all: [(title: String, count: Int)] {
    counts.map { ($0.key, $0.value) }.sorted {
      ($1.count, $0.title) < ($0.count, $1.title)
    }
  }
}
