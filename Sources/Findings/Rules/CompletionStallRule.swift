import Report

/// The controller had packets and was not done with any of them.
enum CompletionStallRule: Rule {
  static let name = "completion-stall"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let summary =
    "The controller completed none of the outgoing packets for a long time."
  static let explanation = """
    A controller that has sent a packet, and has its acknowledgement, gives the buffer back with \
    Number Of Completed Packets. A stall is a time without this event, while packets are \
    outstanding, that is longer than 0.5 s and four connection intervals: ordinary packet loss \
    does not take that long. HCI does not show what the Link Layer retransmitted, so the finding \
    says stall, not retransmission. If all buffers were in use for most of the stall, credit-stall \
    reports it instead. If the link was lost at its end, link-loss reports it. The rule does not \
    report waits that peripheral latency allows, and reports nothing in a capture without \
    completions. If the capture has almost no packets during the stall and several at its end, the \
    controller or its transport to the host is named first: a peer that does not acknowledge does \
    not delay other packets.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.stalls.finding { connection, account in
      let stalls = account.completion
      guard let longest = stalls.max(by: { $0.durationUs < $1.durationUs }) else { return nil }
      let timeout = connection.parameters(at: longest.firstFrame)?.supervisionTimeoutUs ?? 0
      // Of what the link layer heard meanwhile, completions are all that a capture shows.
      // Where they took longer than the timeout and the link lived on, it heard something else.
      let isNear =
        timeout > 0 && (timeout / 2..<max(timeout, timeout / 2 + 1)).contains(longest.durationUs)
      let near =
        isNear
        ? "; \(Wording.duration(timeout.minus(longest.durationUs))) more without any packet from the "
          + "peer would have reached the supervision timeout of \(Wording.duration(timeout))" : ""
      let burst = burst(longest)
      var silent = ""
      if let us = longest.silentUs, isSilent(longest) {
        silent = ". For \(Wording.duration(us)) of it the controller reported nothing at all"
        if let burst {
          silent +=
            ", and then \(burst) packets within "
            + Wording.duration(longest.durationUs.minus(us))
        }
      }
      return RuleFinding(
        .warning, connection: connection.id,
        frames: [
          longest.firstFrame, isSilent(longest) ? longest.silentFrame : nil, longest.lastFrame,
        ].compactMap(\.self),
        "No packet was completed \(stalls.wording), with "
          + "\(longest.outstanding) outstanding\(near)\(silent).",
        evidence: [
          .stalls: .int(stalls.count), .totalUs: .int(stalls.totalUs),
          .longestUs: .int(longest.durationUs), .outstanding: .int(longest.outstanding),
          .supervisionTimeoutUs: timeout > 0 ? .int(timeout) : .null,
          .silentUs: longest.silentUs.map { .int($0) } ?? .null,
        ],
        advice: burst == nil
          ? "The peer did not acknowledge, or this host's controller was busy elsewhere: look at "
            + "\(suspects(longest, connection, file))."
          : "Most likely this host's controller, or its transport to the host, was busy or asleep: "
            + "all of its reports came at once. Look at the power saving of the transport, at "
            + "other work of the radio, such as Wi-Fi, and only then at the peer.",
        lostUs: stalls.totalUs)
    }
  }

  /// What is left to look at: a scan, or another connection, only where there was one.
  private static func suspects(
    _ stall: ReportV1.Stall, _ connection: ReportV1.Connection, _ file: CaseFile
  ) -> String {
    var suspects = ["the distance"]
    let others = file.radio.connections(
      beside: connection, from: stall.startUs, lasting: stall.durationUs)
    if !others.isEmpty { suspects.append("other connections in that time") }
    if file.radio.mayHaveScanned(stall.startUs, stall.startUs.plus(stall.durationUs)) {
      suspects.append("scanning in that time")
    }
    suspects +=
      isSilent(stall)
      ? ["the controller", "its transport to the host"]
      : ["other work of the radio, such as Wi-Fi or BR/EDR"]
    return Wording.list(suspects)
  }

  /// Nothing at all came for nearly all of it.
  private static func isSilent(_ stall: ReportV1.Stall) -> Bool {
    stall.silentUs.map { $0 >= stall.durationUs / 10 * 9 } ?? false
  }

  private static let fewestAtOnce = 3

  /// How many packets came at once at the end of a stall in which there was none before.
  private static func burst(_ stall: ReportV1.Stall) -> Int? {
    guard isSilent(stall), let frame = stall.silentFrame else { return nil }
    let packets = stall.lastFrame.minus(frame).plus(1)
    return packets >= fewestAtOnce ? packets : nil
  }
}
