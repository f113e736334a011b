import Report

/// A stream of values that came more slowly while the controller used its radio for something else.
struct StreamRadio: RuleFacts {
  let connection: ReportV1.Connection
  let stream: ReportV1.NotificationStream
  let use: ReportV1.RadioUse
  /// The scan that it was, where it was one.
  let scan: ReportV1.Scan?

  static let limits = [leastUs, leastHoles, often, most]
  static let leastUs = RuleLimit("least_radio_use_us", 1_000_000, .microseconds)
  static let leastHoles = RuleLimit("least_holes", 8, .times)
  /// So many times as many holes in the same time as without it.
  static let often = RuleLimit("least_holes_ratio", 4, .times)
  /// The highest share of the pace at other times, in percent.
  static let most = RuleLimit("most_pace_percent", 80, .percent)
  private static let leastOtherValues = 50

  /// - Parameter areInput: those of which a late value is felt, or all others.
  static func findings(_ file: CaseFile, areInput: Bool) -> [RuleFinding] {
    file.connections { $0[$1].notifications.contains { $0.radio != nil } }
      .findings { connection, _ in
        connection.notifications.compactMap { Self($0, of: connection, in: file.capture) }
          .filter { $0.isInput == areInput }.map { late in
            late.finding(
              .warning, connection.id,
              frames: Wording.handful([
                late.stream.firstFrame, late.use.frame, late.scan?.stopFrame, late.stream.lastFrame,
              ])
            ).about(connection, "\(late.stream.valueHandle)", count: late.use.holes)
          }
      }
  }

  /// Where the frames show it: holes that are there while the radio is shared and hardly at all
  /// otherwise, and a pace that is lower by as much.
  private init?(
    _ stream: ReportV1.NotificationStream, of connection: ReportV1.Connection,
    in capture: borrowing ReportV1.Capture
  ) {
    guard let use = stream.radio, use.spanUs >= Self.leastUs.value,
      use.otherSpanUs >= Self.leastUs.value, use.holes >= Self.leastHoles.value,
      use.otherValues >= Self.leastOtherValues
    else { return nil }
    let (holes, otherHoles) = (
      Double(use.holes) / Double(use.spanUs), Double(use.otherHoles) / Double(use.otherSpanUs)
    )
    guard holes >= Double(Self.often.value) * otherHoles,
      Self.pace(use.values, use.spanUs) * 100
        <= Double(Self.most.value) * Self.pace(use.otherValues, use.otherSpanUs)
    else { return nil }
    self.connection = connection
    self.stream = stream
    self.use = use
    scan = capture.scans.first { $0.startFrame == use.frame }
  }

  /// Values per second.
  private static func pace(_ values: Int, _ us: Int) -> Double {
    Double(values) * 1_000_000 / Double(max(1, us))
  }

  var perSecond: Int { Int(Self.pace(use.values, use.spanUs) + 0.5) }
  var otherPerSecond: Int { Int(Self.pace(use.otherValues, use.otherSpanUs) + 0.5) }

  /// Whether a late value is felt: input, and what a device sends by a timer.
  private var isInput: Bool {
    stream.purpose == .periodic || stream.uuid.map(Self.input.contains) ?? false
  }

  /// Boot Keyboard Input Report, Boot Mouse Input Report, Report.
  private static let input: Set<String> = ["2A22", "2A33", "2A4D"]

  var evidence: EvidenceList {
    [
      .valueHandle: .of(stream.valueHandle), .uuid: .of(stream.uuid),
      .missedEvents: .of(use.missedEvents), .holes: .of(use.holes), .perSecond: .of(perSecond),
      .otherPerSecond: .of(otherPerSecond), .scanPercent: .of(scan?.sharePercent),
      .busyScanFrame: .of(scan?.startFrame), .causeFrame: .of(use.frame),
    ] + connection.by(.local)
  }

  /// `while this host scanned (100 % of the time, #405)`.
  var words: String {
    guard let scan else { return "while this host's controller did something else (#\(use.frame))" }
    let share = scan.sharePercent.map { "\($0) % of the time, " } ?? ""
    return "while this host scanned (\(share)#\(scan.startFrame))"
  }

  var message: String {
    "\(Wording.count(use.holes, "hole")) of four connection events or more, "
      + "\(Wording.count(use.missedEvents, "event")) in all, stand between the values of "
      + "\(stream.shortName) \(words): \(perSecond) a second came then, \(otherPerSecond) at other "
      + "times."
  }

  var advice: String? {
    scan == nil
      ? "Connect, page or inquire when no such stream is running."
      : "Stop the scan while values are awaited, or scan with a window that is a small part of its "
        + "interval."
  }
}
