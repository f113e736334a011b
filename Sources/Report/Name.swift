import Framing
import Text

/// Names for what a report refers to.
package enum Name {
  /// As Wireshark numbers it.
  package static func frame(_ number: Int) -> String { "#\(number)" }

  package static func frames(_ first: Int, _ last: Int) -> String {
    first == last ? "#\(first)" : "#\(first)–#\(last)"
  }

  /// `JSON` of `json`: the names of formats that are abbreviations.
  package static func payloadType(_ type: String) -> String {
    let abbreviations = ["json", "png", "jpeg", "gif", "zip", "pdf", "xml", "html", "csv", "cbor"]
    return abbreviations.contains(type) ? type.uppercased() : type
  }

  /// `Read By Type Request` of `read_by_type_request`, `Write Without Response` of
  /// `write_without_response`: PDUs and properties as the specification writes them.
  package static func ofSpecification(_ key: String) -> String {
    capitalized(key, "_") { $0 == "mtu" ? "MTU" : nil }
  }

  /// `Passkey Entry` of `passkey-entry`.
  package static func pairingMethod(_ key: String) -> String {
    capitalized(key, "-") { $0 == "of" ? "of" : $0 == "pin" ? "PIN" : nil }
  }

  /// `bytes left` of `bytes_left`: the words of a key.
  package static func words(_ key: String) -> String {
    String(String.UnicodeScalarView(key.unicodeScalars.map { $0 == "_" ? " " : $0 }))
  }

  /// `no-input-no-output` as the specification writes it: NoInputNoOutput.
  package static func ioCapability(_ key: String) -> String {
    capitalized(key, "-", joinedBy: "") { _ in nil }
  }

  /// - Parameter exception: a word that is written in another way.
  private static func capitalized(
    _ key: String, _ separator: Unicode.Scalar, joinedBy space: String = " ",
    exception: (String) -> String?
  ) -> String {
    var words: [String] = []
    for word in key.unicodeScalars.split(separator: separator) {
      let rest = String(String.UnicodeScalarView(word.dropFirst()))
      let first = word.first.map { $0.properties.uppercaseMapping } ?? ""
      words.append(exception(String(String.UnicodeScalarView(word))) ?? first + rest)
    }
    return words.joined(separator: space)
  }

  /// `resolvable private` of `random-resolvable`.
  package static func addressType(_ key: String) -> String {
    switch RandomAddress(rawValue: key) {
    case .unchanging: "random static"
    case .resolvable: "resolvable private"
    case .nonResolvable: "non-resolvable private"
    case nil: key
    }
  }

  /// `MCUmgr SMP` of `mcumgr-smp`; a layout that was learned has no other name.
  package static func framing(_ key: String) -> String {
    FramingProtocol(named: key)?.title ?? key
  }

  package static func peer(_ peer: ReportV1.Peer) -> String {
    let address = peer.address ?? "unknown address"
    return peer.name.map { "\(address) \(Printable.quoted($0))" } ?? address
  }

  /// The characteristic with that value handle: its name, or its UUID, or at least the handle.
  package static func characteristic(
    _ valueHandle: Int, uuid: String?, in connection: ReportV1.Connection
  ) -> String {
    // Both sides may have a server, with other characteristics on the same handles.
    guard let uuid else { return Quantity.handle(valueHandle) }
    let known = connection.gatt.services.lazy.flatMap(\.characteristics)
      .first { $0.valueHandle == valueHandle && $0.uuid == uuid }
    return known?.name ?? uuid
  }
}

/// The kinds of random addresses, with the words of `addressType` in the report. Core Vol 6, Part
/// B, 1.3.2.
package enum RandomAddress: String {
  case unchanging = "random-static"
  case resolvable = "random-resolvable"
  case nonResolvable = "random-non-resolvable"
}
