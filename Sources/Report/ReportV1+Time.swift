extension ReportV1 {
  /// Why a moment of a link passed in one direction: the closed list of the account of time.
  ///
  /// Where several apply, one that the frames show goes before one that is inferred, then the order
  /// of this list.
  public enum SpanCause: String, ReportWord {
    /// The controllers held data back while encryption began.
    case encryptionStart = "encryption-start"
    /// The two sides of a BR/EDR link changed roles.
    case roleSwitch = "role-switch"
    /// A BR/EDR link in sniff mode waited for its next anchor point.
    case sniffMode = "sniff-mode"
    /// The parameters of the connection were being changed.
    case parameterUpdate = "parameter-update"
    /// This host's controller reported nothing while a command was pending.
    case controllerCommand = "controller-command"
    /// The radio was used for something else: a scan, paging, an inquiry, another link, audio.
    case otherRadio = "other-radio"
    /// Packets were on the air.
    case air
    /// A packet was sent again. Sniffed captures only.
    case retransmission
    /// A packet waited for the next connection events.
    case connectionEvents = "connection-events"
    /// The peripheral may have slept: at most (latency + 1) times the interval.
    case latency
    /// All buffers of the controller were taken.
    case buffers
    /// The receiver had given no credits.
    case credits
    /// This host owed an answer.
    case answerLocal = "answer-local"
    /// The peer owed an answer.
    case answerPeer = "answer-peer"
    /// The sender could have sent, and did not.
    case sender
    /// The peer was not heard any more before the link was lost.
    case silenceBeforeLoss = "silence-before-loss"
    /// The capture lacks what happened.
    case notCaptured = "not-captured"
    /// The clock of the capture was set forward.
    case clockStep = "clock-step"
    /// Nothing in the capture explains it.
    case unexplained
  }

  /// How long one cause lasted in a stretch of a link's time.
  public struct CauseShare: ReportObject {
    /// What passed the time.
    public var cause: SpanCause = .unexplained
    /// How long in all. The shares of a stretch add up to its length.
    public var us = 0
    /// How much of that is inferred, and not shown by the frames.
    public var inferredUs = 0
    /// The frames with which its longest spans begin, at most five.
    public var frames: [Int] = []
  }

  /// Where the time of a link went, in each direction.
  public struct LinkTime: ReportObject {
    /// What is sent: from the host to the controller, or from the central to the peripheral.
    public var tx: [CauseShare] = []
    /// What is received.
    public var rx: [CauseShare] = []
    package static var isCompound: Bool { true }
  }
}

extension [ReportV1.CauseShare] {
  /// How long some causes lasted together.
  package func us(_ causes: ReportV1.SpanCause...) -> Int {
    reduce(0) { causes.contains($1.cause) ? Int(reported: $0 + $1.us) : $0 }
  }

  /// How long all of it lasted.
  package var totalUs: Int { map(\.us).total }

  /// What this host's own controller and radio did, other than to carry data.
  package var controllerUs: Int {
    us(.encryptionStart, .roleSwitch, .sniffMode, .parameterUpdate, .controllerCommand, .otherRadio)
  }

  /// What lasted longest; `nil` where nothing did.
  package var longest: ReportV1.CauseShare? { self.max { $0.us < $1.us } }
}
