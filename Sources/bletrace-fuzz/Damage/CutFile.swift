/// The file ends early: at any of its octets.
enum CutFile: Damage {
  static let name = "cut"

  static func count(_ capture: FramedCapture) -> Int { capture.bytes.count }

  static func harm(_ capture: FramedCapture, _ index: Int) -> DamagedCapture {
    DamagedCapture(
      bytes: Array(capture.bytes[..<index]), intact: capture.records(before: index),
      what: "cut at \(index)")
  }
}
