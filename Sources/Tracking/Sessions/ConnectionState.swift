import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// All that is known of one connection.
package struct ConnectionState: Sendable {
  /// 0-based index among the connections that are followed.
  package internal(set) var index: Int
  /// 1-based number among all of the capture: its `id`.
  package let number: Int
  /// Index among the capture's controllers.
  package let controller: Int
  package let handle: ConnectionHandle
  package internal(set) var transport: ReportV1.Transport?
  package internal(set) var role: ConnectionRole?
  package internal(set) var peer: DeviceAddress?
  package internal(set) var peerType: AddressType?
  /// Who said what the peer and the role are of a connection that is older than the capture.
  package internal(set) var learnedFrom: ReportV1.Informant?
  /// The event that completed it; `nil` where it is older than the capture.
  package internal(set) var completeFrame: Int?
  package internal(set) var first: Moment
  package internal(set) var last: Moment
  /// The last ACL packet that came from the peer.
  package internal(set) var lastReceived: Moment?
  /// The last one that went to it.
  package internal(set) var lastSent: Moment?
  package internal(set) var disconnect: ReportV1.Disconnect?
  package internal(set) var end: EndFact?
  package internal(set) var isOpen = true
  /// Where another one began on its handle, of which the file shows no end.
  package internal(set) var nextOnHandle: Moment?
  /// With which its peer makes private addresses, as the peer handed it out.
  var peerKey = HandedKey()
  /// The commands of the host to end it.
  package internal(set) var closeRequest: CloseRequestFact?
  /// Who made the peer's controller.
  package internal(set) var peerManufacturer: UInt16?
  package internal(set) var peerFeatures: LEFeatureSet?
  /// Index among the links that a sniffer follows; `nil` in captures of HCI.
  package internal(set) var airLink: Int?
  /// The last frame in front of which a sniffer missed a packet; 0 if there is none.
  var lastHole = 0
  /// LL_LENGTH_REQ without its response: what its sender can receive and send, each in octets and
  /// in time.
  var lengthRequest: (UInt16, UInt16, UInt16, UInt16, frame: Int)?
  /// A Security Request that was neither answered by a pairing nor by encryption.
  var securityRequest: (moment: Moment, sender: Side)?
  /// Authentication Requested was sent, and is not complete.
  var isAuthenticating = false

  package internal(set) var parameters: [ReportV1.Parameters] = []
  /// When each of them came into force.
  package internal(set) var parameterTimes: [TraceTime] = []
  package internal(set) var parameterRequests: [ParameterRequestFact] = []
  /// An LE Connection Update of the host whose update is not complete yet.
  var updateCommand: UpdateCommand?
  package internal(set) var updateFailures: [ReportV1.ParameterUpdateFailure] = []
  /// When each of them failed.
  package internal(set) var updateFailureTimes: [TraceTime] = []
  package internal(set) var phys: [ReportV1.PHYChange] = []
  package internal(set) var modes: [ModeFact] = []
  package internal(set) var dataLengths: [ReportV1.DataLength] = []
  package internal(set) var encryption: [ReportV1.Encryption] = []
  package internal(set) var encryptionFailures: [ReportV1.EncryptionFailure] = []
  package internal(set) var pairings: [PairingFact] = []
  package internal(set) var subscriptions: [SubscriptionFact] = []
  package internal(set) var longValues: [LongValueFact] = []
  package internal(set) var channels: [CreditBasedChannel] = []
  package internal(set) var channelRefusals: [ReportV1.ChannelRefusal] = []
  /// Channels of BR/EDR that carry ATT.
  var basicChannels: [BasicATTChannel] = []

  package internal(set) var pdus = PDUCounts()
  /// ACL packets and what they made up: sent, then received.
  package internal(set) var packets: InlineArray<2, PacketCounts> = .init(repeating: PacketCounts())
  package internal(set) var slowest: [ReportV1.SlowStep] = []
  package internal(set) var serviceChanges: [ServiceChangeFact] = []
  package internal(set) var databaseHashes: [DatabaseHashFact] = []
  package internal(set) var transactions = TransactionCounts()
  package internal(set) var errors: [ATTErrorFact] = []
  package internal(set) var unanswered: [UnansweredFact] = []
  /// At most one for each side that was asked.
  package internal(set) var overlaps: [RequestOverlapFact] = []
  /// Waits of ATT clients that ended after their timer would have.
  package internal(set) var outlivedWaits: [OutlivedWait] = []
  /// Those in which the earlier request had waited for as long as an answer takes: the client may
  /// have had one that the capture lacks.
  var lateOverlaps: [RequestOverlapFact] = []

  /// The parameters that the peer's server prefers, as they were read last.
  package internal(set) var preferred: ReportV1.PreferredParameters?
  /// What the peer's server says of the device, as far as it was read.
  package internal(set) var peerTexts = PeerTexts()
  /// Whether the sessions have not taken note of it yet.
  var hasNewTexts = false
  var textReading: TextReading?
  /// What is counted for them.
  var textOctets = 0
  /// The servers at the two ends.
  package internal(set) var peerDatabase: GATTDatabase
  package internal(set) var localDatabase: GATTDatabase
  /// What was looked for in them.
  var peerSearches = ServerSearches()
  var localSearches = ServerSearches()
  package internal(set) var bounds: BoundsReached

  /// The fixed channel's bearer first, then EATT ones.
  var bearers: [ATTBearer]
  /// Fragments: sent, then received.
  var reassembly: InlineArray<2, ReassemblyState> = .init(repeating: ReassemblyState())
  var directions = DirectionEvidence()
  /// Responses without a request before them, by the direction in which they went.
  var unaskedResponses: InlineArray<2, Int> = .init(repeating: 0)
  /// Unasked responses by kind, server and time.
  var unasked: [UnaskedFact] = []
  /// Of indications, by the way that these went.
  var confirmations: InlineArray<2, Int> = .init(repeating: 0)
  /// The least time to an answer, of requests that waited alone, by the direction in which those
  /// went, in microseconds.
  var fastestAnswer: InlineArray<2, Int64> = .init(repeating: .max)
  /// A CID that only LE or only BR/EDR has was seen.
  var sawLEChannel = false
  var sawBREDRChannel = false

  /// The identity of a device comes in two PDUs: the key, then the address.
  struct HandedKey: Sendable {
    var value: UInt128 = 0
    var identity: DeviceAddress?

    var known: IdentityKey? { identity.map { IdentityKey(value: value, identity: $0) } }
  }

  struct ReassemblyState: Sendable {
    var fragments = ACLReassembly()
    var firstTime = TraceTime(microseconds: 0)
  }

  init(
    index: Int, number: Int, controller: Int, handle: ConnectionHandle, at moment: Moment,
    transport: ReportV1.Transport?,
    mtu: Int, _ ledger: Ledger
  ) {
    self.index = index
    self.number = number
    self.controller = controller
    self.handle = handle
    self.transport = transport
    first = moment
    last = moment
    bounds = BoundsReached(ledger)
    peerDatabase = GATTDatabase(ledger)
    localDatabase = GATTDatabase(ledger)
    bearers = [ATTBearer(mtu: mtu)]
  }

  /// The fixed bearer's MTU exchange, and what is in force.
  package var mtuExchange: ReportV1.MTU {
    var exchange = bearers[0].mtuExchange ?? bearers[0].offeredMTU ?? ReportV1.MTU()
    exchange.effective = bearers[0].mtu == 0 ? nil : bearers[0].mtu
    return exchange
  }

  /// What the channels that were used say, where the capture did not see the connection begin.
  package var likelyTransport: ReportV1.Transport? {
    transport ?? (sawLEChannel ? .le : sawBREDRChannel ? .brEDR : nil)
  }

  package func database(of side: Side) -> GATTDatabase {
    side == .local ? localDatabase : peerDatabase
  }

  /// The UUID of a characteristic, without a copy of the database.
  func valueType(_ handle: ATTHandle, of side: Side) -> BluetoothUUID? {
    side == .local ? localDatabase.valueType(handle) : peerDatabase.valueType(handle)
  }

  /// Releases what the report holds now: its lists take the place of these. What attributes are
  /// stays known.
  package mutating func releaseReported() {
    parameters = []
    parameterTimes = []
    parameterRequests = []
    pairings = []
    longValues = []
    channels = []
    basicChannels = []
    errors = []
    unanswered = []
    overlaps = []
    lateOverlaps = []
    bearers = []
  }
}

/// The direction in which something went, as an index: tx 0, rx 1.
extension RecordDirection {
  var index: Int { self == .tx ? 0 : 1 }
  var reversed: RecordDirection { self == .tx ? .rx : .tx }
}
