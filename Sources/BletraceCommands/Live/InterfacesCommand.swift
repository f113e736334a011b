import LiveCapture
import Reports

/// `bletrace interfaces`: what can be captured here.
func interfaces(_ parsed: ParsedArguments) throws(CommandFailure) -> [UInt8] {
  do throws(MonitorError) {
    let controllers = try attachedControllers()
    let problem = monitorProblem()
    return parsed.value(of: .format)?.text == "json"
      ? interfacesAsJSON(controllers, mayCapture: problem == nil)
      : Array(interfacesAsText(controllers, problem: problem).utf8)
  } catch {
    throw CommandFailure(explanation(of: error))
  }
}

/// Why capturing would fail; nil if it would not.
private func monitorProblem() -> MonitorError? {
  do throws(MonitorError) {
    _ = try MonitorSource(controller: nil)
    return nil
  } catch {
    return error
  }
}

/// A line for each controller: `hci0  A1:02:03:04:05:06  USB  up`.
func interfacesAsText(_ controllers: [AttachedController], problem: MonitorError?) -> String {
  var text = ""
  let widest = controllers.map(\.name.count).max() ?? 0
  for controller in controllers {
    let cells = [
      controller.name.padded(to: widest), (controller.address ?? "-").padded(to: 17),
      controller.bus.padded(to: 7), controller.isUp ? "up" : "down",
    ]
    text += cells.joined(separator: "  ").printable + "\n"
  }
  if controllers.isEmpty { text = "no Bluetooth controller is attached\n" }
  if let problem { text += explanation(of: problem) + "\n" }
  return text
}

/// An object with the list of controllers, and whether this user may capture.
func interfacesAsJSON(_ controllers: [AttachedController], mayCapture: Bool) -> [UInt8] {
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
  json.bool(mayCapture)
  json.endObject()
  json.finish()
  return json.bytes
}
