import BluetoothProtocol
import Redaction
import Text

/// What `--map` keeps: the replacement of each original, one JSON object per line.
enum RedactionMap {
  /// Of this run alone.
  static func salt() -> [UInt8] {
    var system = SystemRandomNumberGenerator()
    return (0..<32).map { _ in UInt8.random(in: 0...255, using: &system) }
  }

  static func text(of redactor: Redactor) -> [UInt8] {
    var output = TextBuffer(capacity: 1 << 16)
    for entry in redactor.mapping {
      output.append(
        contentsOf: "{\"kind\": \"\(entry.kind.rawValue)\", \"original\": ")
      append(entry.original, entry.kind, to: &output)
      output.append(text: ", \"replacement\": ")
      append(entry.replacement, entry.kind, to: &output)
      output.append(text: "}\n")
    }
    return output.bytes
  }

  /// An address as it is written, a name as text, all else as hexadecimal digits.
  private static func append(_ octets: [UInt8], _ kind: RedactedKind, to output: inout TextBuffer) {
    switch kind {
    case .addresses:
      let value = octets.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      output.append(contentsOf: "\"\(DeviceAddress(littleEndian48: value))\"")
    case .names, .notes:
      output.append(UInt8(ascii: "\""))
      let start = output.count
      // Octets that are not UTF-8 become U+FFFD.
      output.append(contentsOf: String(decoding: octets, as: UTF8.self))
      output.escapeJSON(from: start)
      output.append(UInt8(ascii: "\""))
    default:
      output.append(UInt8(ascii: "\""))
      for octet in octets { output.append(hex: UInt64(octet), digits: 2) }
      output.append(UInt8(ascii: "\""))
    }
  }
}
