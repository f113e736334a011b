import Bytes
import CaptureFiles
import Report

/// The values of a connection in which messages are looked for when it is reported: of streams that
/// no published protocol frames and whose characteristic the Bluetooth SIG does not specify.
struct MessageStore: Sendable {
  struct Entry: Sendable {
    var time: Int64
    var frame: UInt32
    /// Where its octets end.
    var end: UInt32
    /// Index of the stream.
    var stream: UInt16
    /// Whether something may be missing before it: the stream began again, or a value was cut.
    var isFirst: Bool
  }

  private(set) var octets: [UInt8] = []
  private(set) var entries: [Entry] = []
  /// Of each stream, by its index.
  private(set) var kept: [Kept] = []
  /// Streams whose next value may follow on nothing.
  private var broken: Set<Int> = []

  /// What is kept of a stream.
  struct Kept: Sendable {
    var values = 0
    var octets = 0
    /// Values that found no room.
    var omitted = 0
  }

  /// Of a stream: what a command says stays beside the longest upload.
  static let mostValues = 1 << 12
  static let mostOctets = 1 << 18
  /// So much of a stream is kept whatever the others have.
  static let leastValues = 64
  static let leastOctets = 1 << 13
  /// Of a connection, in octets.
  static let mostOfConnection = 1 << 20

  /// Arrays take up to twice of what is in them, as they grow.
  var heldOctets: Int { 2 * (octets.count + entries.count * MemoryLayout<Entry>.stride) }

  @inline(never)
  mutating func add(
    _ value: AttributeValue, stream: Int, in bytes: Span<UInt8>, _ shared: inout PayloadStore
  ) {
    guard !value.value.isEmpty, stream < Bound.streams.limit else { return }
    while kept.count <= stream { kept.append(Kept()) }
    let count = value.value.count
    let size = 2 * (count + MemoryLayout<Entry>.stride)
    guard !value.value.isCut, value.moment.frame <= UInt32.max,
      kept[stream].values < Self.mostValues, kept[stream].octets + count <= Self.mostOctets
    else { return omit(stream) }
    let isSmall =
      kept[stream].values < Self.leastValues && kept[stream].octets + count <= Self.leastOctets
    guard isSmall || octets.count + count <= Self.mostOfConnection,
      shared.messageOctets + size <= Bound.messages.limit
    else {
      shared.bounds.insert(.messages)
      return omit(stream)
    }
    guard shared.bounds.take(size, for: .messages) else { return omit(stream) }
    shared.messageOctets += size
    kept[stream].values += 1
    kept[stream].octets += count
    octets.append(value.value, of: bytes)
    entries.append(
      Entry(
        time: value.moment.time.microseconds, frame: UInt32(value.moment.frame),
        end: UInt32(octets.count), stream: UInt16(stream),
        isFirst: !broken.isEmpty && broken.remove(stream) != nil))
  }

  private mutating func omit(_ stream: Int) {
    kept[stream].omitted += 1
    interrupt(stream)
  }

  /// What comes next on a stream does not follow on what came.
  mutating func interrupt(_ stream: Int) { broken.insert(stream) }

  func value(_ index: Int) -> ArraySlice<UInt8> {
    let start = index == 0 ? 0 : Int(entries[index - 1].end)
    return octets[start..<Int(entries[index].end)]
  }
}
