import BluetoothProtocol
import Report

extension GivenNames {
  /// Adds `ADDRESS=NAME` or `UUID=NAME`.
  mutating func add(_ text: String) throws(CommandFailure) {
    let parts = text.split(separator: "=", maxSplits: 1)
    guard parts.count == 2, (1...64).contains(parts[1].utf8.count) else {
      throw CommandFailure(
        "'\(text)' is no name; write ADDRESS=NAME or UUID=NAME, and NAME has 1 to 64 bytes")
    }
    let name = String(parts[1])
    if let address = DeviceAddress(parsing: parts[0]) {
      devices[address.description] = name
    } else if let uuid = BluetoothUUID(parsing: parts[0]) {
      attributes[uuid.description] = name
    } else {
      throw CommandFailure("'\(parts[0])' is neither an address nor a UUID")
    }
  }
}
