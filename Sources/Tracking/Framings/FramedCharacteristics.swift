import BluetoothProtocol
import Framing

/// Which protocol a characteristic belongs to, and what it is for in it.
package struct FramedCharacteristic: Sendable {
  package var framing: FramingProtocol
  package var role: FramingRole

  private init(framing: FramingProtocol, role: FramingRole) {
    self.framing = framing
    self.role = role
  }

  private static let known: [BluetoothUUID: FramedCharacteristic] = {
    var known: [BluetoothUUID: FramedCharacteristic] = [:]
    for framing in FramingProtocol.allCases {
      for (uuid, role) in framing.machine.characteristics {
        guard let uuid = BluetoothUUID(parsing: uuid) else { continue }
        known[uuid] = FramedCharacteristic(framing: framing, role: role)
      }
    }
    return known
  }()

  /// By its UUID; a handle whose UUID is not known is no one's.
  package init?(_ uuid: BluetoothUUID) {
    guard let known = Self.known[uuid] else { return nil }
    self = known
  }
}
