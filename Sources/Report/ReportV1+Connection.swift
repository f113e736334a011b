extension ReportV1 {
  /// One connection, from its first record to its last.
  public struct Connection: ReportObject {
    /// 1-based, in the order in which the connections began.
    public var id = 0
    /// Index of the controller.
    public var controller = 0
    /// The connection handle, which controllers use again after a disconnection.
    public var handle = 0
    /// `nil` where nothing in the capture shows it.
    public var transport: Transport?
    /// What our side is.
    public var role: Role?
    public var peer = Peer()
    /// The frame that says that the connection is complete; `nil` when it began before the capture.
    public var completeFrame: Int?
    public var firstFrame = 0
    public var lastFrame = 0
    public var startUs = 0
    public var endUs = 0
    public var disconnect: Disconnect?
    /// The first parameters, then each update.
    public var parameters: [Parameters] = []
    public var parameterRequests: [ParameterRequest] = []
    public var phys: [PHYChange] = []
    public var dataLengths: [DataLength] = []
    public var encryption: [Encryption] = []
    /// One entry a pairing procedure.
    public var pairing: [Pairing] = []
    public var mtu = MTU()
    public var att = ATT()
    public var gatt = GATT()
    public var notifications: [NotificationStream] = []
    public var transfers: [Transfer] = []
    public var flow = Flow()
    public var rssi: Rssi?
    /// Credit-based L2CAP channels.
    public var channels: [Channel] = []
    /// The server on the other side from that of `gatt`, where it took part too.
    public var gattOtherSide: GATT?
    /// Values that took several PDUs to read or write.
    public var longValues: [LongValue] = []
    /// The last record that came from the peer.
    public var lastRxFrame: Int?
    public var lastRxUs: Int?
    public var phases: [Phase] = []
    /// Values written, by characteristic.
    public var writes: [NotificationStream] = []
    /// How it ended; `nil` where that is not in the capture.
    public var end: End?
    public var encryptionFailures: [EncryptionFailure] = []
    public var parameterUpdateFailures: [ParameterUpdateFailure] = []
    public var channelRefusals: [ChannelRefusal] = []
    /// Where the peer's address and the role are from, where the capture does not show them.
    public var learnedFrom: Informant?
    /// Data in bulk, with a marker or without.
    public var runs: [Run] = []
    public var reads: [ReadSeries] = []
    /// The command that asked for it.
    public var connectRequest: ConnectRequest?
    /// The first advertisement of the peer after the connection began: of most devices it shows
    /// that the connection is over for them.
    public var peerHeard: Heard?
    public var disconnectRequest: DisconnectRequest?
    /// Where the readings of `rssi` come from; those of several sources are not mixed.
    public var rssiSource: RssiSource?
    /// When the last of them was taken.
    public var rssiLastUs: Int?
    /// The peer's advertising in the seconds before the connection.
    public var rssiBefore: Rssi?
    /// The last record of data that went to the peer.
    public var lastTxFrame: Int?
    public var lastTxUs: Int?
    /// What the peer's Link Layer can do; `nil` where the host did not ask.
    public var peerLEFeatures: LEFeatures?
    /// Protocols that put data into messages.
    public var framings: [Framing] = []
    /// What a sniffer heard of it; `nil` in captures of HCI.
    public var air: Air? {
      @inlinable get { sniffed.first }
      set { sniffed = newValue.map { [$0] } ?? [] }
    }
    /// Apart, as it would be a third of the memory of each connection, sniffed or not.
    @usableFromInline var sniffed: [Air] = []
    /// Of a BR/EDR link: each Mode Change.
    public var modes: [ModeChange] = []
    /// As the peer's server gave them last.
    public var preferredParameters: PreferredParameters?
    package static var blank: Self { Self() }
    package static var isCompound: Bool { true }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("id", &id)
      visitor.field("controller", &controller)
      visitor.field("handle", &handle)
      visitor.field("transport", &transport)
      visitor.field("role", &role)
      visitor.field("peer", &peer)
      visitor.field("complete_frame", &completeFrame)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("start_us", &startUs)
      visitor.field("end_us", &endUs)
      visitor.field("disconnect", &disconnect)
      visitor.field("parameters", &parameters)
      visitor.field("parameter_requests", &parameterRequests)
      visitor.field("phys", &phys)
      visitor.field("data_lengths", &dataLengths)
      visitor.field("encryption", &encryption)
      visitor.field("pairing", &pairing)
      visitor.field("mtu", &mtu)
      visitor.field("att", &att)
      visitor.field("gatt", &gatt)
      visitor.field("notifications", &notifications)
      visitor.field("transfers", &transfers)
      visitor.field("flow", &flow)
      visitor.field("rssi", &rssi)
      visitor.field("channels", &channels)
      visitor.field("gatt_other_side", &gattOtherSide)
      visitor.field("long_values", &longValues)
      visitor.field("last_rx_frame", &lastRxFrame)
      visitor.field("last_rx_us", &lastRxUs)
      visitor.field("phases", &phases)
      visitor.field("writes", &writes)
      visitor.field("end", &end)
      visitor.field("encryption_failures", &encryptionFailures)
      visitor.field("parameter_update_failures", &parameterUpdateFailures)
      visitor.field("channel_refusals", &channelRefusals)
      visitor.field("learned_from", &learnedFrom)
      visitor.field("runs", &runs)
      visitor.field("reads", &reads)
      visitor.field("connect_request", &connectRequest)
      visitor.field("peer_heard", &peerHeard)
      visitor.field("disconnect_request", &disconnectRequest)
      visitor.field("rssi_source", &rssiSource)
      visitor.field("rssi_last_us", &rssiLastUs)
      visitor.field("rssi_before", &rssiBefore)
      visitor.field("last_tx_frame", &lastTxFrame)
      visitor.field("last_tx_us", &lastTxUs)
      visitor.field("peer_le_features", &peerLEFeatures)
      visitor.field("framings", &framings)
      visitor.field("air", &air)
      visitor.field("modes", &modes)
      visitor.field("preferred_parameters", &preferredParameters)
    }

    /// Nothing in the capture says that it ended.
    public var isOpen: Bool { disconnect == nil && end == nil }

    /// Stalls of outgoing data that the peripheral's latency does not explain: it may sleep through
    /// as many connection events, and several times in a row. A credit stall is a part of a
    /// completion stall.
    public var headlineStalls: [Stall] {
      flow.stalls.filter { $0.kind != .credit && !isExplainedByLatency($0) }
    }

    /// Whether what this host sent may have waited so long for a peripheral that slept.
    package func isExplainedByLatency(_ stall: Stall) -> Bool {
      guard role == .central, stall.kind != .resume,
        let link = parameters.last(where: { $0.frame <= stall.firstFrame })
      else { return false }
      let (longest, overflow) = link.sleepUs.multipliedReportingOverflow(by: 4)
      return overflow || stall.durationUs <= longest
    }

    /// How long the connection was watched after a time, at least. A link that was lost is watched
    /// up to the peer's last data: it may have left then.
    package func watchedUs(after timeUs: Int?) -> Int? {
      let end = disconnect?.reason == .connectionTimeout ? lastRxUs ?? endUs : endUs
      guard let timeUs else { return nil }
      let (watched, isTooLong) = end.subtractingReportingOverflow(timeUs)
      return isTooLong ? Int.max : max(0, watched)
    }
  }

  /// A BR/EDR link changed how often its sides listen.
  public struct ModeChange: ReportObject {
    public var frame = 0
    public var timeUs = 0
    public var mode: LinkMode = .active
    /// From one event to the next, in sniff and hold mode.
    public var intervalUs: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("time_us", &timeUs)
      visitor.field("mode", &mode)
      visitor.field("interval_us", &intervalUs)
    }
  }

  public enum LinkMode: String, ReportWord {
    case active, hold, sniff
  }

  public enum Transport: String, ReportWord {
    case le
    case brEDR = "br-edr"
  }

  public enum Role: String, ReportWord {
    case central, peripheral
    /// A sniffer heard both sides; `tx` is from the central to the peripheral.
    case observer
  }

  public enum Informant: String, ReportWord {
    /// `bletrace live` asked the kernel.
    case kernel
    /// Quality reports of the controller name them.
    case qualityReport = "quality_report"
  }

  /// The device on the other side.
  public struct Peer: ReportObject {
    public var address: String?
    public var addressType: String?
    /// What it advertises; else what its GATT server gives as Device Name (2A00).
    public var name: String?
    /// Of its controller, as the controller itself says.
    public var manufacturer: String?
    public var nameSource: NameSource?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("address", &address)
      visitor.field("address_type", &addressType)
      visitor.field("name", &name)
      visitor.field("manufacturer", &manufacturer)
      visitor.field("name_source", &nameSource)
    }
  }

  public enum NameSource: String, ReportWord {
    case advertising, gatt
    /// The user gave it, by `--name`.
    case given
  }

  /// One pairing procedure of the Security Manager.
  public struct Pairing: ReportObject {
    public var firstFrame = 0
    public var lastFrame = 0
    public var initiator: PairingSide?
    /// `display-only`, `display-yes-no`, `keyboard-only`, `no-input-no-output`, `keyboard-display`.
    public var ioCapabilityInitiator: String?
    public var ioCapabilityResponder: String?
    /// `just-works`, `passkey-entry`, `numeric-comparison`, `out-of-band`.
    public var method: String?
    public var secureConnections: Bool?
    public var bonding: Bool?
    /// Protection against a man in the middle was asked for.
    public var mitm: Bool?
    public var result: PairingResult = .unfinished
    /// The Security Manager's reason for a failure.
    public var reason: Int?
    public var reasonName: String?
    public var startUs: Int?
    public var durationUs: Int?
    /// The longest time between two of its commands: a user who compares or types, or a side that
    /// is slow.
    public var longestWaitUs: Int?
    /// The command that ended this time, and who sent it.
    public var waitFrame: Int?
    public var waitSide: PairingSide?
    /// Whether the key protects against a man in the middle; "just works" never does, whatever was
    /// asked for. `nil` until it is completed.
    public var authenticated: Bool?
    /// Who sent Pairing Failed.
    public var failedBy: PairingSide?
    /// Public keys that were the specification's debug key, whose private key everybody knows.
    public var debugKeys: [DebugKey] = []
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("initiator", &initiator)
      visitor.field("io_capability_initiator", &ioCapabilityInitiator)
      visitor.field("io_capability_responder", &ioCapabilityResponder)
      visitor.field("method", &method)
      visitor.field("secure_connections", &secureConnections)
      visitor.field("bonding", &bonding)
      visitor.field("mitm", &mitm)
      visitor.field("result", &result)
      visitor.field("reason", &reason)
      visitor.field("reason_name", &reasonName)
      visitor.field("start_us", &startUs)
      visitor.field("duration_us", &durationUs)
      visitor.field("longest_wait_us", &longestWaitUs)
      visitor.field("wait_frame", &waitFrame)
      visitor.field("wait_side", &waitSide)
      visitor.field("authenticated", &authenticated)
      visitor.field("failed_by", &failedBy)
      visitor.field("debug_keys", &debugKeys)
    }
  }

  /// A Pairing Public Key, and who sent it.
  public struct DebugKey: ReportObject {
    public var frame = 0
    public var side: PairingSide = .local
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("side", &side)
    }
  }

  public enum PairingSide: String, ReportWord {
    case local, peer
  }

  public enum PairingResult: String, ReportWord {
    case completed, failed, unfinished
  }

  /// The exchange of ATT_MTU. `effective` is 23 where none was exchanged, `nil` where unknowable.
  public struct MTU: ReportObject {
    public var client: Int?
    public var server: Int?
    public var effective: Int?
    public var frame: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("client", &client)
      visitor.field("server", &server)
      visitor.field("effective", &effective)
      visitor.field("frame", &frame)
    }
  }

  /// A credit-based L2CAP channel.
  public struct Channel: ReportObject {
    /// The frame of the response that opened it.
    public var frame: Int?
    public var kind: ChannelKind = .creditBased
    public var psm: Int?
    public var cidLocal: Int?
    public var cidRemote: Int?
    /// The lower of what the two sides announced.
    public var mtu: Int?
    /// The lower of what the two sides announced.
    public var mps: Int?
    public var rxPackets = 0
    public var txPackets = 0
    public var rxBytes = 0
    public var txBytes = 0
    public var closeFrame: Int?
    /// Times in which our side had no credits and something to send.
    public var txCreditWaits: CreditWaits?
    /// The same of the peer, whom our side gave none.
    public var rxCreditWaits: CreditWaits?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("kind", &kind)
      visitor.field("psm", &psm)
      visitor.field("cid_local", &cidLocal)
      visitor.field("cid_remote", &cidRemote)
      visitor.field("mtu", &mtu)
      visitor.field("mps", &mps)
      visitor.field("rx_packets", &rxPackets)
      visitor.field("tx_packets", &txPackets)
      visitor.field("rx_bytes", &rxBytes)
      visitor.field("tx_bytes", &txBytes)
      visitor.field("close_frame", &closeFrame)
      visitor.field("tx_credit_waits", &txCreditWaits)
      visitor.field("rx_credit_waits", &rxCreditWaits)
    }
  }

  /// Waiting for the credits of a channel.
  public struct CreditWaits: ReportObject {
    public var count = 0
    public var totalUs = 0
    public var longestUs = 0
    /// Of the longest: what took the last credit, and what brought new ones.
    public var firstFrame = 0
    public var lastFrame = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("count", &count)
      visitor.field("total_us", &totalUs)
      visitor.field("longest_us", &longestUs)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
    }
  }

  /// A credit-based channel that was asked for and refused.
  public struct ChannelRefusal: ReportObject {
    public var frame = 0
    public var kind: ChannelKind = .creditBased
    public var psm = 0
    /// Who asked for it.
    public var initiator: PairingSide = .local
    /// L2CAP's code.
    public var result = 0
    public var name: String?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("frame", &frame)
      visitor.field("kind", &kind)
      visitor.field("psm", &psm)
      visitor.field("initiator", &initiator)
      visitor.field("result", &result)
      visitor.field("name", &name)
    }
  }

  public enum ChannelKind: String, ReportWord {
    /// Carries ATT beside the fixed channel.
    case eatt
    case creditBased = "credit-based"
  }
}
