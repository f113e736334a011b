import Reports

/// A request or an indication that nobody answered.
enum ATTRequestUnansweredRule: Rule {
  static let name = "att-request-unanswered"
  static let severity = ReportV1.Severity.error
  static let summary = "A request or an indication was never answered."
  static let explanation = """
    ATT allows one request at a time, so an unanswered one blocks the bearer, and after 30 s \
    (Core Vol 3, Part F, 3.3.3) the connection has to be given up. A request that was still young \
    when the connection or the capture ended is not counted: under 1 s it may only have been cut \
    off.
    """

  static func check(_ capture: ReportV1.Capture) -> [RuleFinding] {
    capture.connections.flatMap { connection in
      connection.att.pending.filter { $0.ageUs >= 1_000_000 }.map { pending in
        let isTimeout = pending.ageUs >= 29_000_000
        let handle = pending.handle.map { " to \(Wording.handle($0))" } ?? ""
        let name = pending.request.split(separator: "_").joined(separator: " ")
        return RuleFinding(
          isTimeout ? .error : .warning, connection: connection.id, frames: [pending.frame],
          "The \(name)\(handle) was not answered in \(Wording.duration(pending.ageUs))"
            + (isTimeout ? ": the ATT transaction timed out." : "."),
          evidence: [
            "request": .string(pending.request),
            "handle": pending.handle.map { .int($0) } ?? .null, "age_us": .int(pending.ageUs),
          ],
          advice: "The side that was asked must answer each request, if only with an error; look "
            + "for a handler that never calls respond.",
          lostUs: pending.ageUs)
      }
    }
  }
}
