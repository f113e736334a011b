import BletraceTestSupport
import Framing

/// Messages of the protocols that are specified, in which each number is a choice of the input: an
/// offset, a length, a sequence number may be any, while all else stays in order. Changes of octets
/// alone hardly ever make a frame of which the length still fits.
enum ProtocolScript {
  struct Message {
    var octets: [UInt8]
    /// Which of the protocol's characteristics.
    var characteristic: Int
    var isFromServer: Bool
  }

  static func next(_ framing: FramingProtocol, _ input: inout ChoiceInput) -> Message {
    let lines = lines[framing] ?? []
    let line = lines[Int(input.octet()) % lines.count]
    var octets: [UInt8] = []
    for part in line.parts { append(part, &input, to: &octets) }
    line.ending?.end(&octets)
    return Message(
      octets: octets, characteristic: line.characteristic, isFromServer: line.isFromServer)
  }

  private enum Part {
    case octets([UInt8])
    case number(Int)
    case data, cbor, bytes, varint

    init(_ word: Substring) {
      switch word {
      case "n1": self = .number(1)
      case "n2": self = .number(2)
      case "n4": self = .number(4)
      case "data": self = .data
      case "cbor": self = .cbor
      case "bytes": self = .bytes
      case "varint": self = .varint
      default: self = .octets(hex(String(word)))
      }
    }
  }

  private struct Line {
    var isFromServer: Bool
    var characteristic: Int
    var parts: [Part]
    var ending: Ending?

    init(_ text: String) {
      var words = text.split(separator: " ")
      let place = words.removeFirst()
      isFromServer = place.first == "s"
      characteristic = place.last?.wholeNumberValue ?? 0
      ending = words.last.flatMap { Ending(rawValue: String($0)) }
      if ending != nil { words.removeLast() }
      parts = words.map { Part($0) }
    }
  }

  private static let lines = Dictionary(
    uniqueKeysWithValues: FramingProtocol.allCases.map { ($0, texts(of: $0).map(Line.init)) })

  /// What a message ends with, or is put into.
  private enum Ending: String {
    /// The length in the header of MCUmgr.
    case smp
    /// The init packet of DFU.
    case packet
    case xmodem, modbus

    func end(_ octets: inout [UInt8]) {
      func little(_ number: UInt16) -> [UInt8] {
        EndNumbers.octets(UInt64(number), 2, isBigEndian: false)
      }
      switch self {
      case .smp: octets[3] = UInt8(truncatingIfNeeded: octets.count - MCUmgrHeader.octets)
      case .packet:
        for field: UInt8 in [0x12, 0x0A] { octets = [field, UInt8(octets.count)] + octets }
      case .xmodem:
        octets += little(UInt16(truncatingIfNeeded: ChecksumKind.crc16XMODEM.value(of: octets)))
      case .modbus:
        octets += little(UInt16(truncatingIfNeeded: ChecksumKind.crc16MODBUS.value(of: octets)))
      }
    }
  }

  private static func append(
    _ part: Part, _ input: inout ChoiceInput, to octets: inout [UInt8]
  ) {
    switch part {
    case .octets(let fixed): octets += fixed
    case .number(let width):
      octets += EndNumbers.octets(input.number(), width, isBigEndian: false)
    case .data: octets += data(&input)
    case .cbor: octets += cbor(input.number(), isNegative: input.octet() > 224)
    case .bytes:
      let data = data(&input)
      octets += [0x40 | UInt8(data.count)] + data
    case .varint:
      var rest = input.number()
      while rest >= 0x80 {
        octets.append(UInt8(rest & 0x7F) | 0x80)
        rest >>= 7
      }
      octets.append(UInt8(rest))
    }
  }

  private static func data(_ input: inout ChoiceInput) -> [UInt8] {
    let choice = input.octet()
    return (0..<choice & 15).map { $0 &+ choice }
  }

  /// As short as it can be.
  private static func cbor(_ number: UInt64, isNegative: Bool) -> [UInt8] {
    let major: UInt8 = isNegative ? 0x20 : 0
    switch number {
    case ..<24: return [major | UInt8(number)]
    case ..<0x100: return [major | 24, UInt8(number)]
    case ..<0x1_0000: return [major | 25] + EndNumbers.octets(number, 2, isBigEndian: true)
    case ..<0x1_0000_0000: return [major | 26] + EndNumbers.octets(number, 4, isBigEndian: true)
    default: return [major | 27] + EndNumbers.octets(number, 8, isBigEndian: true)
    }
  }

  // MARK: - Messages

  /// In each line the side and the characteristic, octets in hexadecimal, and between them: numbers
  /// of 1, 2 and 4 octets with the least significant one first, numbers of CBOR and of protocol
  /// buffers, data, and data as CBOR has them.
  private static func texts(of framing: FramingProtocol) -> [String] {
    switch framing {
    case .mcumgrSMP: mcumgr
    case .nordicDFU:
      [
        "c0 0101 n4", "c0 0102 n4", "c0 02 n2", "c0 03", "c0 04", "c0 0601", "c0 0602", "c1 data",
        "c1 28 varint 30 varint 38 varint packet", "s0 600101", "s0 600301 n4 n4", "s0 600401",
        "s0 600601 n4 n4 n4", "s0 60040B n1", "s0 60 n1 n1",
      ]
    case .nordicDFULegacy:
      [
        "c0 0104", "c0 0200", "c0 0201", "c0 03", "c0 04", "c0 08 n2", "c1 n4 n4 n4", "c1 data",
        "s0 100101", "s0 100201", "s0 1003 n1", "s0 11 n4", "s0 10 n1 n1",
      ]
    case .matterBTP:
      [
        "c0 656C04000000 n2 n1", "s1 656C04 n2 n1", "c0 0D n1 n1 n2 data", "s1 0D n1 n1 n2 data",
        "c0 05 n1 n2 data", "c0 01 n1 n2 data", "c0 02 n1 data", "c0 06 n1 data", "s1 08 n1 n1",
        "c0 08 n1 n1",
      ]
    case .espOTA:
      [
        "c0 0100 n4 000000000000000000000000 xmodem",
        "c0 02000000000000000000000000000000 0000 xmodem",
        "s0 030001000000000000000000000000000000 xmodem",
        "s0 0300 n2 n2 000000000000000000000000 xmodem", "c1 n2 n1 data", "c1 n2 FF data",
        "s1 n2 n2 n2 000000000000000000000000 xmodem",
      ]
    case .telinkOTA:
      [
        "c0 01FF", "c0 03FF n1 0000000000000000000000000000000000", "c0 02FF n2 n2",
        "c0 04FF n2 n1", "c0 n2 000102030405060708090A0B0C0D0E0F modbus",
        "c0 000000000000000000004B4E4C5400000000 modbus",
        "c0 01000000000000000000 n4 00000000 modbus", "c0 02004B4E4C54 n4 0000000000000000 modbus",
        "s0 06FF n1", "s0 08FF n2", "s0 09FF n4", "s0 05FF n2 n1",
      ]
    case .tiOAD:
      [
        "c0 n2 n2 n4", "c0 0102030405060708 00000000 0000 n4 00000000", "s0 n1", "c3 01", "c3 03",
        "c3 04", "c3 n1", "s3 01 n2", "s3 1200 n4", "s3 12 n1 n4", "s3 03 n1", "s1 n2", "s2 n1",
        "c1 n4 data", "c1 n2 data",
      ]
    case .geckoOTA:
      [
        "c0 00", "c0 03", "c0 04", "c1 EB17A60308000000 n4 n4", "c1 F40A0AF4 n4 data",
        "c1 FC0404FC n4 n4", "c1 data",
      ]
    case .midi: ["c0 8080 90 n1 n1", "s0 80 n1 n1 n1", "c0 data", "s0 8080 F0 data"]
    }
  }

  /// Uploads of images and files, downloads of files and core dumps, their answers, errors.
  private static let mcumgr: [String] = {
    let (off, len, data) = ("636F6666 cbor", "636C656E cbor", "6464617461 bytes")
    let name = "646E616D65 6161"
    let bodies = [
      "c0 0200 0000 0001 n1 01 A3 \(off) \(len) \(data)",
      "c0 0200 0000 0001 n1 01 A2 \(off) \(data)",
      "s0 0300 0000 0001 n1 01 A2 627263 00 \(off)",
      "s0 0300 0000 0001 n1 01 A2 627263 cbor \(off)",
      "s0 0300 0000 0001 n1 01 A1 63657272 A2 6567726F7570 cbor 627263 cbor",
      "c0 0200 0000 0008 n1 00 A4 \(off) \(len) \(data) \(name)",
      "s0 0300 0000 0008 n1 00 A1 \(off)", "c0 0000 0000 0008 n1 00 A2 \(off) \(name)",
      "s0 0100 0000 0008 n1 00 A3 \(off) \(len) \(data)",
      "s0 0100 0000 0008 n1 00 A2 \(off) \(data)", "c0 0000 0000 0001 n1 04 A1 \(off)",
      "s0 0100 0000 0001 n1 04 A2 \(off) \(data)", "c0 0200 0000 0000 n1 05 A0",
    ]
    return bodies.map { $0 + " smp" }
  }()
}
