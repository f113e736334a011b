import LiveCapture
import Text

/// `bletrace interfaces`: what can be captured here.
func interfaces(_ parsed: ParsedArguments) throws(CommandFailure) -> [UInt8] {
  do throws(MonitorError) {
    let controllers = try ControllerQuery().controllers()
    let monitor = monitorAccess()
    return parsed.value(of: .format)?.text == "json"
      ? interfacesAsJSON(controllers, monitor) : Array(interfacesAsText(controllers, monitor).utf8)
  } catch {
    throw CommandFailure(explanation(of: error))
  }
}

/// The buffer that a capture would have, or why capturing would fail.
typealias MonitorAccess = Result<ReceiveBuffer?, MonitorError>

private func monitorAccess() -> MonitorAccess {
  do throws(MonitorError) {
    return .success(try MonitorSource(controller: nil).receiveBuffer)
  } catch {
    return .failure(error)
  }
}

/// A line for each controller: `hci0  A1:02:03:04:05:06  USB  up`.
func interfacesAsText(_ controllers: [AttachedController], _ monitor: MonitorAccess) -> String {
  var text = ""
  let widest = controllers.map(\.name.utf8.count).max() ?? 0
  for controller in controllers {
    let cells = [
      controller.name.padded(to: widest), (controller.address ?? "-").padded(to: 17),
      controller.bus.padded(to: 7), controller.isUp ? "up" : "down",
    ]
    text += cells.joined(separator: "  ").printable + "\n"
  }
  if controllers.isEmpty { text = "no Bluetooth controller is attached\n" }
  switch monitor {
  case .success(let buffer?): text += words(buffer) + "\n"
  case .success(nil): break
  case .failure(let problem): text += explanation(of: problem) + "\n"
  }
  return text
}

private func words(_ buffer: ReceiveBuffer) -> String {
  let size = "receive buffer: \(grouped(buffer.octets)) B"
  return buffer.isForced
    ? size + ", forced"
    : size + ", limited by net.core.rmem_max; more records are kept for a slow reader with: "
      + "sudo setcap cap_net_raw,cap_net_admin+ep \"$(command -v bletrace)\""
}

/// An object with the list of controllers, whether this user may capture, and with which buffer.
func interfacesAsJSON(_ controllers: [AttachedController], _ monitor: MonitorAccess) -> [UInt8] {
  var json = JSONWriter()
  json.beginObject()
  json.key("interfaces")
  json.beginArray()
  for controller in controllers {
    json.beginObject()
    json.key("name")
    json.string(controller.name)
    json.key("index")
    json.int(Int(controller.index))
    json.key("address")
    if let address = controller.address { json.string(address) } else { json.null() }
    json.key("bus")
    json.string(controller.bus)
    json.key("state")
    json.string(controller.isUp ? "up" : "down")
    json.endObject()
  }
  json.endArray()
  json.key("may_capture")
  let buffer = try? monitor.get()
  if case .success = monitor { json.bool(true) } else { json.bool(false) }
  json.key("receive_buffer_bytes")
  if let buffer { json.int(buffer.octets) } else { json.null() }
  json.key("receive_buffer_forced")
  if let buffer { json.bool(buffer.isForced) } else { json.null() }
  json.endObject()
  json.finish()
  return json.bytes
}
