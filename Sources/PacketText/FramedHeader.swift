import Bytes
import Framing
import Tracking

/// What the header of a value says, where its characteristic belongs to a protocol that is known.
///
/// Only the value itself is looked at: what continues a message has no header, and is left out.
enum FramedHeader {
  /// - Parameter isRecognized: whether a value has shown that it is this protocol.
  static func describe(
    _ found: FramedCharacteristic, _ value: ByteRange, isFromServer: Bool, isRecognized: Bool,
    in bytes: Span<UInt8>
  ) -> String? {
    let machine = found.framing.machine
    guard isRecognized || machine.isShownByUUID else { return nil }
    return machine.words(of: value, found.role, isFromServer: isFromServer, in: bytes).map {
      machine.title + " " + $0
    }
  }
}
