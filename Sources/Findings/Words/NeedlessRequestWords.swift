import Report

extension NeedlessRequestRule {
  static let summary =
    "This host requested a connection that it already had, or one over BR/EDR to an LE device."
  static let explanation = """
    A second LE Create Connection for a device that is connected over LE waits until that \
    connection ends, and until then keeps the controller from connecting to others; a controller \
    may also refuse it (0x0B). A BR/EDR page (Create Connection) for a device that is connected \
    over LE, or that advertised BR/EDR Not Supported, ends with a page timeout after 5 s, and uses \
    the radio for that time. Hosts do this when they do not know which transport a device \
    supports, or when the app and the system each connect to it. There is one finding for each \
    device and transport. It is info if a page was answered: some devices support both.
    """

  var message: String {
    let peer = Wording.peer(key.peer)
    let times = count > 1 ? " \(Wording.times(count))" : ""
    let request =
      isPage
      ? "This host paged \(peer) over BR/EDR\(times)"
      : "This host requested an LE connection to \(peer)\(times)"
    let connected = first.connection.map {
      isPage
        ? "is connected over LE (connection \($0))" : "was connected already (connection \($0))"
    }
    let advertises = first.advertisementFrame.flatMap {
      first.leOnly ? "advertises BR/EDR Not Supported (#\($0))" : nil
    }
    let end = endFrame.map { ", and this host then ended the LE connection (#\($0))" } ?? ""
    return "\(request), a device that "
      + "\(Wording.list([connected, advertises].compactMap(\.self)))\(outcome)\(end)."
  }

  private var outcome: String {
    guard let result = first.resultFrame, let status = first.status else { return "" }
    return status == .success
      ? "; the connection was established in #\(result)"
        + (isPage ? "" : ", when the other one was over")
      : "; \(isPage ? "the page" : "the request") failed with "
        + "\(Wording.named(first.statusName, status)) in #\(result)"
  }

  var advice: String? {
    isPage
      ? "The app should request LE explicitly: on Android connectGatt with TRANSPORT_LE, on Linux "
        + "a connection by the LE address type (and a device that is not marked as dual mode)."
      : "The app should use the existing connection, or wait for its Disconnection Complete before "
        + "the next request."
  }
}
