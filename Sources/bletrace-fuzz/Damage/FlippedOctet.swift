/// One octet of the file has all its bits turned.
enum FlippedOctet: Damage {
  static let name = "flipped"

  static func count(_ capture: FramedCapture) -> Int { capture.bytes.count }

  static func harm(_ capture: FramedCapture, _ place: Int) -> DamagedCapture {
    var bytes = capture.bytes
    bytes[place] = ~bytes[place]
    return DamagedCapture(
      bytes: bytes, intact: capture.records(before: place), what: "octet \(place) flipped")
  }
}
