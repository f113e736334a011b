import BluetoothProtocol
import Bytes

/// Puts the fragments of an L2CAP PDU together: one for each connection and direction.
///
/// A PDU that came in one piece never passes through here. Of a PDU whose fragments the capture
/// cut, the part before the first cut is kept, and the rest is counted.
struct ACLReassembly {
  private(set) var buffer: [UInt8] = []
  /// Octets of the whole PDU with its header; 0 while the header is incomplete.
  private var expected = 0
  /// Octets received, those the capture left out included.
  private var received = 0
  private var isCut = false
  private(set) var isActive = false
  private var count = BufferCount()

  /// What an added fragment led to.
  enum Outcome {
    case incomplete
    /// The PDU is whole, with its header, in `buffer`.
    case complete(ByteRange)
    /// A continuation without a start, or one that is longer than the PDU, or a header that the
    /// capture cut: nothing can be made of it.
    case unusable
  }

  mutating func start(with fragment: ByteRange, of bytes: Span<UInt8>) -> Outcome {
    buffer.removeAll(keepingCapacity: true)
    expected = 0
    received = 0
    isCut = false
    isActive = true
    return add(fragment, of: bytes)
  }

  mutating func append(_ fragment: ByteRange, of bytes: Span<UInt8>) -> Outcome {
    guard isActive else { return .unusable }
    return add(fragment, of: bytes)
  }

  mutating func abandon() { isActive = false }

  /// Of the PDU whose fragments are received; nil if that is not known.
  var channel: L2CAPChannelID? {
    isActive && expected > 0 ? L2CAPBasicHeader(at: 0, in: buffer.span).channel : nil
  }

  /// Of the PDU that is whole in `buffer`. Mutating, so that nothing is copied for the call.
  mutating func channelOfWhole() -> L2CAPChannelID? {
    guard buffer.count > L2CAPBasicHeader.octets else { return nil }
    return L2CAPBasicHeader(at: 0, in: buffer.span).channel
  }

  /// Frees the memory too, for a connection that has ended.
  mutating func release(_ bounds: inout BoundsReached) {
    isActive = false
    buffer = []
    count.release(&bounds)
  }

  /// Whether there is room for what was added; without, the PDU is given up.
  mutating func isCovered(_ bounds: inout BoundsReached) -> Bool {
    guard buffer.count > count.octets else { return true }
    if count.cover(buffer.capacity, for: .reassembly, &bounds) { return true }
    release(&bounds)
    return false
  }

  private mutating func add(_ fragment: ByteRange, of bytes: Span<UInt8>) -> Outcome {
    if !isCut { buffer.append(fragment, of: bytes) }
    received += fragment.originalCount
    isCut = isCut || fragment.isCut
    if expected == 0 {
      guard received >= L2CAPBasicHeader.octets else { return .incomplete }
      guard buffer.count >= L2CAPBasicHeader.octets else { return giveUp() }
      let header = L2CAPBasicHeader(at: 0, in: buffer.span)
      expected = L2CAPBasicHeader.octets + header.payloadLength
    }
    if received < expected { return .incomplete }
    guard received == expected else { return giveUp() }
    isActive = false
    return .complete(ByteRange(start: 0, end: buffer.count, originalCount: expected))
  }

  private mutating func giveUp() -> Outcome {
    isActive = false
    return .unusable
  }
}
