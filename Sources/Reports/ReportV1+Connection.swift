extension ReportV1 {
  /// One connection, from its first record to its last.
  package struct Connection: Equatable, Sendable {
    /// 1-based, in the order in which the connections began.
    package var id: Int
    /// Index of the controller.
    package var controller: Int
    /// The connection handle, which controllers use again after a disconnection.
    package var handle: Int
    /// `nil` where nothing in the capture tells.
    package var transport: Transport?
    /// What our side is.
    package var role: Role?
    package var peer: Peer
    /// The frame that says that the connection is complete; `nil` when it began before the capture.
    package var completeFrame: Int?
    package var firstFrame: Int
    package var lastFrame: Int
    package var startUs: Int
    package var endUs: Int
    package var disconnect: Disconnect?
    /// The first parameters, then each update.
    package var parameters: [Parameters]
    package var parameterRequests: [ParameterRequest]
    package var phys: [PHYChange]
    package var dataLengths: [DataLength]
    package var encryption: [Encryption]
    /// One entry a pairing procedure.
    package var pairing: [Pairing]
    package var mtu: MTU
    package var att: ATT
    package var gatt: GATT
    package var notifications: [NotificationStream]
    package var transfers: [Transfer]
    package var flow: Flow
    package var rssi: Rssi?
    /// Credit-based L2CAP channels.
    package var channels: [Channel]
    /// The server on the other side from that of `gatt`, where it took part too.
    package var gattOtherSide: GATT?
    /// Values that took several PDUs to read or write.
    package var longValues: [LongValue]
    /// The last record that came from the peer.
    package var lastRxFrame: Int?
    package var lastRxUs: Int?
    package var phases: [Phase]
    /// Values written, by characteristic.
    package var writes: [NotificationStream]

    package init(
      id: Int = 0, controller: Int = 0, handle: Int = 0, transport: Transport? = nil,
      role: Role? = nil, peer: Peer = Peer(), completeFrame: Int? = nil, firstFrame: Int = 0,
      lastFrame: Int = 0, startUs: Int = 0, endUs: Int = 0, disconnect: Disconnect? = nil,
      parameters: [Parameters] = [], parameterRequests: [ParameterRequest] = [],
      phys: [PHYChange] = [], dataLengths: [DataLength] = [], encryption: [Encryption] = [],
      pairing: [Pairing] = [], mtu: MTU = MTU(), att: ATT = ATT(), gatt: GATT = GATT(),
      notifications: [NotificationStream] = [], transfers: [Transfer] = [], flow: Flow = Flow(),
      rssi: Rssi? = nil, channels: [Channel] = [], gattOtherSide: GATT? = nil,
      longValues: [LongValue] = [],
      lastRxFrame: Int? = nil, lastRxUs: Int? = nil, phases: [Phase] = [],
      writes: [NotificationStream] = []
    ) {
      self.id = id
      self.controller = controller
      self.handle = handle
      self.transport = transport
      self.role = role
      self.peer = peer
      self.completeFrame = completeFrame
      self.firstFrame = firstFrame
      self.lastFrame = lastFrame
      self.startUs = startUs
      self.endUs = endUs
      self.disconnect = disconnect
      self.parameters = parameters
      self.parameterRequests = parameterRequests
      self.phys = phys
      self.dataLengths = dataLengths
      self.encryption = encryption
      self.pairing = pairing
      self.mtu = mtu
      self.att = att
      self.gatt = gatt
      self.notifications = notifications
      self.transfers = transfers
      self.flow = flow
      self.rssi = rssi
      self.channels = channels
      self.gattOtherSide = gattOtherSide
      self.longValues = longValues
      self.lastRxFrame = lastRxFrame
      self.lastRxUs = lastRxUs
      self.phases = phases
      self.writes = writes
    }
  }

  package enum Transport: String, CaseIterable, Sendable {
    case le
    case brEDR = "br-edr"
  }

  package enum Role: String, CaseIterable, Sendable {
    case central, peripheral
  }

  /// The device on the other side.
  package struct Peer: Equatable, Sendable {
    package var address: String?
    package var addressType: String?
    package var name: String?

    package init(address: String? = nil, addressType: String? = nil, name: String? = nil) {
      self.address = address
      self.addressType = addressType
      self.name = name
    }
  }

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

  /// Connection parameters in force from `frame` on.
  package struct Parameters: Equatable, Sendable {
    package var frame: Int
    package var intervalUs: Int
    /// Connection events that the peripheral may skip.
    package var latency: Int
    package var supervisionTimeoutUs: Int

    package init(
      frame: Int = 0, intervalUs: Int = 0, latency: Int = 0, supervisionTimeoutUs: Int = 0
    ) {
      self.frame = frame
      self.intervalUs = intervalUs
      self.latency = latency
      self.supervisionTimeoutUs = supervisionTimeoutUs
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

  /// One pairing procedure of the Security Manager.
  package struct Pairing: Equatable, Sendable {
    package var firstFrame: Int
    package var lastFrame: Int
    package var initiator: PairingSide?
    /// `display-only`, `display-yes-no`, `keyboard-only`, `no-input-no-output`, `keyboard-display`.
    package var ioCapabilityInitiator: String?
    package var ioCapabilityResponder: String?
    /// `just-works`, `passkey-entry`, `numeric-comparison`, `out-of-band`.
    package var method: String?
    package var secureConnections: Bool?
    package var bonding: Bool?
    /// Protection against a man in the middle was asked for.
    package var mitm: Bool?
    package var result: PairingResult
    /// The Security Manager's reason for a failure.
    package var reason: Int?
    package var reasonName: String?

    package init(
      firstFrame: Int = 0, lastFrame: Int = 0, initiator: PairingSide? = nil,
      ioCapabilityInitiator: String? = nil, ioCapabilityResponder: String? = nil,
      method: String? = nil, secureConnections: Bool? = nil, bonding: Bool? = nil,
      mitm: Bool? = nil, result: PairingResult = .unfinished, reason: Int? = nil,
      reasonName: String? = nil
    ) {
      self.firstFrame = firstFrame
      self.lastFrame = lastFrame
      self.initiator = initiator
      self.ioCapabilityInitiator = ioCapabilityInitiator
      self.ioCapabilityResponder = ioCapabilityResponder
      self.method = method
      self.secureConnections = secureConnections
      self.bonding = bonding
      self.mitm = mitm
      self.result = result
      self.reason = reason
      self.reasonName = reasonName
    }
  }

  package enum PairingSide: String, CaseIterable, Sendable {
    case local, peer
  }

  package enum PairingResult: String, CaseIterable, Sendable {
    case completed, failed, unfinished
  }

  /// The exchange of ATT_MTU. `effective` is 23 where none was exchanged, `nil` where unknowable.
  package struct MTU: Equatable, Sendable {
    package var client: Int?
    package var server: Int?
    package var effective: Int?
    package var frame: Int?

    package init(client: Int? = nil, server: Int? = nil, effective: Int? = nil, frame: Int? = nil) {
      self.client = client
      self.server = server
      self.effective = effective
      self.frame = frame
    }
  }

  /// A credit-based L2CAP channel.
  package struct Channel: Equatable, Sendable {
    /// The frame of the response that opened it.
    package var frame: Int?
    package var kind: ChannelKind
    package var psm: Int?
    package var cidLocal: Int?
    package var cidRemote: Int?
    /// The lower of what the two sides announced.
    package var mtu: Int?
    /// The lower of what the two sides announced.
    package var mps: Int?
    package var rxPackets: Int
    package var txPackets: Int
    package var rxBytes: Int
    package var txBytes: Int
    package var closeFrame: Int?

    package init(
      frame: Int? = nil, kind: ChannelKind = .creditBased, psm: Int? = nil, cidLocal: Int? = nil,
      cidRemote: Int? = nil, mtu: Int? = nil, mps: Int? = nil, rxPackets: Int = 0,
      txPackets: Int = 0, rxBytes: Int = 0, txBytes: Int = 0, closeFrame: Int? = nil
    ) {
      self.frame = frame
      self.kind = kind
      self.psm = psm
      self.cidLocal = cidLocal
      self.cidRemote = cidRemote
      self.mtu = mtu
      self.mps = mps
      self.rxPackets = rxPackets
      self.txPackets = txPackets
      self.rxBytes = rxBytes
      self.txBytes = txBytes
      self.closeFrame = closeFrame
    }
  }

  package enum ChannelKind: String, CaseIterable, Sendable {
    /// Carries ATT beside the fixed channel.
    case eatt
    case creditBased = "credit-based"
  }
}
