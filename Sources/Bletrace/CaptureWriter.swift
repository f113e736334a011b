import Bytes
import CaptureFiles

/// Writes HCI packets as a capture file, octets at a time.
///
/// ```swift
/// var writer = CaptureWriter(.btsnoop)
/// try writer.append([0x03, 0x0C, 0x00], kind: .command, direction: .tx, epochUs: 0)
/// let file = writer.finish()
/// ```
public struct CaptureWriter: Sendable {
  /// The formats that can be written.
  public enum Format: String, CaseIterable, Sendable {
    case btsnoop, pcap, pcapng, packetlogger
  }

  private let format: Format
  private var writer: CaptureFileWriter?
  private var octets: [UInt8] = []
  private var count = 0

  public init(_ format: Format) { self.format = format }

  /// Appends an HCI packet.
  ///
  /// - Parameters:
  ///   - packet: without the H4 packet indicator.
  ///   - kind: `.command`, `.acl`, `.sco`, `.event` or `.iso`.
  ///   - direction: seen from the host.
  ///   - epochUs: when it passed, in microseconds since 1970-01-01T00:00:00Z.
  /// - Throws: ``BletraceError/cannotWrite(_:)``: another kind, or more than 65,535 octets.
  public mutating func append(
    _ packet: [UInt8], kind: RecordKind, direction: RecordDirection, epochUs: Int64
  ) throws(BletraceError) {
    guard kind.rawValue <= RecordKind.iso.rawValue else {
      throw .cannotWrite("only HCI packets can be written, not kind \(kind.rawValue)")
    }
    guard packet.count <= 0xFFFF else {
      throw .cannotWrite("an HCI packet has at most 65,535 bytes, not \(packet.count)")
    }
    let time = TraceTime(microseconds: epochUs)
    if writer == nil { begin(time) }
    count += 1
    let record = CapturedRecord(
      number: count, time: time, bytes: ByteRange(start: 0, end: packet.count), controller: 0,
      kind: kind, direction: direction, detail: 0)
    writer?.append(record, from: .hciH4, in: packet.span, to: &octets)
  }

  /// What was written since the last call, the file's header first: for a file that is written
  /// while it grows.
  public mutating func take() -> [UInt8] {
    if writer == nil { begin(TraceTime(microseconds: 0)) }
    defer { octets = [] }
    return octets
  }

  /// The rest of the file; all of it, where ``take()`` was never called.
  public consuming func finish() -> [UInt8] {
    var rest = take()
    rest += writer?.trailer(drops: 0) ?? []
    return rest
  }

  private mutating func begin(_ time: TraceTime) {
    let container = CaptureFileWriter.Container(rawValue: format.rawValue) ?? .btsnoop
    var made = CaptureFileWriter(container, from: .hciH4, start: time)
    octets += made.header()
    writer = made
  }
}
