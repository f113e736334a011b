import BluetoothProtocol
import Bytes
import Framing
import Tracking

/// The connections on which a value has shown that a characteristic is that of a protocol: the
/// UUIDs of Espressif's were not assigned to anyone, and Telink's is used for other things, too.
struct RecognizedFramings {
  struct Place: Hashable {
    var connection: Int
    var server: Side
  }

  private var places: [FramingProtocol: Set<Place>] = [:]

  /// Takes every value, also of what is not shown.
  mutating func note(
    _ type: BluetoothUUID, _ value: ByteRange, _ place: Place, isFromServer: Bool,
    in bytes: Span<UInt8>
  ) {
    guard let found = FramedCharacteristic(type),
      found.framing.machine.showsProtocol(
        value, found.role, isFromServer: isFromServer, in: bytes)
    else { return }
    places[found.framing, default: []].insert(place)
  }

  func describe(
    _ type: BluetoothUUID, _ value: ByteRange, _ place: Place, isFromServer: Bool,
    in bytes: Span<UInt8>
  ) -> String? {
    guard let found = FramedCharacteristic(type) else { return nil }
    return FramedHeader.describe(
      found, value, isFromServer: isFromServer,
      isRecognized: places[found.framing]?.contains(place) ?? false, in: bytes)
  }
}
