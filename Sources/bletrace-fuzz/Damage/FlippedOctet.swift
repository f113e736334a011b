/// One octet of the file has all its bits turned.
enum FlippedOctet: Damage {
  static let name = "flipped"

  static func count(_ capture: FramedCapture) -> Int { capture.bytes.count }

  static func harm(_ capture: FramedCapture, _ index: Int) -> DamagedCapture {
    var bytes = capture.bytes
    bytes[index] = ~bytes[index]
    return DamagedCapture(
      bytes: bytes, intact: capture.records(before: index), what: "octet \(index) flipped")
  }
}
