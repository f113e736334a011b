/// One record stands there twice.
enum DoubledRecord: Damage {
  static let name = "doubled"

  static func count(_ capture: FramedCapture) -> Int { capture.frames.count }

  static func harm(_ capture: FramedCapture, _ index: Int) -> DamagedCapture {
    var harmed = capture
    harmed.frames.insert(capture.frames[index], at: index)
    return DamagedCapture(
      bytes: harmed.bytes, intact: index + 1, records: harmed.frames.count,
      what: "record \(index + 1) doubled")
  }
}
