/// The names of an enumeration's codes, or of a bit field's bits.
///
///     ["Central", "Peripheral"]                     from 0 on
///     [0x00: "Disabled", 0xFF: "No preference"]     by code
///
/// A class, so that a field holds it in one word. Made once for each place that uses it.
package final class CodeNames: Sendable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// All names, one behind the other.
  private let text: [UInt8]
  /// Where the name of each code below 256 stands; an empty range for none.
  private let low: [Range<Int>]
  private let high: [UInt64: Range<Int>]

  package init(_ pairs: some Sequence<(UInt64, String)>) {
    var text: [UInt8] = []
    var low: [Range<Int>] = []
    var high: [UInt64: Range<Int>] = [:]
    for (code, name) in pairs {
      let start = text.count
      text.append(contentsOf: name.utf8)
      if code < 256 {
        let place = Int(code)
        if low.count <= place {
          low += Array(repeating: 0..<0, count: place + 1 - low.count)
        }
        low[place] = start..<text.count
      } else {
        high[code] = start..<text.count
      }
    }
    self.text = text
    self.low = low
    self.high = high
  }

  package convenience init(arrayLiteral elements: StaticString...) {
    self.init(elements.enumerated().map { (UInt64($0.offset), $0.element.description) })
  }

  package convenience init(dictionaryLiteral elements: (UInt64, StaticString)...) {
    self.init(elements.map { ($0.0, $0.1.description) })
  }

  /// The codes below 256 that a table names.
  convenience init(octets name: (UInt8) -> String?) {
    self.init((UInt8.min...UInt8.max).compactMap { code in name(code).map { (UInt64(code), $0) } })
  }

  private func range(of code: UInt64) -> Range<Int>? {
    if code < UInt64(low.count) {
      let range = low[Int(code)]
      return range.isEmpty ? nil : range
    }
    return high.isEmpty ? nil : high[code]
  }

  package subscript(code: UInt64) -> String? {
    range(of: code).map { String(decoding: text[$0], as: UTF8.self) }
  }

  func hasName(_ code: UInt64) -> Bool { range(of: code) != nil }

  /// Appends the name of a code; false if it has none.
  package func append(_ code: UInt64, to output: inout [UInt8]) -> Bool {
    guard let range = range(of: code) else { return false }
    output.append(contentsOf: text[range])
    return true
  }
}

/// Enumerations that more than one packet uses.
extension CodeNames {
  /// Controller error codes. Core Vol 1, Part F, 1.3.
  package static let status = CodeNames(octets: { HCIStatus($0).name })
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
