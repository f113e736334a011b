import Bytes
import Text

/// The names of an enumeration's codes, or of a bit field's bits.
///
///     ["Central", "Peripheral"]                     from 0 on
///     [0x00: "Disabled", 0xFF: "No preference"]     by code
///
/// Plain data, as each field of a packet holds one. Made once for each table that uses it, and
/// never freed: never for a packet.
package struct CodeNames: Sendable, BitwiseCopyable, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  private struct Entry: Sendable, BitwiseCopyable {
    let code: UInt64
    let name: PermanentArray<UInt8>
  }

  /// By code. Most begin with 0 and leave nothing out: then a code is its own index.
  private let entries: PermanentArray<Entry>

  @inline(never)
  private init(_ entries: [Entry]) {
    self.entries = PermanentArray(entries.sorted { $0.code < $1.code })
  }

  @inline(never)
  package init(_ pairs: some Sequence<(UInt64, String)>) {
    self.init(pairs.map { Entry(code: $0, name: PermanentArray(Array($1.utf8))) })
  }

  @inline(never)
  package init(arrayLiteral elements: StaticString...) {
    self.init(
      elements.enumerated().map { Entry(code: UInt64($0), name: PermanentArray($1)) })
  }

  @inline(never)
  package init(dictionaryLiteral elements: (UInt64, StaticString)...) {
    self.init(elements.map { Entry(code: $0, name: PermanentArray($1)) })
  }

  @inline(never)
  init(names: [UInt8: StaticString]) {
    self.init(names.map { Entry(code: UInt64($0), name: PermanentArray($1)) })
  }

  /// The codes below 256 that a table names.
  @inline(never)
  init(octets name: (UInt8) -> String?) {
    self.init((UInt8.min...UInt8.max).compactMap { code in name(code).map { (UInt64(code), $0) } })
  }

  private func index(of code: UInt64) -> Int? {
    if code < UInt64(entries.count), entries[Int(code)].code == code { return Int(code) }
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].code < code { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].code == code ? low : nil
  }

  package subscript(code: UInt64) -> String? { index(of: code).map { entries[$0].name.text } }

  package func hasName(_ code: UInt64) -> Bool { index(of: code) != nil }

  /// Appends the name of a code; false if it has none.
  package func append(_ code: UInt64, to output: inout TextBuffer) -> Bool {
    guard let index = index(of: code) else { return false }
    output.append(entries[index].name)
    return true
  }
}

/// Enumerations that more than one packet uses.
extension CodeNames {
  /// Controller error codes. Core Vol 1, Part F, 1.3.
  package static let status = CodeNames(HCIStatus.names.pairs)
  package static let attError = CodeNames(octets: { ATTErrorCode($0).name })
  package static let smpReason = CodeNames(octets: { SMPReason($0).name })
  package static let coreVersion = CodeNames(octets: { CoreVersion($0).name })
  package static let none: CodeNames = []
  package static let disabledEnabled: CodeNames = ["Disabled", "Enabled"]
  package static let noYes: CodeNames = ["No", "Yes"]
  package static let role: CodeNames = ["Central", "Peripheral"]
  package static let phy: CodeNames = [1: "LE 1M", 2: "LE 2M", 3: "LE Coded"]
  package static let phyBits: CodeNames = ["LE 1M", "LE 2M", "LE Coded"]
  package static let clockAccuracy: CodeNames = [
    "500 ppm", "250 ppm", "150 ppm", "100 ppm", "75 ppm", "50 ppm", "30 ppm", "20 ppm",
  ]
  /// Address_Type and Peer_Address_Type of events.
  package static let addressType: CodeNames = [
    0x00: "Public Device Address", 0x01: "Random Device Address", 0x02: "Public Identity Address",
    0x03: "Random (static) Identity Address", 0xFE: "Unresolved resolvable private address",
    0xFF: "No address (anonymous)",
  ]
  package static let ownAddressType: CodeNames = [
    "Public Device Address", "Random Device Address", "Resolvable private address or public",
    "Resolvable private address or random",
  ]
}
