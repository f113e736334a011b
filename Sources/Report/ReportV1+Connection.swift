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
    /// How it ended; `nil` where that is not in the capture.
    package var end: End?
    package var encryptionFailures: [EncryptionFailure]
    package var parameterUpdateFailures: [ParameterUpdateFailure]
    package var channelRefusals: [ChannelRefusal]
    /// Where the peer's address and the role are from, where the capture does not show them.
    package var learnedFrom: Informant?

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
      writes: [NotificationStream] = [], end: End? = nil,
      encryptionFailures: [EncryptionFailure] = [],
      parameterUpdateFailures: [ParameterUpdateFailure] = [],
      channelRefusals: [ChannelRefusal] = [], learnedFrom: Informant? = nil
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
      self.end = end
      self.encryptionFailures = encryptionFailures
      self.parameterUpdateFailures = parameterUpdateFailures
      self.channelRefusals = channelRefusals
      self.learnedFrom = learnedFrom
    }

    /// Nothing in the capture says that it ended.
    package var isOpen: Bool { disconnect == nil && end == nil }
  }

  package enum Transport: String, CaseIterable, Sendable {
    case le
    case brEDR = "br-edr"
  }

  package enum Role: String, CaseIterable, Sendable {
    case central, peripheral
  }

  package enum Informant: String, CaseIterable, Sendable {
    /// `bletrace live` asked the kernel.
    case kernel
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
    /// Times in which our side had no credits and something to send.
    package var txCreditWaits: CreditWaits?
    /// The same of the peer, whom our side gave none.
    package var rxCreditWaits: CreditWaits?

    package init(
      frame: Int? = nil, kind: ChannelKind = .creditBased, psm: Int? = nil, cidLocal: Int? = nil,
      cidRemote: Int? = nil, mtu: Int? = nil, mps: Int? = nil, rxPackets: Int = 0,
      txPackets: Int = 0, rxBytes: Int = 0, txBytes: Int = 0, closeFrame: Int? = nil,
      txCreditWaits: CreditWaits? = nil, rxCreditWaits: CreditWaits? = nil
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
      self.txCreditWaits = txCreditWaits
      self.rxCreditWaits = rxCreditWaits
    }
  }

  /// Waiting for the credits of a channel.
  package struct CreditWaits: Equatable, Sendable {
    package var count: Int
    package var totalUs: Int
    package var longestUs: Int
    /// Of the longest: what took the last credit, and what brought new ones.
    package var firstFrame: Int
    package var lastFrame: Int

    package init(
      count: Int = 0, totalUs: Int = 0, longestUs: Int = 0, firstFrame: Int = 0, lastFrame: Int = 0
    ) {
      self.count = count
      self.totalUs = totalUs
      self.longestUs = longestUs
      self.firstFrame = firstFrame
      self.lastFrame = lastFrame
    }
  }

  /// A credit-based channel that was asked for and refused.
  package struct ChannelRefusal: Equatable, Sendable {
    package var frame: Int
    package var kind: ChannelKind
    package var psm: Int
    /// Who asked for it.
    package var initiator: PairingSide
    /// L2CAP's code.
    package var result: Int
    package var name: String?

    package init(
      frame: Int = 0, kind: ChannelKind = .creditBased, psm: Int = 0,
      initiator: PairingSide = .local, result: Int = 0, name: String? = nil
    ) {
      self.frame = frame
      self.kind = kind
      self.psm = psm
      self.initiator = initiator
      self.result = result
      self.name = name
    }
  }

  package enum ChannelKind: String, CaseIterable, Sendable {
    /// Carries ATT beside the fixed channel.
    case eatt
    case creditBased = "credit-based"
  }
}
