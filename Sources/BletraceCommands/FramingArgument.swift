import BluetoothProtocol
import Framing
import Tracking

/// A value of `--framing`: `learn`, `none`, or `UUID=LAYOUT`.
enum FramingArgument: Hashable {
  case learning(Bool)
  case characteristic(BluetoothUUID, FramingSpec)

  init(_ argument: Argument) throws(CommandFailure) {
    let text = argument.text
    if text == "none" || text == "learn" {
      self = .learning(text == "learn")
      return
    }
    let halves = argument.bytes.split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard halves.count == 2, let uuid = BluetoothUUID(parsing: halves[0]) else {
      throw CommandFailure(
        "'\(argument.printable)' is not a value for '--framing'; it is learn, none or "
          + "UUID=LAYOUT, such as FFF1=length:u16le,crc:16")
    }
    do throws(FramingSpecError) {
      self = .characteristic(uuid, try FramingSpec(halves[1]))
    } catch {
      throw CommandFailure("'--framing' for \(uuid): \(error.description.printable)")
    }
  }
}

extension AnalysisOptions {
  /// Of several for the same, the last one counts.
  mutating func apply(_ framing: FramingArgument) {
    switch framing {
    case .learning(let learns): learnsFramings = learns
    case .characteristic(let uuid, .layout(let layout)):
      framingLayouts[uuid] = layout
      unframedUUIDs.remove(uuid)
    case .characteristic(let uuid, .none):
      framingLayouts[uuid] = nil
      unframedUUIDs.insert(uuid)
    }
  }
}
