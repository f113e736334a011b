import Text

/// Something that happened in a capture that is still being made, as one line of text or JSON.
package struct LiveEvent: Equatable, Sendable {
  /// The names are those of the JSON and of `--until`; see `meaning`.
  package enum Kind: String, CaseIterable, Sendable {
    case controller
    case connected
    case peerKnown = "peer known"
    case connectionFailed = "connection failed"
    case connectionCalledOff = "connection called off"
    case mtu
    case parameters
    case phy
    case encryption
    case subscribed
    case unsubscribed
    case transferBegun = "transfer begun"
    case transferComplete = "transfer complete"
    case transferIncomplete = "transfer incomplete"
    case stall
    case disconnected
    case recordsLost = "records lost"
    case linesDropped = "lines dropped"
    case finding
    case findingAmended = "finding amended"
    case findingWithdrawn = "finding withdrawn"

    /// What the manual says about it.
    package var meaning: String {
      switch self {
      case .controller: "A controller was switched on or off, reset, or unplugged."
      case .connected:
        "A connection began, or a connection was detected that began before the "
          + "capture."
      case .peerKnown:
        "The peer of a connection became known after the connection had been detected."
      case .connectionFailed: "A connection was requested, and was not established."
      case .connectionCalledOff: "The host cancelled its request for a connection."
      case .mtu: "The sides agreed on an ATT_MTU."
      case .parameters:
        "The connection interval, latency or supervision timeout changed, or an update failed."
      case .phy: "The connection changed to another PHY."
      case .encryption: "Encryption was switched on or off, or failed."
      case .subscribed: "Notifications or indications of a characteristic were switched on."
      case .unsubscribed: "Notifications or indications of a characteristic were switched off."
      case .transferBegun:
        "A transfer began; the first one on a characteristic is recognized only at its marker."
      case .transferComplete:
        "A transfer reached its end: its marker, or the end that its protocol gives."
      case .transferIncomplete:
        "A transfer stopped before its end, or packets of it were never reported as completed by "
          + "the controller."
      case .stall:
        "Packets of this host waited in the controller, or the app paused during a transfer."
      case .disconnected:
        "A connection ended, or its controller was reset, switched off or unplugged."
      case .recordsLost: "The capture lost records, after the frame that is given."
      case .linesDropped:
        "Lines were dropped, because the output was not read or too much happened at once."
      case .finding: "A rule found something; bletrace rules lists the rules."
      case .findingAmended: "A finding that was printed before has changed; this is its new text."
      case .findingWithdrawn:
        "A finding that was printed before is no longer true, and is not in the report."
      }
    }
  }

  package var kind: Kind
  /// Of the record; 0 where it is of no record.
  package var frame: Int
  /// Microseconds since the capture's first record.
  package var timeUs: Int
  /// The controller's number.
  package var controller: Int?
  /// The connection's `id`.
  package var connection: Int?
  /// What there is to say, for people.
  package var text: String
  /// The same for programs; the keys depend on the kind.
  package var facts: ReportV1.KeyedList<ReportV1.Evidence>
  /// Of a finding.
  package var severity: ReportV1.Severity?

  package init(
    _ kind: Kind, frame: Int, timeUs: Int, controller: Int? = nil, connection: Int? = nil,
    _ text: String, _ facts: ReportV1.KeyedList<ReportV1.Evidence> = [:],
    severity: ReportV1.Severity? = nil
  ) {
    self.kind = kind
    self.frame = frame
    self.timeUs = timeUs
    self.controller = controller
    self.connection = connection
    self.text = text
    self.facts = facts
    self.severity = severity
  }

  /// One line, without its end: `12.345 #54 connection 1: connected: 4C:21:8A:05:5E:91, as
  /// central`. Nothing in it can act on a terminal.
  package func line(unicode: Bool) -> String {
    var head = Quantity.moment(us: timeUs)
    head.unicodeScalars.removeLast(2)
    if frame > 0 { head += " " + Name.frame(frame) }
    if let connection {
      head += " connection \(connection):"
    } else if let controller {
      head += " controller \(controller):"
    }
    // Of a controller, its number is in front already.
    let line = head + " " + (kind == .controller ? text : "\(kind.rawValue): \(text)")
    return Printable.escape(line.replacingNoBreakSpaces, unicode: unicode)
  }

  /// One line of JSON, its line feed included.
  package var json: [UInt8] {
    var json = JSONWriter(layout: .compact)
    json.beginObject()
    json.constant("event", kind.rawValue)
    json.field("frame", frame > 0 ? frame : nil)
    json.field("time_us", timeUs)
    json.field("controller", controller)
    json.field("connection", connection)
    json.field("text", text.replacingNoBreakSpaces)
    json.field("facts", facts)
    json.endObject()
    json.finish()
    return json.bytes
  }
}

/// The report as the last line of a capture that was reported event by event in JSON.
/// It is handed over in pieces.
package func liveReportLine(_ report: ReportV1, handingTo take: ([UInt8]) -> Void) {
  withoutActuallyEscaping(take) { take in
    var json = JSONWriter(layout: .compact, handingTo: take)
    json.beginObject()
    json.constant("event", "report")
    json.field("report", report)
    json.endObject()
    json.finish()
  }
}

extension String {
  fileprivate var replacingNoBreakSpaces: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\u{A0}" ? " " : $0 }))
  }
}
