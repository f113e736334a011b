import Report

extension GapAccount {
  /// `for 1.2 s`, `3 times, 4 s in all and 1.2 s at the longest`.
  var times: String {
    let most = Wording.duration(longest?.gapUs ?? 0)
    guard count > 1 else { return "for \(most)" }
    return "\(isPartial ? "\(count) times or more" : Wording.times(count)), "
      + "\(Wording.duration(us)) in total, the longest \(most)"
  }
}

extension [ReportV1.Stall] {
  /// `for 1.1 s`, or `during 2 stalls, 1.9 s in all and 1.1 s at the longest`.
  var wording: String {
    let longest = Wording.duration(map(\.durationUs).max() ?? 0)
    guard count > 1 else { return "for \(longest)" }
    return "during \(count) stalls (\(Wording.duration(totalUs)) in total, the longest \(longest))"
  }
}
