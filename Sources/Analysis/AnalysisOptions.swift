import BluetoothProtocol
import Sessions

/// What the user may set about an analysis.
package struct AnalysisOptions: Sendable {
  /// The markers that end a transfer. The first three are those of well-known apps.
  package var markers: [TransferMarker] = TransferMarker.known
  /// Characteristics that carry transfers, also where no marker was seen on them.
  package var transferUUIDs: [BluetoothUUID] = []
  /// A silence longer than this is a gap, in place of the built-in rule.
  package var gapThresholdMicroseconds: Int64?
  /// The window of signal strength, in dBm, in which an app connects to a device.
  package var rssiGate: ClosedRange<Int8>?
  /// Whether to tell what happened in order, and in whose words.
  package var timeline: TimelineVocabulary?
  /// Octets that connections, devices, lists and the report may take together.
  package var memory = callMemory

  /// What all captures of one call may take.
  package static let callMemory = Ledger.limit
  /// What a capture may take while it goes on: for each report everything is there a second time,
  /// the report before is still shown, and more waits to be read.
  package static let runningMemory = 64 << 20

  package init() {}
}

/// In which words the timeline is told.
package enum TimelineVocabulary: String, CaseIterable, Sendable {
  case packets
  /// As the calls of Core Bluetooth's delegates on the side that was captured.
  case coreBluetooth = "corebluetooth"
}

/// The octets by which an app says that a transfer is complete.
package struct TransferMarker: Hashable, Sendable {
  package let bytes: [UInt8]
  /// As the user wrote it.
  package let name: String

  package static let longest = 64

  /// `EOM` ends the text of Apple's transfer sample and what grew out of it; the other two end the
  /// pictures and texts of an app in the same manner.
  package static let known = ["EOM", "PIC_END", "TEXT_END"].compactMap(TransferMarker.init)

  /// `TEXT`, or `hex:` and an even number of hexadecimal digits; `nil` for anything else, for an
  /// empty marker, and for one of more than 64 octets.
  package init?(argument: String) {
    name = argument
    let text = Array(argument.utf8)
    let prefix = Array("hex:".utf8)
    if text.starts(with: prefix) {
      let digits = text[prefix.count...]
      guard digits.count % 2 == 0 else { return nil }
      var octets: [UInt8] = []
      for place in stride(from: digits.startIndex, to: digits.endIndex, by: 2) {
        guard let high = Self.digit(digits[place]), let low = Self.digit(digits[place + 1]) else {
          return nil
        }
        octets.append(high << 4 | low)
      }
      bytes = octets
    } else {
      bytes = text
    }
    guard (1...Self.longest).contains(bytes.count) else { return nil }
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
