import BluetoothProtocol
import Framing
import Report
import Tracking

/// A characteristic as options name it: by its UUID, or by the handle of its value, as `0x0018`.
enum AttributeName: Hashable {
  case uuid(BluetoothUUID)
  case handle(UInt16)

  init?(_ text: String) {
    if text.hasPrefix("0x") || text.hasPrefix("0X") {
      let digits = text.dropFirst(2)
      guard (1...4).contains(digits.utf8.count), let handle = UInt16(digits, radix: 16), handle > 0
      else { return nil }
      self = .handle(handle)
    } else if let uuid = BluetoothUUID(parsing: text) {
      self = .uuid(uuid)
    } else {
      return nil
    }
  }

  /// Whether a connection has such a characteristic.
  func isIn(_ connection: borrowing ReportV1.Connection) -> Bool {
    let (handle, uuid): (Int?, String?) =
      switch self {
      case .uuid(let uuid): (nil, uuid.description)
      case .handle(let handle): (Int(handle), nil)
      }
    func isMeant(_ other: Int, _ name: String?) -> Bool {
      other == handle || uuid != nil && name == uuid
    }
    return connection.notifications.contains { isMeant($0.valueHandle, $0.uuid) }
      || connection.writes.contains { isMeant($0.valueHandle, $0.uuid) }
      || [connection.gatt, connection.gattOtherSide].contains { gatt in
        gatt?.services.contains { service in
          service.characteristics.contains { isMeant($0.valueHandle, $0.uuid) }
        } ?? false
      }
  }

  var words: String {
    switch self {
    case .uuid(let uuid): uuid.description
    case .handle(let handle): Wording.handle(Int(handle))
    }
  }
}

/// A value of `--framing`: `learn`, `none`, or `UUID=LAYOUT`.
enum FramingArgument: Hashable {
  case learning(Bool)
  case characteristic(AttributeName, FramingSpec)

  init(_ argument: Argument) throws(CommandFailure) {
    let text = argument.text
    if text == "none" || text == "learn" {
      self = .learning(text == "learn")
      return
    }
    let halves = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard halves.count == 2, let name = AttributeName(halves[0]) else {
      throw CommandFailure(
        "'\(argument.printable)' is not a value for '--framing'; it is learn, none or "
          + "UUID=LAYOUT, such as FFF1=length:u16le,crc:16 or 0x0018=length:u16le")
    }
    do throws(FramingSpecError) {
      self = .characteristic(name, try FramingSpec(halves[1]))
    } catch {
      throw CommandFailure("'--framing' for \(name.words): \(error.description.printable)")
    }
  }
}

extension AnalysisOptions {
  mutating func apply(transfer name: AttributeName) {
    switch name {
    case .uuid(let uuid): transferUUIDs.append(uuid)
    case .handle(let handle): transferHandles.insert(handle)
    }
  }

  /// Of several for the same, the last one counts.
  mutating func apply(_ framing: FramingArgument) {
    switch framing {
    case .learning(let learns): findsMessages = learns
    case .characteristic(.handle(let handle), .layout(let layout)):
      handleLayouts[handle] = layout
      unframedHandles.remove(handle)
    case .characteristic(.handle(let handle), .none):
      handleLayouts[handle] = nil
      unframedHandles.insert(handle)
    case .characteristic(.uuid(let uuid), .layout(let layout)):
      framingLayouts[uuid] = layout
      unframedUUIDs.remove(uuid)
    case .characteristic(.uuid(let uuid), .none):
      framingLayouts[uuid] = nil
      unframedUUIDs.insert(uuid)
    }
  }
}
