import BluetoothProtocol
import CaptureFiles
import TraceBytes

/// Records of the Linux monitor about controllers themselves.
extension SessionTracker {
  /// A controller appeared. Its number may have been another's before. A reader that comes late is
  /// told of each controller that is there already; then nothing has changed.
  ///
  ///     octet   0      1     2..7      8..15
  ///             type   bus   address   name, NUL padded
  mutating func receiveNewIndex(
    _ record: CapturedRecord, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.monitor, record.bytes)
    let controller = controller(record.controller)
    lose(controller, to: nil)
    _ = try cursor.u16le(in: bytes)
    let address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    controllers[controller].address = address.rawValue == 0 ? nil : address
    controllers[controller].manufacturer = nil
    controllers[controller].leBuffers = nil
    controllers[controller].sharedBuffers = nil
    let name = cursor.rest
    var octets: [UInt8] = []
    octets.append(ByteRange(start: name.start, end: min(name.end, name.start + 8)), of: bytes)
    controllers[controller].name = Array(octets.prefix { $0 != 0 })
  }

  ///     octet   0..5      6..7
  ///             address   manufacturer, a company identifier
  mutating func receiveIndexInfo(
    _ record: CapturedRecord, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.monitor, record.bytes)
    let controller = controller(record.controller)
    let address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
    if address.rawValue != 0 { controllers[controller].address = address }
    controllers[controller].manufacturer = try cursor.u16le(in: bytes)
  }
}
