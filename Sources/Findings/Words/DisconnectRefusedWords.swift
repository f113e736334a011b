import Report

extension DisconnectRefusedRule {
  static let summary = "This host sent Disconnect for a connection that had already ended."
  static let explanation = """
    The controller refuses a Disconnect command for a handle without a connection, with Unknown \
    Connection Identifier (0x02) or Invalid HCI Command Parameters (0x12). Nothing is lost, but \
    the host's list of connections was out of date: its stack or app acts on a connection that its \
    controller had reported as ended. There is one finding for each device. The rule reports \
    nothing if the end was reported less than \(clearing) before the command, because event and \
    command may cross, and hosts clear up after an end with it; nor if the capture does not show a \
    connection with that handle.
    """

  var message: String {
    "This host sent Disconnect (#\(refusal.frame)) for \(Wording.handle(refusal.handle)) "
      + "\(Wording.duration(afterUs)) after the end of that connection (#\(end.frame), "
      + "\(Wording.named(end.name, end.reason))), and the controller refused it with "
      + "\(Wording.named(refusal.name, refusal.status))."
  }

  var advice: String? {
    "Such a command is needless. The host's stack or app should take Disconnection Complete as the "
      + "end of the connection."
  }
}
