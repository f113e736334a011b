extension ReportV1 {
  /// One connection, from its first record to its end.
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
    /// The device at the other end.
    public var peer = Peer()
    /// The frame that says that the connection is complete; `nil` when it began before the capture.
    public var completeFrame: Int?
    public var firstFrame = 0
    public var lastFrame = 0
    public var startUs = 0
    /// When it ended, from the capture's first packet. Where the capture shows no end, a connection
    /// of a host lasts until the capture ends. A sniffed connection, and one of a capture without
    /// events, lasts until its last packet there.
    public var endUs = 0
    /// The Disconnection Complete event; `nil` where the capture has none.
    public var disconnect: Disconnect?
    /// The first parameters, then each update.
    public var parameters: [Parameters] = []
    /// Requests to change the connection parameters.
    public var parameterRequests: [ParameterRequest] = []
    /// Changes of the PHY.
    public var phys: [PHYChange] = []
    /// Changes of the Link Layer data length.
    public var dataLengths: [DataLength] = []
    /// Changes of the encryption.
    public var encryption: [Encryption] = []
    /// One entry a pairing procedure.
    public var pairing: [Pairing] = []
    /// The ATT_MTU.
    public var mtu = MTU()
    /// What the ATT PDUs add up to.
    public var att = ATT()
    /// The server's database, as far as it was seen, and subscriptions to it.
    public var gatt = GATT()
    /// Notifications and indications, an entry a characteristic.
    public var notifications: [NotificationStream] = []
    /// Transfers of data, in the order in which they began.
    public var transfers: [Transfer] = []
    /// How packets were handed to the controller and completed.
    public var flow = Flow()
    /// The signal strength during the connection.
    public var rssi: Rssi?
    /// Credit-based L2CAP channels.
    public var channels: [Channel] = []
    /// The server on the other side from that of `gatt`, where it took part too.
    public var gattOtherSide: GATT?
    /// Values that took several PDUs to read or write.
    public var longValues: [LongValue] = []
    /// The last record that came from the peer.
    public var lastRxFrame: Int?
    /// When the last packet was received, from the capture's first packet.
    public var lastRxUs: Int?
    /// What was done when, in order, without overlaps.
    public var phases: [Phase] = []
    /// Values written, by characteristic.
    public var writes: [NotificationStream] = []
    /// How it ended; `nil` where that is not in the capture.
    public var end: End?
    /// Attempts to encrypt that failed.
    public var encryptionFailures: [EncryptionFailure] = []
    /// Updates of the parameters that failed.
    public var parameterUpdateFailures: [ParameterUpdateFailure] = []
    /// L2CAP channels that were refused.
    public var channelRefusals: [ChannelRefusal] = []
    /// Where the peer's address and the role are from, where the capture does not show them.
    public var learnedFrom: Informant?
    /// Data in bulk, with a marker or without.
    public var runs: [Run] = []
    /// Attributes that were read again and again.
    public var reads: [ReadSeries] = []
    /// The command that asked for it.
    public var connectRequest: ConnectRequest?
    /// The first advertisement of the peer after the connection began: of most devices it shows
    /// that the connection is over for them.
    public var peerHeard: Heard?
    /// The Disconnect command of this host; `nil` where it sent none.
    public var disconnectRequest: DisconnectRequest?
    /// Where the readings of `rssi` come from; those of several sources are not mixed.
    public var rssiSource: RssiSource?
    /// When the last of them was taken.
    public var rssiLastUs: Int?
    /// The peer's advertising in the seconds before the connection.
    public var rssiBefore: Rssi?
    /// The last record of data that went to the peer.
    public var lastTxFrame: Int?
    /// When the last packet was sent, from the capture's first packet.
    public var lastTxUs: Int?
    /// What the peer's Link Layer can do; `nil` where the host did not ask.
    public var peerLEFeatures: LEFeatures?
    /// Protocols that put data into messages.
    public var framings: [Framing] = []
    /// What a sniffer heard of it; `nil` in captures of HCI.
    public var air: Air? {  // key: air
      @inlinable get { sniffed.first }
      set { sniffed = newValue.map { [$0] } ?? [] }
    }
    /// Apart, as it would be a third of the memory of each connection, sniffed or not.
    @usableFromInline var sniffed: [Air] = []
    /// Of a BR/EDR link: each Mode Change.
    public var modes: [ModeChange] = []
    /// As the peer's server gave them last.
    public var preferredParameters: PreferredParameters?
    /// Where its time went, from its first to its last record; `nil` where the account of the link
    /// is not known.
    public var time: LinkTime?
    /// Requests and answers of the apps on both sides.
    public var dialogues: [Dialogue] = []
    /// How it ended, and what followed; `nil` where the capture shows no end.
    public var ending: Ending?
    /// What a side owed by the specification on this link, and did not do.
    public var breaches: [Breach] = []
    /// Messages of protocols that no one published, an entry a layout.
    public var messages: [Messages] = []
    package static var isCompound: Bool { true }

    /// Nothing in the capture says that it ended.
    public var isOpen: Bool { disconnect == nil && end == nil }

    /// Stalls of outgoing data that the peripheral's latency does not explain. A credit stall is a
    /// part of a completion stall.
    public var headlineStalls: [Stall] {
      flow.stalls.filter { $0.kind != .credit && !isExplainedByLatency($0) }
    }

    /// Whether what this host sent may have waited so long for a peripheral that slept.
    package func isExplainedByLatency(_ stall: Stall) -> Bool {
      guard role == .central, stall.kind != .resume,
        let link = parameters.last(where: { $0.frame <= stall.firstFrame })
      else { return false }
      return stall.durationUs <= link.sleepUs + Self.transportUs
    }

    /// From the connection event in which a packet went until the host reads of it.
    private static let transportUs = 10_000

    /// How long the connection was watched after a time, at least. A link that was lost is watched
    /// up to the peer's last data: it may have left then.
    package func watchedUs(after timeUs: Int?) -> Int? {
      let end = disconnect?.reason == .connectionTimeout ? lastRxUs ?? endUs : endUs
      return timeUs.map { max(0, end - $0) }
    }
  }

  /// A BR/EDR link changed how often its sides listen.
  public struct ModeChange: ReportObject {
    public var frame = 0
    public var timeUs = 0
    /// The mode from then on.
    public var mode: LinkMode = .active
    /// From one event to the next, in sniff and hold mode.
    public var intervalUs: Int?
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
    /// The device's address.
    public var address: String?
    /// The type of the address.
    public var addressType: String?
    /// What it advertises; else what its GATT server gives as Device Name (2A00).
    public var name: String?
    /// Of its controller, as the controller itself says.
    public var manufacturer: String?
    /// Where the name comes from.
    public var nameSource: NameSource?
    /// The manufacturer that its Device Information Service names (2A29), as it was read last.
    public var maker: String?
    /// Its Model Number String (2A24).
    public var model: String?
    /// Its Serial Number String (2A25).
    public var serial: String?
    /// Its Hardware Revision String (2A27).
    public var hardware: String?
    /// Its Firmware Revision String (2A26).
    public var firmware: String?
    /// Its Software Revision String (2A28).
    public var software: String?
  }

  public enum NameSource: String, ReportWord {
    case advertising, gatt
    /// A BR/EDR device answered Remote Name Request.
    case remoteName = "remote-name"
    /// The user gave it, by `--name`.
    case given
  }

  /// One pairing procedure: of the Security Manager, or over BR/EDR of the Link Manager.
  public struct Pairing: ReportObject {
    public var firstFrame = 0
    public var lastFrame = 0
    /// Which side asked for the pairing.
    public var initiator: PairingSide?
    /// `display-only`, `display-yes-no`, `keyboard-only`, `no-input-no-output`, `keyboard-display`.
    public var ioCapabilityInitiator: String?
    /// The input and output capability of the responder.
    public var ioCapabilityResponder: String?
    /// `just-works`, `passkey-entry`, `numeric-comparison`, `out-of-band`; over BR/EDR also `pin`.
    public var method: String?
    /// Whether Secure Connections was used.
    public var secureConnections: Bool?
    /// Whether both sides asked for bonding.
    public var bonding: Bool?
    /// Protection against a man in the middle was asked for.
    public var mitm: Bool?
    /// How it ended.
    public var result: PairingResult = .unfinished
    /// The Security Manager's reason for a failure; `nil` over BR/EDR.
    public var reason: Int?
    /// The name of the reason; over BR/EDR, of the status.
    public var reasonName: String?
    public var startUs: Int?
    public var durationUs: Int?
    /// The longest time between two of its commands: a user who compares or types, or a side that
    /// is slow.
    public var longestWaitUs: Int?
    /// The command that ended this time, and who sent it.
    public var waitFrame: Int?
    /// Which side let the other wait longest.
    public var waitSide: PairingSide?
    /// Whether the key protects against a man in the middle; "just works" never does, whatever was
    /// asked for. `nil` until it is completed.
    public var authenticated: Bool?
    /// Who sent Pairing Failed.
    public var failedBy: PairingSide?
    /// Public keys that were the specification's debug key, whose private key everybody knows.
    public var debugKeys: [DebugKey] = []
    /// The identity address that the peer gave.
    public var peerIdentity: String?
    /// The last command of it, before a Pairing Failed.
    public var lastStep: String?
    /// The frame of that command.
    public var lastStepFrame: Int?
    /// Who sent that command.
    public var lastStepBy: PairingSide?
    /// From that command to Pairing Failed.
    public var failedAfterUs: Int?
  }

  /// A Pairing Public Key, and who sent it.
  public struct DebugKey: ReportObject {
    /// The frame of the public key.
    public var frame = 0
    /// Whose key it was.
    public var side: PairingSide = .local
  }

  public enum PairingSide: String, ReportWord {
    case local, peer
  }

  public enum PairingResult: String, ReportWord {
    case completed, failed, unfinished
  }

  /// The exchange of ATT_MTU. `effective` is 23 where none was exchanged, `nil` where unknowable.
  public struct MTU: ReportObject {
    /// The greatest PDU that the client can receive.
    public var client: Int?
    /// The greatest PDU that the server can receive.
    public var server: Int?
    /// The ATT_MTU that held; 23 where none was exchanged, `nil` where it cannot be known.
    public var effective: Int?
    /// The response that completed the exchange.
    public var frame: Int?
  }

  /// A credit-based L2CAP channel.
  public struct Channel: ReportObject {
    /// The frame of the response that opened it.
    public var frame: Int?
    /// What kind of channel it is.
    public var kind: ChannelKind = .creditBased
    /// The protocol/service multiplexer; `nil` where its request is not in the capture.
    public var psm: Int?
    /// The channel identifier of this host.
    public var cidLocal: Int?
    /// The channel identifier of the peer.
    public var cidRemote: Int?
    /// The lower of what the two sides announced.
    public var mtu: Int?
    /// The lower of what the two sides announced.
    public var mps: Int?
    /// Packets that were received.
    public var rxPackets = 0
    /// Packets that were sent.
    public var txPackets = 0
    /// Octets that were received.
    public var rxBytes = 0
    /// Octets that were sent.
    public var txBytes = 0
    /// The frame that closed it; `nil` where it stayed open.
    public var closeFrame: Int?
    /// Times in which our side had no credits and something to send.
    public var txCreditWaits: CreditWaits?
    /// The same of the peer, whom our side gave none.
    public var rxCreditWaits: CreditWaits?
    /// The packet of this host that took the last credit, where none came after it until the end.
    public var txExhaustedFrame: Int?
    /// How long it was without credits then.
    public var txExhaustedUs: Int?
    /// The packet of the peer that took the last credit, where none came after it until the end.
    public var rxExhaustedFrame: Int?
    /// How long the peer was without credits then.
    public var rxExhaustedUs: Int?
  }

  /// Waiting for the credits of a channel.
  public struct CreditWaits: ReportObject {
    public var count = 0
    /// How long all waits lasted together.
    public var totalUs = 0
    /// How long the longest wait lasted.
    public var longestUs = 0
    /// Of the longest: what took the last credit, and what brought new ones.
    public var firstFrame = 0
    public var lastFrame = 0
  }

  /// A credit-based channel that was asked for and refused.
  public struct ChannelRefusal: ReportObject {
    public var frame = 0
    /// What kind of channel it was to be.
    public var kind: ChannelKind = .creditBased
    /// The protocol/service multiplexer that was asked for.
    public var psm = 0
    /// Who asked for it.
    public var initiator: PairingSide = .local
    /// L2CAP's code.
    public var result = 0
    /// The name of the result.
    public var name: String?
  }

  public enum ChannelKind: String, ReportWord {
    /// Carries ATT beside the fixed channel.
    case eatt
    case creditBased = "credit-based"
  }
}
