import BluetoothProtocol
import Report
import Text

/// Attempts of this host to connect that did not succeed, by device.
enum AttemptSection {
  /// - Parameter limit: devices to show.
  static func write(_ attempts: [ReportV1.Attempt], limit: Int, to document: inout Document) {
    let groups = failed(attempts)
    if groups.isEmpty || limit == 0 { return }
    document.skip()
    document.heading("Attempts to connect that did not succeed")
    for group in groups.prefix(limit) {
      document.paragraph(StyledText(line(group)), indent: 2, hanging: 6)
    }
    if groups.count > limit { document.more(groups.count - limit, indent: 2) }
  }

  /// How many devices there are.
  static func count(_ attempts: [ReportV1.Attempt]) -> Int { failed(attempts).count }

  private struct Group {
    let device: ReportV1.Attempt.Device
    let failed: [ReportV1.Attempt]
    let worked: Int
  }

  /// Those with an attempt that did not succeed, in the order of the first attempts. What only
  /// waits for a device that was not heard is none.
  private static func failed(_ attempts: [ReportV1.Attempt]) -> [Group] {
    attempts.grouped(by: \.device).compactMap { device, all in
      let failed = all.filter {
        $0.ended != .connected && !$0.isWait && ($0.ended != .givenUp || $0.status != nil)
      }
      return failed.isEmpty
        ? nil
        : Group(device: device, failed: failed, worked: all.count { $0.ended == .connected })
    }
  }

  /// `66:0D:F3:0A:7B:1C: 6 given up, 19.2 s in all, #699–#810; 1 succeeded`
  private static func line(_ group: Group) -> String {
    var parts: [String] = []
    func add(_ end: ReportV1.AttemptEnd, _ words: String, bySwitchOff: Bool = false) {
      let found = group.failed.filter { $0.ended == end && $0.endedBySwitchOff == bySwitchOff }
      guard !found.isEmpty else { return }
      var names: [String] = []
      if end == .failed {
        for attempt in found {
          guard let status = attempt.status else { continue }
          let name = Wording.named(attempt.statusName, status)
          if !names.contains(name) { names.append(name) }
        }
      }
      let reasons = names.isEmpty ? "" : " (\(names.prefix(3).joined(separator: ", ")))"
      parts.append("\(Quantity.count(found.count)) \(words)\(reasons)")
    }
    add(.givenUp, "given up by this host")
    add(.givenUp, "cancelled as Bluetooth was switched off", bySwitchOff: true)
    add(.failed, "failed")
    add(.timeout, "without an answer")
    add(.captureEnd, "still waiting at the end")
    let total = group.failed.map(\.durationUs).total
    let frames = group.failed.flatMap { [$0.firstFrame, $0.lastFrame ?? $0.firstFrame] }
    var line =
      (group.device.target ?? "a device of the Filter Accept List")
      + (group.device.transport == .brEDR ? " over BR/EDR" : "") + ": "
      + parts.joined(separator: ", ") + ", \(Quantity.duration(us: total)) in all, "
      + Name.frames(frames.min() ?? 0, frames.max() ?? 0)
    if group.worked > 0 { line += "; \(Quantity.count(group.worked)) succeeded" }
    let heard = group.failed.compactMap(\.heard).filter { $0.reports > 0 }
    if let last = heard.last {
      line +=
        "; the device advertised meanwhile or shortly before (last in \(Name.frame(last.frame)))"
    }
    return line
  }
}
