/// One record is missing.
enum RemovedRecord: Damage {
  static let name = "removed"

  static func count(_ capture: FramedCapture) -> Int { capture.frames.count }

  static func harm(_ capture: FramedCapture, _ place: Int) -> DamagedCapture {
    var harmed = capture
    harmed.frames.remove(at: place)
    return DamagedCapture(
      bytes: harmed.bytes, intact: place, records: harmed.frames.count,
      what: "record \(place + 1) removed")
  }
}
