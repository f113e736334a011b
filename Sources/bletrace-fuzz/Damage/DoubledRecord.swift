/// One record stands there twice.
enum DoubledRecord: Damage {
  static let name = "doubled"

  static func count(_ capture: FramedCapture) -> Int { capture.frames.count }

  static func harm(_ capture: FramedCapture, _ place: Int) -> DamagedCapture {
    var harmed = capture
    harmed.frames.insert(capture.frames[place], at: place)
    return DamagedCapture(
      bytes: harmed.bytes, intact: place + 1, records: harmed.frames.count,
      what: "record \(place + 1) doubled")
  }
}
