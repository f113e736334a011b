import Report
import Text

extension DeviceRestartedRule {
  static let summary = "The device restarted after an update, and was there again."
  static let explanation = """
    A device that has received new firmware restarts to run it: the link ends by the supervision \
    timeout, or the device ends it. The rule reports that where a protocol for updates shows that \
    all of the firmware was sent, the device sent nothing later than \(DeviceRestart.recent) after \
    it, and the device advertised or was connected again at most \(DeviceRestart.returned) after \
    the end of the connection. It takes the place of link-loss and disconnect-by-peer. Whether the \
    device runs the new firmware is not known from that: read its version.
    """

  var message: String {
    let (update, end, back) = (restart.update, restart.end, restart.back)
    let size = update.sizeIsKnown ? " \(Wording.count(update.payloadBytes, "byte"))" : ""
    let what = update.framing.map { "\($0.contentWords) (\($0.name))" } ?? "firmware"
    return
      "The device seems to have restarted after its update: all\(size) of the \(what) had been "
      + "sent (#\(update.lastFrame)), \(how) (#\(end.frame)), and it "
      + "\(restart.isConnected ? "was connected" : "was seen to advertise") again "
      + "\(Wording.duration(abs(restart.awayUs))) \(when) (#\(back.frame))."
  }

  private var how: String {
    isSilent
      ? "the link was lost \(Wording.duration(restart.silenceUs)) after its last data"
      : "it ended the connection"
  }

  private var when: String {
    guard restart.awayUs < 0 else { return "after that" }
    return isSilent ? "before the loss was reported" : "before that"
  }

  var advice: String? {
    isSilent
      ? "The device's firmware should end the connection before it restarts: this host then need "
        + "not wait for the supervision timeout." : nil
  }
}
