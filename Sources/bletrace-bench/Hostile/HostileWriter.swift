import CaptureFiles

/// Writes records of the Linux monitor (btsnoop, datalink 2001), which may be of many controllers.
struct HostileWriter {
  /// 2024-01-15T10:00:00Z.
  private static let start: Int64 = 1_705_312_800_000_000
  private static let flushSize = 1 << 20

  /// Microseconds since the start.
  var time: Int64 = 0
  /// Records that were lost so far.
  var drops: UInt32 = 0
  private(set) var records = 0
  private(set) var octets = 0
  var limit: Int
  private let sink: any CaptureSink
  private var buffer: [UInt8] = []

  init(limit: Int, sink: any CaptureSink) {
    self.limit = limit
    self.sink = sink
    buffer = BtsnoopWriter.header(datalink: 2001)
  }

  var isFull: Bool { records >= limit }

  /// Anything but data, which goes both ways.
  mutating func add(_ kind: RecordKind, _ data: [UInt8], controller: Int = 0) {
    add(kind, .unknown, data, controller: controller)
  }

  mutating func add(
    _ kind: RecordKind, _ direction: RecordDirection, _ data: [UInt8], controller: Int = 0
  ) {
    guard !isFull, let opcode = kind.monitorOpcode(direction) else { return }
    records += 1
    time += 100
    BtsnoopWriter.appendHeader(
      included: data.count, original: data.count, flags: UInt32(controller) << 16 | UInt32(opcode),
      drops: drops, time: Self.start + time, to: &buffer)
    buffer += data
    if buffer.count >= Self.flushSize { flush() }
  }

  /// Octets that are no record of this format.
  mutating func add(raw data: [UInt8], replacingHeader: Bool = false) {
    if replacingHeader { buffer = [] }
    records += 1
    buffer += data
    if buffer.count >= Self.flushSize { flush() }
  }

  mutating func flush() {
    sink.write(buffer)
    octets += buffer.count
    buffer.removeAll(keepingCapacity: true)
  }
}
