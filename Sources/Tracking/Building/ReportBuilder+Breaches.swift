import BluetoothProtocol
import Bytes
import Judgement
import Report

/// What the referee found.
extension ReportBuilder {
  /// Of a link on the air a sniffer may have missed what was owed: that has a referee of its own.
  func breaches(_ state: ConnectionState, _ judgement: LinkJudgement?) -> [BreachFact] {
    guard let position = state.airLink else { return judgement?.breaches ?? [] }
    return sessions.air.links[position].breaches(until: end(of: state).time)
  }

  func breach(_ fact: BreachFact) -> ReportV1.Breach {
    var breach = fact.report
    breach.timeUs = offset(TraceTime(microseconds: fact.time))
    return breach
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
      for open in logbook.openAtEnds(of: controller) { add(open, controller, to: &capture) }
    }
  }

  /// Commands that were under way when a connection ended waited, too.
  private func add(_ open: OpenAtEnd, _ controller: Int, to capture: inout ReportV1.Capture) {
    let number = Int(sessions.controllers[controller].index)
    let index = capture.connections.lastIndex {
      $0.controller == number && $0.handle == Int(open.handle) && $0.ending?.frame == open.frame
    }
    guard let index, let waiting = capture.connections[index].ending?.open else { return }
    let all = Set(waiting + open.commands).sorted()
    capture.connections[index].ending?.open = Array(all.prefix(ReportV1.Ending.mostOpen))
  }

  private func connection(
    of fact: BreachFact, _ controller: Int, in capture: ReportV1.Capture
  ) -> Int? {
    guard
      fact.report.obligation == .hostRequestUnanswered
        || fact.report.obligation == .procedureUnfinished,
      fact.report.handle != nil || fact.peer != nil
    else { return nil }
    let number = Int(sessions.controllers[controller].index)
    let address = fact.peer.map { DeviceAddress(littleEndian48: $0).description }
    return capture.connections.lastIndex {
      $0.controller == number && $0.firstFrame <= fact.report.frame
        && $0.lastFrame >= fact.report.frame
        && (address == nil ? $0.handle == fact.report.handle : $0.peer.address == address)
    }
  }
}
