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
    let size = Wording.count(restart.update.payloadBytes, "byte")
    let framing = restart.update.framing
    let how =
      isSilent
      ? "the link was lost \(Wording.duration(restart.silenceUs)) after its last data"
      : "it ended the connection"
    return "The device restarted after its update: all \(size) of the "
      + "\(framing?.contentWords ?? "firmware") (\(framing?.name ?? "")) had been sent "
      + "(#\(restart.update.lastFrame)), \(how) (#\(restart.end.frame)), and it "
      + "\(restart.isConnected ? "was connected" : "was seen to advertise") again "
      + "\(Wording.duration(abs(awayUs))) \(awayUs < 0 ? "before" : "after") "
      + "\(isSilent && awayUs < 0 ? "the loss was reported" : "that") (#\(restart.back.frame))."
  }

  var advice: String? {
    isSilent
      ? "The device's firmware should end the connection before it restarts: this host then need "
        + "not wait for the supervision timeout." : nil
  }
}
