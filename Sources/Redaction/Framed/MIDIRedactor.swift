import Bytes
import Framing

/// BLE MIDI: times and statuses stay, and data stay data, whose highest bit is 0.
struct MIDIRedactor: FramedRedactor {
  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    value.octets.map { $0 >= 0x80 ? .header : .varint }
  }

  mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replacements: inout Replacements
  ) -> [DigestStep] { [] }
}
