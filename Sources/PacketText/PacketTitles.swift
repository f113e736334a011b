import Bytes
import CaptureFiles

/// What packets are called, such as Write Command, and whose they are.
package struct PacketTitles {
  /// Packets that are alike.
  package struct Kind: Hashable {
    package var title: String
    var connection: Int?
    var direction: RecordDirection
    /// Of the attribute, where the packet names one.
    var handle: UInt16?
  }

  private var printer: PacketPrinter

  package init() {
    var options = PacketOptions()
    options.format = .line
    printer = PacketPrinter(options)
  }

  /// Takes the records of a capture, one after the other.
  package mutating func kind(of record: CapturedRecord, in bytes: Span<UInt8>) -> Kind {
    printer.follow(record, in: bytes)
    let copies = printer.tracker.context.observer.copies
    let context = printer.describe(record, in: bytes, copies: copies.span)
    return Kind(
      title: printer.fields.title, connection: context.connection, direction: context.direction,
      handle: printer.fields.attributeHandle)
  }
}
