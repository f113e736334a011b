import BluetoothProtocol

/// A command or an event, as the referee of a controller takes it.
package struct HCIRow: Sendable, BitwiseCopyable {
  package enum Kind: Sendable, BitwiseCopyable {
    case command
    /// Command Status, and Command Complete: `code` is the command that is answered.
    case status, complete
    /// `code` is the event, or the subevent of LE Meta.
    case event, subevent
  }

  package var kind: Kind
  /// The number of a command, where it is one.
  package var code: UInt16
  package var time: Int64
  package var frame: Int
  /// The first eight octets of its parameters, the first in the lowest bits: of an answer those
  /// that are returned, of a subevent those that follow its code. What is not there is 0.
  package var head: UInt64
  /// How many octets of them were captured.
  package var length: Int

  package init(
    _ kind: Kind, _ code: UInt16, at time: Int64, frame: Int, head: UInt64 = 0, length: Int = 0
  ) {
    self.kind = kind
    self.code = code
    self.time = time
    self.frame = frame
    self.head = head
    self.length = length
  }

  /// Whether it answers a reset of the controller.
  var isOfReset: Bool { code == HCIOpcode.reset.rawValue && (kind == .status || kind == .complete) }
  /// Two octets at an offset.
  func word(at offset: Int) -> UInt16 { UInt16(truncatingIfNeeded: head >> UInt64(offset * 8)) }
  func octet(at offset: Int) -> UInt8 { UInt8(truncatingIfNeeded: head >> UInt64(offset * 8)) }
  /// The connection handle at an offset.
  func handle(at offset: Int) -> UInt16 { word(at: offset) & 0x0FFF }
}
