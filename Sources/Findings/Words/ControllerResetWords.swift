import Report

extension ControllerResetRule {
  static let summary = "A controller reported an error, or was reset while connections were open."
  static let explanation = """
    A Hardware Error event is an error of the controller or of the way to it; hosts answer it with \
    a Reset. A Reset, Bluetooth being switched off, or the adapter being unplugged end all \
    connections, and no event says so for each: if connections were open, it is reported. A Reset \
    and an unplugged adapter are warnings; switching Bluetooth off is usually the user's wish, and \
    info.
    """

  private var names: String {
    guard connections.count <= 4 else { return Wording.count(connections.count, "connection") }
    return "connection\(connections.count == 1 ? "" : "s") "
      + Wording.list(connections.map(String.init))
  }

  var message: String {
    switch kind {
    case .error(let code, let reset):
      let ended = reset.map { "; \(names) ended with the reset that followed (#\($0))" } ?? ""
      return "Controller \(controller) reported a hardware error (code "
        + "\(Wording.code(code)))\(ended)."
    case .ended(let cause):
      let what =
        switch cause {
        case .controllerReset, .disconnection: "reset"
        case .controllerOff: "switched off"
        case .controllerGone: "unplugged"
        }
      return "Controller \(controller) was \(what): \(names) ended with it."
    }
  }

  var advice: String? {
    switch kind {
    case .error:
      "The manufacturer of the controller defines the code. Look at the controller's firmware and "
        + "power supply, and at its connection to the host: baud rate and flow control of a UART, "
        + "the hub of a USB adapter."
    case .ended(.controllerReset):
      "Bluetooth was switched off, or the host restarted its stack: look at its log."
    case .ended: nil
    }
  }
}
