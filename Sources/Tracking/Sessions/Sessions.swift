import BluetoothProtocol
import Report

/// What is known of the controllers and connections of one capture.
package struct Sessions: Sendable {
  package internal(set) var controllers: [ControllerState] = []
  package internal(set) var connections: [ConnectionState] = []
  /// What sniffers hear of connections.
  package internal(set) var air = AirLinks()
  package internal(set) var scans: [ScanFact] = []
  /// BR/EDR inquiries, which take the radio as well.
  var inquiries: [InquiryFact] = []
  package internal(set) var failures: [ConnectionFailureFact] = []
  /// Attempts to connect that are over, in the order of their ends.
  package internal(set) var attempts: [AttemptFact] = []
  package internal(set) var refusedCloses: [RefusedCloseFact] = []
  package internal(set) var adapterStates: [AdapterStateFact] = []
  /// The latest of those with which hosts become invisible over BR/EDR.
  private(set) var scanOffs: [ScanOffFact] = []
  /// Where a controller seemed to be switched off, and was unplugged.
  var pulledFrames: Set<Int> = []
  package internal(set) var hardwareErrors: [HardwareErrorFact] = []
  package internal(set) var qualityReports: [QualityReportFact] = []
  package internal(set) var bounds: BoundsReached

  /// Records in which some layer could not be decoded.
  package internal(set) var undecodableRecords = 0
  /// The first few of those that contradict themselves, and were not only cut by the logger.
  package internal(set) var undecodable: [UndecodableFact] = []
  /// ACL records that are a controller vendor's own log.
  package internal(set) var vendorLogRecords = 0
  package internal(set) var firstVendorLogFrame: Int?
  /// Records that a running `bletrace live` caused itself.
  package internal(set) var ownRecords = 0
  /// Where the recorder's clock was set, which the times leave out.
  var clockSettings: [ClockWatch.Step] = []
  package internal(set) var connectionsOmitted = 0
  /// Whether there was an event or a command: where there was none, connections end unseen.
  var holdsHCI = false
  /// With which devices are recognized under their resolvable private addresses.
  var identityKeys = IdentityKeys()
  /// Connections that a running analysis let go of.
  var retired = 0
  /// The first notes in which the logger warns of the radio.
  var loggerWarnings: [LoggerWarningFact] = []
  /// The logger's note that its connection to the device was lost.
  package internal(set) var deviceLostFrame: Int?

  /// What the servers of peers say of the devices, and on which connection: the last one counts.
  /// `live` asks after every few records, and cannot look through all connections each time.
  private(set) var peerTexts: [ControllerState.PeerKey: (texts: PeerTexts, connection: Int)] = [:]
  /// What BR/EDR devices answered to Remote Name Request.
  private(set) var remoteNames: [DeviceAddress: [UInt8]] = [:]
  private static let mostNames = 256
  var audioLinks: Set<AudioLink> = []
  /// The kernel's names for the sockets with which a bletrace asks.
  var ownSockets: Set<UInt32> = []
  private var lastController = (number: UInt16(0), index: -1)
  /// The index of what stands for a controller where a sniffer captured; a file may hold records of
  /// both.
  package private(set) var airController: Int?

  init(_ ledger: Ledger) { bounds = BoundsReached(ledger) }

  mutating func notePeerTexts(of index: Int) {
    connections[index].hasNewTexts = false
    guard let address = connections[index].peer, let type = connections[index].peerType,
      !connections[index].peerTexts.isEmpty
    else { return }
    let key = ControllerState.PeerKey(address: address, type: type)
    if let known = peerTexts[key], known.connection > index { return }
    peerTexts[key] = (connections[index].peerTexts, index)
  }

  /// Hands a new connection what earlier ones to its peer have shown.
  mutating func rememberTexts(of index: Int) {
    guard let address = connections[index].peer, let type = connections[index].peerType,
      let known = peerTexts[ControllerState.PeerKey(address: address, type: type)]
    else { return }
    connections[index].remember(known.texts)
  }

  /// What names connections by their indexes, and is no list of facts.
  mutating func forgetIndices(_ map: IndexMap) {
    for key in peerTexts.keys { peerTexts[key]?.connection = -1 }
    for index in undecodable.indices {
      undecodable[index].connection = undecodable[index].connection.flatMap { map[$0] }
    }
  }

  /// See `ConnectionState.releaseReported`.
  mutating func note(name: [UInt8], of device: DeviceAddress) {
    guard !name.isEmpty, remoteNames.count < Self.mostNames || remoteNames[device] != nil else {
      return
    }
    remoteNames[device] = name
  }

  mutating func note(_ fact: ScanOffFact) {
    if scanOffs.count >= ScanOffFact.kept { scanOffs.removeFirst(ScanOffFact.kept / 2) }
    scanOffs.append(fact)
  }

  mutating func forgetScanOffs() { scanOffs.removeAll() }

  package mutating func releaseReported(_ index: Int) { connections[index].releaseReported() }

  /// The index of a controller, made when it is first heard of. Beyond the bound all share the
  /// last.
  @inline(__always)
  mutating func controller(_ index: UInt16) -> Int {
    if lastController.index >= 0, lastController.number == index { return lastController.index }
    return find(index)
  }

  @inline(never)
  private mutating func find(_ index: UInt16) -> Int {
    var position = self.position(of: index) ?? controllers.count
    if position == controllers.count {
      if position >= Bound.controllers.limit {
        bounds.insert(.controllers)
        position = lastPosition
      } else {
        controllers.append(ControllerState(index: index))
      }
    }
    lastController = (index, position)
    return position
  }

  private func position(of index: UInt16) -> Int? {
    // Without a closure: where many controllers take turns this is asked for each record.
    var position = 0
    while position < controllers.count {
      if controllers[position].index == index, position != airController { return position }
      position += 1
    }
    return nil
  }

  /// The last controller of a host.
  private var lastPosition: Int {
    let last = controllers.count - 1
    return last == airController ? last - 1 : last
  }

  /// The same for what sniffers hear, whatever their interfaces are.
  mutating func controllerOfAir() -> Int {
    if let airController { return airController }
    controllers.append(ControllerState(index: 0))
    airController = controllers.count - 1
    return controllers.count - 1
  }

  /// The index of a controller that was heard of; nil for one that was not.
  func known(_ index: UInt16) -> Int? {
    if lastController.index >= 0, lastController.number == index { return lastController.index }
    return position(of: index)
      ?? (controllers.count >= Bound.controllers.limit ? lastPosition : nil)
  }

  /// The company that made a controller, if the capture shows it.
  package func manufacturer(ofController index: UInt16) -> UInt16? {
    position(of: index).flatMap { controllers[$0].manufacturer }
  }

  // MARK: - Connections

  /// Events overtake data on their way through the host: the last packets of a connection may come
  /// after its Disconnection Complete. They are its own, and no new one.
  @inline(never)
  func justEnded(
    _ handle: ConnectionHandle, on controller: Int, at now: Moment
  ) -> Int? {
    let last = controllers[controller].lastEnded[handle] ?? -1
    guard last >= 0, connections[last].disconnect != nil,
      now.time.since(connections[last].last.time) < 1_000_000
    else { return nil }
    return last
  }

  /// The index of the connection that is open on a handle; `nil` for none, and for a controller
  /// that was not heard of.
  package func openConnection(_ handle: ConnectionHandle, controller index: UInt16) -> Int? {
    guard let controller = position(of: index) else { return nil }
    let link = controllers[controller].links[Int(handle.rawValue)]
    return link >= 0 ? Int(link) : nil
  }

  /// The index of the connection that a handle had last, and has no longer.
  package func endedConnection(_ handle: ConnectionHandle, controller index: UInt16) -> Int? {
    guard let controller = position(of: index) else { return nil }
    return controllers[controller].lastEnded[handle]
  }

  /// What is known of an attribute of one of a connection's servers.
  package func attribute(
    _ handle: ATTHandle, connection index: Int, server: Side
  ) -> KnownAttribute? {
    switch server {
    case .peer: connections[index].peerDatabase.known(handle)
    case .local: connections[index].localDatabase.known(handle)
    }
  }
}
