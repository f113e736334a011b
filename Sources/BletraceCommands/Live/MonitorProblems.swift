import LiveCapture

// What stands in the way of capturing the Bluetooth of this computer, and what to do about it.

/// Opens the monitor for a controller, or for all; with what there is to say about it first.
func openMonitor(
  _ controller: UInt16?
) throws(CommandFailure) -> (any LiveSource, note: String?) {
  let source: MonitorSource
  do throws(MonitorError) {
    source = try MonitorSource(controller: controller)
  } catch {
    throw CommandFailure(explanation(of: error))
  }
  return (source, try advice(on: controller, source.controllers))
}

func explanation(of error: MonitorError) -> String {
  switch error {
  case .unsupported:
    #if os(Linux)
      "this system's libpcap does not support Bluetooth; install one that does (Debian: "
        + "libpcap0.8), or pipe in what btmon records: "
        + "btmon -w /proc/self/fd/3 3>&1 >/dev/null | bletrace live -"
    #else
      "this system has no way to capture Bluetooth live; on a Mac record with PacketLogger, from "
        + "Apple's Additional Tools for Xcode, and read its file with 'bletrace analyze', or with "
        + "'bletrace live --follow' while it grows"
    #endif
  case .noBluetooth:
    "no Bluetooth sockets: the kernel module is missing (modprobe bluetooth), or this is a "
      + "container with a network of its own (podman or docker: --network host --cap-add NET_RAW); "
      + "for another computer: ssh COMPUTER 'btmon -w /proc/self/fd/3 3>&1 >/dev/null' "
      + "| bletrace live -"
  case .notPermitted:
    "no permission to capture; to allow it once: sudo setcap cap_net_raw+ep "
      + "\"$(command -v bletrace)\"; in a container: as its root, started by the computer's root "
      + "with --network host --cap-add NET_RAW"
  case .other(let text): "cannot capture: \(text)"
  }
}

/// What to say about a controller before the capture begins: nothing where all is well.
///
/// - Throws: where there is no such controller, and which there are.
func advice(
  on wanted: UInt16?, _ controllers: [AttachedController]
) throws(CommandFailure) -> String? {
  guard let wanted else {
    guard controllers.isEmpty else { return nil }
    return "no Bluetooth controller is attached; waiting for one"
  }
  guard let controller = controllers.first(where: { $0.index == wanted }) else {
    let names = controllers.map(\.name)
    throw CommandFailure(
      "no controller hci\(wanted); "
        + (names.isEmpty
          ? "none is attached ('--iface any' waits for one)"
          : "there \(names.count == 1 ? "is" : "are") \(names.joined(separator: ", "))"))
  }
  guard !controller.isUp else { return nil }
  return "\(controller.name) is switched off; capturing starts when it is switched on, for example "
    + "with: bluetoothctl power on"
}
