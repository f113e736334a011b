/// One record is missing.
enum RemovedRecord: Damage {
  static let name = "removed"

  static func count(_ capture: FramedCapture) -> Int { capture.frames.count }

  static func harm(_ capture: FramedCapture, _ index: Int) -> DamagedCapture {
    var harmed = capture
    harmed.frames.remove(at: index)
    return DamagedCapture(
      bytes: harmed.bytes, intact: index, records: harmed.frames.count,
      what: "record \(index + 1) removed")
  }
}
