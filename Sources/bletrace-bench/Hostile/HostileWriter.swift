/// Writes records of the Linux monitor (btsnoop, datalink 2001), which may be of many controllers.
struct HostileWriter {
  enum Opcode: UInt16 {
    case newIndex, deleteIndex, command, event, aclSent, aclReceived
    case openIndex = 8
    case closeIndex, indexInfo, vendorDiagnostic, systemNote, userLogging, controlOpen
  }

  private static let fileHeader: [UInt8] =
    Array("btsnoop\0".utf8) + [0, 0, 0, 1] + [0, 0, 0x07, 0xD1]
  /// 2024-01-15T10:00:00Z on btsnoop's clock.
  private static let start: Int64 = 0x00DC_DDB3_0F2F_8000 + 1_705_312_800_000_000
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
    buffer = Self.fileHeader
  }

  var isFull: Bool { records >= limit }

  mutating func add(_ opcode: Opcode, _ data: [UInt8], controller: Int = 0) {
    guard !isFull else { return }
    records += 1
    time += 100
    be32(UInt32(data.count))
    be32(UInt32(data.count))
    be32(UInt32(controller) << 16 | UInt32(opcode.rawValue))
    be32(drops)
    let stamp = UInt64(bitPattern: Self.start + time)
    be32(UInt32(truncatingIfNeeded: stamp >> 32))
    be32(UInt32(truncatingIfNeeded: stamp))
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

  private mutating func be32(_ number: UInt32) {
    buffer.append(UInt8(truncatingIfNeeded: number >> 24))
    buffer.append(UInt8(truncatingIfNeeded: number >> 16))
    buffer.append(UInt8(truncatingIfNeeded: number >> 8))
    buffer.append(UInt8(truncatingIfNeeded: number))
  }
}
