import BluetoothProtocol
import Bytes
import Judgement
import Report

/// What the referee found.
extension ReportBuilder {
  func breach(_ fact: BreachFact) -> ReportV1.Breach {
    ReportV1.Breach {
      $0.obligation = fact.obligation
      $0.party = fact.party
      $0.frame = fact.frames[0]
      $0.timeUs = offset(TraceTime(microseconds: fact.time))
      $0.lastFrame = fact.lastFrame
      $0.count = fact.count
      $0.frames = fact.frames
      $0.causeFrame = fact.causeFrame
      $0.pdu = fact.pdu
      $0.request = fact.request
      $0.openFrame = fact.openFrame
      $0.handle = fact.handle.map(Int.init)
      $0.command = fact.command.map { Int($0.rawValue) }
      $0.name = fact.name
      $0.status = fact.status
      $0.statusName = fact.status?.name
      $0.value = fact.value
      $0.limit = fact.limit
      $0.openUs = fact.openMicroseconds.map { Int(reported: $0) }
      $0.worked = fact.worked
    }
  }

  /// What hosts and controllers owed each other: of a connection where it is about one.
  func addBreaches(to capture: inout ReportV1.Capture) {
    guard let end = clock.traffic?.latest else { return }
    for controller in sessions.controllers.indices where controller != sessions.airController {
      for fact in logbook.breaches(of: controller, until: end.microseconds) {
        guard let index = connection(of: fact, controller, in: capture) else {
          capture.breaches.append(breach(fact))
          continue
        }
        capture.connections[index].breaches.append(breach(fact))
      }
    }
  }

  private func connection(
    of fact: BreachFact, _ controller: Int, in capture: ReportV1.Capture
  ) -> Int? {
    guard fact.obligation == .hostRequestUnanswered else { return nil }
    let number = Int(sessions.controllers[controller].index)
    let address = fact.peer.map { DeviceAddress(littleEndian48: $0).description }
    return capture.connections.lastIndex {
      $0.controller == number && $0.firstFrame <= fact.frames[0] && $0.lastFrame >= fact.frames[0]
        && (address == nil ? $0.handle == fact.handle.map(Int.init) : $0.peer.address == address)
    }
  }
}
