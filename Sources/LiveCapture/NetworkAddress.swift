/// A port of a computer, as `HOST:PORT`; an IPv6 address is in brackets.
package struct NetworkAddress: Hashable, Sendable {
  package let host: String
  package let port: UInt16

  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
      let port = UInt16(digits), port > 0
    else { return nil }
    var host = text[..<colon]
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = host.dropFirst().dropLast()
    } else if host.contains(":") {
      return nil
    }
    guard !host.isEmpty, !host.contains(where: { $0 == "[" || $0 == "]" || $0 == "\0" }) else {
      return nil
    }
    self.host = String(host)
    self.port = port
  }

  package var text: String { (host.contains(":") ? "[\(host)]" : host) + ":\(port)" }
}
