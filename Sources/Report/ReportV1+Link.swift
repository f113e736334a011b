/// What was in force on a link, and how it ended.
extension ReportV1 {
  /// The end of a connection, with the controller's reason.
  package struct Disconnect: Equatable, Sendable {
    package var frame: Int
    /// An HCI error code.
    package var reason: Int
    package var name: String?

    package init(frame: Int = 0, reason: Int = 0, name: String? = nil) {
      self.frame = frame
      self.reason = reason
      self.name = name
    }
  }

  /// The end of a connection, whoever brought it about.
  package struct End: Equatable, Sendable {
    package var frame: Int
    package var timeUs: Int
    package var cause: EndCause

    package init(frame: Int = 0, timeUs: Int = 0, cause: EndCause = .disconnection) {
      self.frame = frame
      self.timeUs = timeUs
      self.cause = cause
    }
  }

  package enum EndCause: String, CaseIterable, Sendable {
    /// `disconnect` has the reason.
    case disconnection
    case controllerReset = "controller_reset"
    case controllerOff = "controller_off"
    /// The controller was unplugged.
    case controllerGone = "controller_gone"
  }

  /// Connection parameters in force from `frame` on.
  package struct Parameters: Equatable, Sendable {
    package var frame: Int
    package var intervalUs: Int
    /// Connection events that the peripheral may skip; of those that are used, where the connection
    /// is subrated.
    package var latency: Int
    package var supervisionTimeoutUs: Int
    /// Of so many connection events one is used; 1 where the connection is not subrated.
    package var subrateFactor: Int
    /// So many further events are used after one with data.
    package var continuationNumber: Int

    package init(
      frame: Int = 0, intervalUs: Int = 0, latency: Int = 0, supervisionTimeoutUs: Int = 0,
      subrateFactor: Int = 1, continuationNumber: Int = 0
    ) {
      self.frame = frame
      self.intervalUs = intervalUs
      self.latency = latency
      self.supervisionTimeoutUs = supervisionTimeoutUs
      self.subrateFactor = subrateFactor
      self.continuationNumber = continuationNumber
    }

    /// From one connection event that is used to the next, while there are no data.
    package var usedIntervalUs: Int {
      let (product, overflow) = intervalUs.multipliedReportingOverflow(by: max(1, subrateFactor))
      return overflow ? .max : product
    }

    /// The same while data flow: after an event with some, the next one is used too if the
    /// connection has continuation events.
    package var dataIntervalUs: Int { continuationNumber > 0 ? intervalUs : usedIntervalUs }

    /// As long as a peripheral may sleep: it skips events while it has nothing to say.
    package var sleepUs: Int {
      let (product, overflow) = usedIntervalUs.multipliedReportingOverflow(
        by: max(0, min(latency, 0xFFFF)) + 1)
      return overflow ? .max : product
    }
  }

  /// A wish for other connection parameters, and what became of it.
  package struct ParameterRequest: Equatable, Sendable {
    package var frame: Int
    package var direction: Direction
    package var via: ParameterRequestPath
    package var minUs: Int
    package var maxUs: Int
    package var latency: Int
    package var supervisionTimeoutUs: Int
    package var result: ParameterRequestResult
    /// Counted from the capture's first record.
    package var timeUs: Int?

    package init(
      frame: Int = 0, direction: Direction = .rx, via: ParameterRequestPath = .l2cap,
      minUs: Int = 0, maxUs: Int = 0, latency: Int = 0, supervisionTimeoutUs: Int = 0,
      result: ParameterRequestResult = .unanswered, timeUs: Int? = nil
    ) {
      self.frame = frame
      self.direction = direction
      self.via = via
      self.minUs = minUs
      self.maxUs = maxUs
      self.latency = latency
      self.supervisionTimeoutUs = supervisionTimeoutUs
      self.result = result
      self.timeUs = timeUs
    }
  }

  /// An update of the connection parameters that the controller refused, or that failed on the way.
  package struct ParameterUpdateFailure: Equatable, Sendable {
    package var frame: Int
    /// An HCI error code.
    package var status: Int
    package var name: String?

    package init(frame: Int = 0, status: Int = 0, name: String? = nil) {
      self.frame = frame
      self.status = status
      self.name = name
    }
  }

  package enum ParameterRequestPath: String, CaseIterable, Sendable {
    /// L2CAP Connection Parameter Update Request.
    case l2cap
    /// Link layer Connection Parameters Request.
    case ll
  }

  package enum ParameterRequestResult: String, CaseIterable, Sendable {
    case accepted, rejected, unanswered
    /// Accepted, but no update followed.
    case notApplied = "not_applied"
  }

  /// The physical layers in use from `frame` on.
  package struct PHYChange: Equatable, Sendable {
    package var frame: Int
    package var tx: PHY?
    package var rx: PHY?

    package init(frame: Int = 0, tx: PHY? = nil, rx: PHY? = nil) {
      self.frame = frame
      self.tx = tx
      self.rx = rx
    }
  }

  package enum PHY: String, CaseIterable, Sendable {
    case le1M = "1M"
    case le2M = "2M"
    case coded
  }

  /// The largest link layer payloads, and the time they take, from `frame` on.
  package struct DataLength: Equatable, Sendable {
    package var frame: Int
    package var txOctets: Int
    package var rxOctets: Int
    package var txTimeUs: Int
    package var rxTimeUs: Int

    package init(
      frame: Int = 0, txOctets: Int = 0, rxOctets: Int = 0, txTimeUs: Int = 0, rxTimeUs: Int = 0
    ) {
      self.frame = frame
      self.txOctets = txOctets
      self.rxOctets = rxOctets
      self.txTimeUs = txTimeUs
      self.rxTimeUs = rxTimeUs
    }
  }

  /// Encryption switched on or off.
  package struct Encryption: Equatable, Sendable {
    package var frame: Int
    package var enabled: Bool
    /// In octets.
    package var keySize: Int?

    package init(frame: Int = 0, enabled: Bool = false, keySize: Int? = nil) {
      self.frame = frame
      self.enabled = enabled
      self.keySize = keySize
    }
  }

  /// Encryption that was asked for and did not come about.
  package struct EncryptionFailure: Equatable, Sendable {
    package var frame: Int
    package var kind: EncryptionFailureKind
    /// An HCI error code; `nil` where it was our own host that had no key.
    package var status: Int?
    package var name: String?

    package init(
      frame: Int = 0, kind: EncryptionFailureKind = .change, status: Int? = nil,
      name: String? = nil
    ) {
      self.frame = frame
      self.kind = kind
      self.status = status
      self.name = name
    }
  }

  package enum EncryptionFailureKind: String, CaseIterable, Sendable {
    /// Encryption Change.
    case change = "encryption_change"
    /// Encryption Key Refresh Complete.
    case keyRefresh = "key_refresh"
    /// LE Long Term Key Request Negative Reply.
    case keyRefused = "key_refused"
  }
}
