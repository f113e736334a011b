import Report
import Text

/// A connection took long to come about.
enum SlowConnectionRule: Rule {
  static let name = "slow-connection"
  static let severity = ReportV1.Severity.warning
  static let summary = "A connection came about only seconds after the command that asked for it."
  static let explanation = """
    A central connects at the first advertisement that it hears. Devices that want to be connected \
    advertise every 20 ms to 1.3 s, and a central that listens for a part of the time needs a few of \
    them. Reported are connections to a certain device that took 5 s or more from LE Create \
    Connection, or 3 s from the first advertisement reported after it; a warning from 10 s on. One \
    finding for each device, with the slowest. It is quiet for an attempt \
    that failed after all (connection-failed), for a list of devices (auto \
    connect), which may wait for days, for a device that was connected when it was asked for \
    (needless-request), and for BR/EDR.
    """

  private static let limitUs = 5_000_000
  private static let heardLimitUs = 3_000_000
  private static let badUs = 10_000_000

  private struct Slow {
    var connection: ReportV1.Connection
    var request: ReportV1.ConnectRequest
    var tookUs: Int
    var heardUs: Int?
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let needless = Set(file.capture.needlessRequests.map(\.frame))
    var keys: [String] = []
    var found: [String: [Slow]] = [:]
    for connection in file.connections(where: {
      $0[$1].connectRequest?.isDirect ?? false && $0[$1].transport == .le
        && $0[$1].role == .central && $0[$1].completeFrame != nil
        && $0[$1].disconnect?.reason != .connectionFailedToBeEstablished
        // No less than since the device was heard.
        && $0[$1].startUs.minus($0[$1].connectRequest?.timeUs ?? 0) >= heardLimitUs
    }).all {
      guard let request = connection.connectRequest, let address = connection.peer.address,
        !needless.contains(request.frame)
      else { continue }
      let took = connection.startUs.minus(request.timeUs)
      let heard = request.advertisementUs.map { connection.startUs.minus($0) }
      guard took >= limitUs || heard ?? 0 >= heardLimitUs else { continue }
      if found[address] == nil { keys.append(address) }
      found[address, default: []].append(
        Slow(connection: connection, request: request, tookUs: took, heardUs: heard))
    }
    return keys.compactMap { finding($0, found[$0] ?? []) }
  }

  private static func finding(_ address: String, _ all: [Slow]) -> RuleFinding? {
    guard let worst = all.max(by: { $0.tookUs < $1.tookUs }) else { return nil }
    var message =
      "The connection to \(address) came about \(Wording.duration(worst.tookUs)) after our host "
      + "asked for it (#\(worst.request.frame))"
    if let heard = worst.heardUs, let frame = worst.request.advertisementFrame {
      message += ", \(Wording.duration(heard)) after the device was heard (#\(frame))"
    }
    if all.count > 1 {
      message +=
        "; \(Wording.count(all.count - 1, "other")) took as long as "
        + Wording.duration(all.map(\.tookUs).sorted().dropLast().last ?? worst.tookUs)
    }
    let base: ReportV1.KeyedList<ReportV1.Evidence> = [
      "peer": .string(address), "count": .int(all.count), "took_us": .int(worst.tookUs),
      "since_heard_us": worst.heardUs.map { .int($0) } ?? .null,
      "limit_us": .int(worst.tookUs >= limitUs ? limitUs : heardLimitUs),
      "connections": .list(all.prefix(16).map { .int($0.connection.id) }),
    ]
    return RuleFinding(
      worst.tookUs >= badUs ? .warning : .info, connection: worst.connection.id,
      frames: Wording.handful(
        [worst.request.frame, worst.request.advertisementFrame, worst.connection.completeFrame]
          .compactMap { $0 }),
      message + ".", evidence: base.with(worst.connection.actors(nil)),
      advice: worst.heardUs == nil
        ? "A connection begins with an advertisement that our controller hears. Compare the time "
          + "between the device's advertisements with the scan window and interval of LE Create "
          + "Connection, and see whether the device advertised, and was near enough, meanwhile."
        : "The device was there: look at how often it advertises, and at the scan window and "
          + "interval of LE Create Connection; scanning and other connections take from them.",
      lostUs: all.map(\.tookUs).total)
  }
}
