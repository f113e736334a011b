import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Foundation
import Testing

/// One packet out of hci-vectors.txt.
struct HCIVector: Sendable {
  enum Kind: String, Hashable, Sendable {
    case command, returns, event
    case leEvent = "le-event"
  }

  /// What a vector is about; each may stand there once.
  struct Key: Hashable, Sendable, CustomStringConvertible {
    var kind: Kind
    var code: UInt16

    var description: String { "\(kind.rawValue) \(String(code, radix: 16, uppercase: true))" }
  }

  let key: Key
  let name: String
  let octets: [UInt8]
  /// Each as `name=value`.
  let parameters: String

  static let all: [HCIVector] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("hci-vectors.txt")
    do {
      return try VectorTable(String(contentsOf: file, encoding: .utf8)).rows.map(HCIVector.init)
    } catch {
      Issue.record("hci-vectors.txt: \(error)")
      return []
    }
  }()

  private init(_ row: VectorTable.Row) throws {
    key = Key(kind: try #require(Kind(rawValue: row.kind)), code: row.code)
    name = row.name
    octets = row.octets
    parameters = row.text
  }

  /// The decoder that covers it.
  var layout: ParameterLayout? { BluetoothProtocolTests.layout(key) }
}

func layout(_ key: HCIVector.Key) -> ParameterLayout? {
  switch key.kind {
  case .command: HCILayouts.command(HCIOpcode(key.code))
  case .returns: HCICommandLayouts.layout(HCIOpcode(key.code))?.returns
  case .event: HCILayouts.event(HCIEventCode(UInt8(truncatingIfNeeded: key.code)))
  case .leEvent: HCILayouts.leEvent(LEMetaSubevent(UInt8(truncatingIfNeeded: key.code)))
  }
}

/// The fields of parameters, decoded from octets of which only `held` were kept of `original`.
func fields(
  _ layout: ParameterLayout, _ octets: [UInt8], held: Int? = nil, original: Int? = nil,
  isBrief: Bool = false
) -> FieldList {
  var list = FieldList(isBrief: isBrief)
  let held = held ?? octets.count
  // The octets end with what is held, so a decoder that reads too far traps.
  let kept = Array(octets.prefix(held))
  ParameterDecoder.decode(
    layout, ByteRange(start: 0, end: held, originalCount: original ?? held), in: kept.span,
    into: &list)
  return list
}

/// Fields as hci-vectors.txt writes them.
func text(of list: FieldList, in octets: [UInt8]) -> String {
  text(of: list.fields[...], in: octets)
}

func text(of fields: ArraySlice<DecodedField>, in octets: [UInt8]) -> String {
  var words: [String] = []
  var innermost = UInt8.max
  for field in fields where field.depth <= innermost {
    innermost = .max
    if case .element(let index) = field.value {
      words.append("[\(index)]")
    } else {
      words.append("\(field.name)=\(text(of: field, in: octets))")
      // Parts of a number, and of a group, which is written as the octets that it is.
      innermost = field.depth
    }
  }
  return words.joined(separator: ", ")
}

func text(of field: DecodedField, in octets: [UInt8]) -> String {
  let content = octets[field.range.start..<field.range.end]
  switch field.value {
  case .unsigned(let value, let unit): return "\(value)\(unit.suffix)"
  case .signed(let value, let unit): return "\(value)\(unit.suffix)"
  case .hex(let value, let digits), .code(let value, let digits, _),
    .bits(let value, let digits, _),
    .special(let value, let digits, _):
    return hexNumber(value, Int(digits))
  case .connectionHandle(let value), .attributeHandle(let value), .company(let value):
    return hexNumber(UInt64(value), 4)
  case .opcode(let opcode): return hexNumber(UInt64(opcode.rawValue), 4)
  case .channel(let channel): return hexNumber(UInt64(channel.rawValue), 4)
  case .address(let address): return address.description
  case .uuid(let uuid): return uuid.description
  case .duration(let value, let unit): return "\(value * unit.nanoseconds) ns"
  case .text: return String(decoding: content.prefix { $0 != 0 }, as: UTF8.self)
  case .missing(let needed, let available, _): return "\(needed) needed, \(available) available"
  default: return hexText(Array(content))
  }
}

private func hexNumber(_ value: UInt64, _ digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return "0x" + String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// In hexadecimal; eight zeros or more at the end as `00*8`.
private func hexText(_ octets: [UInt8]) -> String {
  let zeros = octets.reversed().prefix { $0 == 0 }.count
  let shown = zeros >= 8 ? octets.dropLast(zeros) : octets[...]
  let text = shown.map { String(format: "%02X", $0) }.joined()
  guard zeros >= 8 else { return text }
  return text.isEmpty ? "00*\(zeros)" : "\(text) 00*\(zeros)"
}

/// Ranges lie in order and within what there is.
func expectSound(_ list: FieldList, within held: Int, _ comment: Comment) {
  #expect(list.depth == 0, comment)
  #expect(list.fields.count <= FieldList.limit, comment)
  let outside = list.fields.contains { $0.range.start > $0.range.end || $0.range.end > held }
  #expect(!outside, comment)
}
