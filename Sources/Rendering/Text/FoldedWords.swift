import Report
import Text

extension ReportV1.Folded {
  /// `90,784 others with 50 devices were judged, and are kept as sums: 45,000 complete and 2
  /// incomplete transfers. Ended: 90,783 Remote User Terminated Connection, 1 Connection Timeout.`
  var words: StyledText {
    let known = devices.count { $0.address != nil }
    var text = "\(Quantity.count(connections)) others"
    if known > 0 {
      text +=
        " with \(known > Self.mostDevices - 1 ? "more than " : "")"
        + Quantity.count(known, "device")
    }
    text += connections == 1 ? " was judged, and is" : " were judged, and are"
    text += " kept as sums"
    let transfers = [
      transfersComplete > 0 ? "\(Quantity.count(transfersComplete)) complete" : nil,
      transfersIncomplete > 0 ? "\(Quantity.count(transfersIncomplete)) incomplete" : nil,
    ].compactMap(\.self)
    if !transfers.isEmpty {
      let count = transfersComplete + transfersIncomplete
      text += ": \(transfers.joined(separator: " and ")) transfer\(count == 1 ? "" : "s")"
    }
    let most = endings.prefix(4).map { "\(Quantity.count($0.connections)) \($0.words)" }
    if !most.isEmpty { text += ". Ended: \(most.joined(separator: ", "))" }
    return StyledText(text + ".")
  }
}

extension ReportV1.FoldedEnding {
  fileprivate var words: String {
    if let name { return name }
    if let reason { return "reason \(Quantity.code(reason))" }
    return switch cause {
    case .controllerReset: "by a reset of the controller"
    case .controllerOff: "with the controller switched off"
    case .controllerGone: "with the controller unplugged"
    case .disconnection, nil: "without an end in the capture"
    }
  }
}
