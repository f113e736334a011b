import Report

/// The calls with which an app sends values, for advice: which they are depends on whether it is
/// the server, which notifies and indicates, or the client, which writes.
enum SendingCalls {
  case notifications, writes
  /// Both, or neither is known to have been sent.
  case unknown

  /// What says on iOS and macOS that a write without response is accepted.
  static let writeReady = "canSendWriteWithoutResponse"

  init(_ kind: ReportV1.ValueKind) {
    self = kind == .write ? .writes : .notifications
  }

  init(_ kind: ReportV1.RunKind) {
    switch kind {
    case .notification, .indication: self = .notifications
    case .write, .writeCommand: self = .writes
    }
  }

  /// What this host sent from one frame to another.
  init(_ connection: ReportV1.Connection, from firstFrame: Int, to lastFrame: Int) {
    func isSent(_ stream: ReportV1.NotificationStream) -> Bool {
      stream.direction == .tx && stream.firstFrame <= lastFrame && firstFrame <= stream.lastFrame
    }
    let notifies = connection.notifications.containsInPlace(isSent)
    let writes = connection.writes.containsInPlace(isSent)
    self = notifies == writes ? .unknown : notifies ? .notifications : .writes
  }

  /// When the stack does not take a value.
  var whenRefused: String {
    self == .notifications ? "when updateValue returns NO for it" : "when the stack refuses it"
  }

  /// Which value to send after the last one.
  var againOrNext: String {
    self == .notifications
      ? "a chunk again only when updateValue returned NO for it, and continue with the next one "
        + "when it returned YES"
      : "a chunk again only when its stack refused it, and otherwise the next one"
  }

  /// When the stack takes the next value.
  var whenReady: String {
    self == .notifications
      ? "from peripheralManagerIsReadyToUpdateSubscribers"
      : "when its stack reports that it is ready"
  }

  /// For several values in flight, as fast as the stack takes them.
  var whileAccepted: String {
    self == .notifications
      ? "as long as updateValue returns YES (on Android, the next one directly from "
        + "onNotificationSent)"
      : "without response as long as the stack accepts them (\(Self.writeReady); on "
        + "Android, the next write directly from onCharacteristicWrite, or several values in one "
        + "with a larger MTU)"
  }

  /// What to do while the stack takes nothing.
  var untilReady: String {
    switch self {
    case .notifications:
      "after updateValue returns NO, send the refused value again from "
        + "peripheralManagerIsReadyToUpdateSubscribers"
    case .writes:
      "send the next value when \(Self.writeReady) or its equivalent allows it"
    case .unknown: "send the next value when the stack reports that it is ready"
    }
  }
}
