import BluetoothProtocol
import Bytes

/// All that is known of one controller of the host that captured.
package struct ControllerState: Sendable {
  /// The number that the container gives it.
  package let index: UInt16
  package internal(set) var address: DeviceAddress?
  /// The logger wrote the address into a note; the controller itself may say another.
  package internal(set) var isAddressNoted = false
  /// As the host named it; octets, for they may be anything.
  package internal(set) var name: [UInt8] = []
  /// Company identifier of the manufacturer.
  package internal(set) var manufacturer: UInt16?
  package internal(set) var leFeatures: LEFeatureSet?
  package internal(set) var leBuffers: Buffers?
  package internal(set) var sharedBuffers: Buffers?

  /// What stands for a connection for which there was no room.
  static let omittedLink: Int32 = -2
  /// Open connections by their handle; -1 where there is none.
  var links = Self.noLinks
  /// One for all: a controller may be reset again and again.
  private static let noLinks = [Int32](repeating: -1, count: 0x1000)
  /// The same connections, so that a reset need not look through all there ever were.
  var openIndices: [Int] = []
  /// It was switched off, and not on again since.
  var switchedOff: SwitchOff?
  /// The connection that each handle had last.
  var lastEnded: [ConnectionHandle: Int] = [:]
  /// What was learned of peers by earlier connections.
  var knownPeers: [PeerKey: GATTDatabase] = [:]
  /// The server on our side has the same attributes on every connection.
  var localDatabase = GATTDatabase(Ledger())
  var scan = ScanSettings()
  /// The host asked for a connection, and the controller has not said yet what came of it.
  var connectionRequest: ConnectionRequestFact?
  /// The one before it, which goes on where the controller refuses the later one.
  var earlierRequest: ConnectionRequestFact?
  /// The same over BR/EDR.
  var pageRequest: ConnectionRequestFact?
  /// The Filter Accept List, and attempts to connect that wait.
  var initiating = Initiating()
  /// A Role Change of a BR/EDR device whose Connection Complete has not come yet.
  var roleBeforeConnection: (peer: DeviceAddress, role: ConnectionRole)?
  /// LE Connection Update commands that wait for their status.
  var updateCommands = CommandQueue<UpdateCommand>()
  /// Disconnect commands that wait for theirs.
  var closeCommands = CommandQueue<RefusedCloseFact>()
  /// What the last command about advertising wanted, until it is answered.
  var isStartingAdvertising: Bool?

  /// Data packets that the controller can hold, and how long each may be.
  package struct Buffers: Hashable, Sendable {
    package var octets: Int
    package var count: Int
  }

  struct PeerKey: Hashable {
    var address: DeviceAddress
    var type: AddressType
  }

  struct ScanSettings {
    var isActive: Bool?
    /// How long it listens, and from one listening to the next.
    var rhythm: ScanRhythm?
    /// Whether only devices of the Filter Accept List are reported.
    var isByList: Bool?
    /// Index in the list of scans of the one that is running.
    var running: Int?
    /// Index of the one that was last ended by a command, until the answer.
    var stopping: Int?
    /// Whether it is only asked for yet.
    var isUnconfirmed = false
  }

  init(index: UInt16) { self.index = index }

  /// The buffers that outgoing LE data takes: its own, or those it shares with BR/EDR.
  package var buffersForLE: Buffers? {
    if let leBuffers, leBuffers.count > 0, leBuffers.octets > 0 { return leBuffers }
    return sharedBuffers
  }

  /// The controller went away or was reset; the address stays what it was.
  mutating func forgetLinks() {
    links = Self.noLinks
    scan = ScanSettings()
    connectionRequest = nil
    earlierRequest = nil
    pageRequest = nil
    roleBeforeConnection = nil
    updateCommands = CommandQueue()
    closeCommands = CommandQueue()
    isStartingAdvertising = nil
  }
}

/// The host closed a controller: it switches it off, or is about to remove one that was pulled.
struct SwitchOff: Sendable {
  var moment: Moment
  /// The connections that ended by it.
  var ended: [Int]

  /// The kernel waits for an answer for 2 s before it removes it.
  private static let longestRemoval: UInt64 = 3_000_000

  func mayBePulled(at now: TraceTime) -> Bool {
    now.since(moment.time).magnitude <= Self.longestRemoval
  }
}

/// Write Scan Enable with no scan at all: no BR/EDR device finds this host any more, or connects to
/// it. Core Vol 4, Part E, 7.3.18.
struct ScanOffFact: Sendable {
  var controller: Int
  var moment: Moment
  /// The connections that there were.
  var open: [Int]

  static let kept = 256
}

extension Sessions {
  /// The frame from which on it is not certain what happened: a controller was closed, and what
  /// comes next may be that it is removed.
  func firstUncertain(at now: TraceTime) -> Int? {
    controllers.compactMap { controller in
      controller.switchedOff.flatMap { $0.mayBePulled(at: now) ? $0.moment.frame : nil }
    }.min()
  }
}

/// One time of listening for advertisements.
package struct ScanFact: Hashable, Sendable {
  package var controller: Int
  package var start: Moment
  package var stop: Moment?
  /// The controller said that it stopped.
  package var stopAnswer: Moment?
  package var isActive: Bool?
  package var filtersDuplicates: Bool
  /// `nil` where the capture does not hold the command that set it.
  package var rhythm: ScanRhythm?
  /// Whether only devices of the Filter Accept List are reported, and which these are.
  package var isByList: Bool?
  package var listed: [AcceptListEntry] = []
  package var reports = 0
}

/// For how much of its time a scanner listens. Core Vol 6, Part B, 4.4.3.
package struct ScanRhythm: Hashable, Sendable {
  package var windowMicroseconds: Int
  package var intervalMicroseconds: Int
}
