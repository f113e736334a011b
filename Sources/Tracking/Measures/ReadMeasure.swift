import BluetoothProtocol
import Bytes
import Report

/// The reads of one attribute: how many, and how often its value was another one.
struct ReadMeasure: Sendable {
  let handle: ATTHandle
  let server: Side
  private(set) var count = 0
  /// Reads that brought another value than the one before.
  private(set) var changes = 0
  private(set) var first: Moment
  private(set) var last: Moment
  private var hash: UInt64 = 0

  /// So many attributes of a link are watched; who polls, polls a few.
  static let watched = 32

  init(_ transaction: ATTTransaction, in bytes: Span<UInt8>) {
    handle = transaction.handle ?? ATTHandle(0)
    server = transaction.server
    first = transaction.request
    last = transaction.request
    add(transaction, in: bytes)
  }

  mutating func add(_ transaction: ATTTransaction, in bytes: Span<UInt8>) {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in transaction.response.start..<transaction.response.end {
      hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3
    }
    if count > 0, hash != self.hash { changes &+= 1 }
    self.hash = hash
    count &+= 1
    last = transaction.request
  }
}

extension LinkMeasures {
  /// Takes note of a read that was answered with a value.
  mutating func addRead(
    _ transaction: ATTTransaction, in bytes: Span<UInt8>, _ bounds: inout BoundsReached
  ) {
    guard transaction.opcode == .readRequest, transaction.error == nil,
      let handle = transaction.handle
    else { return }
    let known = reads.firstIndex { $0.handle == handle && $0.server == transaction.server }
    if let known {
      reads[known].add(transaction, in: bytes)
    } else if reads.count < ReadMeasure.watched, bounds.take(Bound.readSeries, for: .gattEntries) {
      reads.append(ReadMeasure(transaction, in: bytes))
    }
  }
}
