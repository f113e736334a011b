import Report
import Text

/// What a capture brought that was merged with others of the same session.
package enum MergedWords {
  /// `b.pcap: 4,877 packets, 12 of them heard by no other sniffer; clock 1.2 s ahead, 12.3 ppm fast
  /// (3,400 packets that both heard, off by 4 us)`
  package static func line(_ capture: ReportV1.MergedCapture) -> String {
    let head =
      "\(Printable.unbroken(Name.shortened(capture.path, to: 100))): "
      + "\(Quantity.count(capture.packets, "packet")), \(Quantity.count(capture.alone)) of them "
      + "heard by no other sniffer"
    // The first one, whose clock is that of all.
    guard capture.common > 0 else { return head }
    let offset = capture.offsetUs
    let ahead =
      offset == 0
      ? "equal"
      : "\(Quantity.duration(us: Int(clamping: offset.magnitude))) "
        + (offset > 0 ? "ahead" : "behind")
    let ppm = Decimal.shortest(abs(capture.driftPpm), decimals: 1) ?? "0"
    let drift = ppm == "0" ? "" : ", \(ppm) ppm \(capture.driftPpm > 0 ? "fast" : "slow")"
    let off = capture.offByUs > 0 ? Quantity.duration(us: capture.offByUs) : "less than 1\u{A0}us"
    return "\(head); its clock was \(ahead)\(drift) (by "
      + "\(Quantity.count(capture.common, "packet")) that both heard, which are off by \(off))"
  }
}
