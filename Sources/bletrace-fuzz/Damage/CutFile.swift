/// The file ends early: at any of its octets.
enum CutFile: Damage {
  static let name = "cut"

  static func count(_ capture: FramedCapture) -> Int { capture.bytes.count }

  static func harm(_ capture: FramedCapture, _ place: Int) -> DamagedCapture {
    DamagedCapture(
      bytes: Array(capture.bytes[..<place]), intact: capture.records(before: place),
      what: "cut at \(place)")
  }
}
