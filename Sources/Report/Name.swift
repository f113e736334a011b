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
