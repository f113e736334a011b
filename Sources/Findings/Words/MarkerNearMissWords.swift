import Report

extension MarkerNearMissRule {
  static let summary = "A value is almost an end marker, and was treated as data."
  static let explanation = """
    A receiver compares a value with the marker as a whole. If the NUL of a C string or the end of \
    a line follows the marker, or the case of its letters differs, the receiver treats the value \
    as data, and the transfer never ends. The rule looks at characteristics on which no value is \
    the marker; on others, transfer-incomplete reports a transfer that ends like this.
    """

  var message: String {
    let count = difference.near.count
    return "\(Wording.count(count, stream.kind.rawValue)) of \(stream.shortName) "
      + "\(count == 1 ? "is" : "are") almost the end marker, and none equals it: "
      + "\(difference.words)."
  }

  var advice: String? { difference.advice }
}

extension MarkerDifference {
  /// `454F4D00 is EOM followed by NUL`
  var words: String {
    let parts = [
      isInOtherCase ? "in letters of another case" : nil,
      behind.isEmpty ? nil : "followed by \(behind.map(Self.name).joined(separator: " "))",
    ]
    return "\(near.octets.uppercased()) is \(near.marker) "
      + parts.compactMap(\.self).joined(separator: ", ")
  }

  var advice: String {
    let sizeof = behind.contains(0) ? ": sizeof counts the NUL that ends a C string" : ""
    return "The sending app should send exactly the marker's bytes\(sizeof). To analyze this "
      + "capture anyway: --marker hex:\(near.octets.uppercased())"
  }

  private static func name(_ octet: UInt8) -> String {
    switch octet {
    case 0x00: "NUL"
    case 0x09: "a tab"
    case 0x0A: "LF"
    case 0x0D: "CR"
    case 0x20: "a space"
    default: Wording.code(Int(octet))
    }
  }
}
