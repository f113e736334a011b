import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// Follows controllers and connections through the records of one capture.
///
/// It asks the decoders for the layers it needs, keeps what spans packets, and tells its observer
/// about values, advertising and the rest as they come. A record that cannot be decoded is counted
/// and changes nothing else.
package struct SessionTracker {
  package internal(set) var controllers: [ControllerState] = []
  package internal(set) var connections: [ConnectionState] = []
  package internal(set) var scans: [ScanFact] = []
  package internal(set) var failures: [ConnectionFailureFact] = []
  package internal(set) var adapterStates: [AdapterStateFact] = []
  package internal(set) var hardwareErrors: [HardwareErrorFact] = []
  package internal(set) var qualityReports: [QualityReportFact] = []
  package internal(set) var bounds: BoundsReached

  /// Records in which some layer could not be decoded.
  package internal(set) var undecodableRecords = 0
  /// ACL records that are a controller vendor's own log.
  package internal(set) var vendorLogRecords = 0
  /// Records that a running `bletrace live` caused itself.
  package internal(set) var ownRecords = 0
  package internal(set) var connectionsOmitted = 0
  /// The last moment seen, for what is still open at the end.
  package internal(set) var now = Moment(frame: 0, time: TraceTime(microseconds: 0))

  private(set) var observer: any SessionObserver
  var audioLinks: Set<AudioLink> = []
  var waiting = WaitingValues()
  /// The kernel's names for the sockets with which a bletrace asks.
  var ownSockets: Set<UInt32> = []
  private var lastController = (index: UInt16(0), place: -1)

  /// Whether the observer is told of each PDU as such.
  let tellsPDUs: Bool

  /// - Parameter ledger: counts what all lists take together, those of the observer included.
  package init(
    observer: any SessionObserver, tellsPDUs: Bool = false, ledger: Ledger = Ledger()
  ) {
    self.observer = observer
    self.tellsPDUs = tellsPDUs
    bounds = BoundsReached(ledger)
  }

  /// A tracker that knows the same, and tells another from here on.
  package func copy(for observer: any SessionObserver) -> SessionTracker {
    var copy = self
    copy.observer = observer
    return copy
  }

  package mutating func process(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    process(record, in: bytes, observer)
  }

  package mutating func process(_ records: [CapturedRecord], in bytes: Span<UInt8>) {
    // Handed down rather than read again for each record, which would count a reference each time.
    let observer = observer
    let keepsBack = observer.takesValuesLate
    let records = records.span
    var place = 0
    while place < records.count {
      var taken = receiveBurst(records, from: place, in: bytes, keepsBack: keepsBack, observer)
      if taken == 0 { taken = receiveFrequentEvents(records, from: place, in: bytes, observer) }
      if taken == 0 {
        if !waiting.lines.isEmpty {
          tellWaiting(before: records[place], of: records, in: bytes, observer)
        }
        process(records[place], in: bytes, observer)
      }
      place &+= max(taken, 1)
    }
    tellAllWaiting(records, in: bytes, observer)
  }

  @inline(__always)
  private mutating func process(
    _ record: CapturedRecord, in bytes: Span<UInt8>, _ observer: any SessionObserver
  ) {
    now = Moment(frame: record.number, time: record.time)
    do throws(DecodeIssue) {
      switch record.kind {
      case .acl: try receiveACL(record, in: bytes, observer)
      case .event:
        try receiveEvent(record.bytes, controller: record.controller, in: bytes, observer)
      case .command: try receiveCommand(record.bytes, controller: record.controller, in: bytes)
      case .newIndex: try receiveNewIndex(record, in: bytes)
      case .indexInfo: try receiveIndexInfo(record, in: bytes)
      case .userLogging: receiveUserLogging(record, in: bytes)
      case .controlOpen: receiveControlOpen(record.bytes, in: bytes)
      case .controlClose: receiveControlClose(record.bytes, in: bytes)
      case .openIndex: note(.poweredOn, controller(record.controller))
      case .closeIndex:
        lose(controller(record.controller), to: .controllerOff)
        note(.poweredOff, controller(record.controller))
      case .deleteIndex:
        lose(controller(record.controller), to: .controllerGone)
        note(.gone, controller(record.controller))
      default: break
      }
    } catch {
      undecodableRecords += 1
    }
  }

  /// The capture has ended: what still waits is told.
  ///
  /// - Parameter ledger: takes the place of the one before, which may go on without this copy; a
  ///   copy of it unless told.
  package mutating func finish(_ ledger: Ledger? = nil) {
    let ledger = ledger ?? Ledger(copying: bounds.ledger)
    bounds.ledger = ledger
    for place in connections.indices where connections[place].isOpen {
      connections[place].bounds.ledger = ledger
      connections[place].settle(observer, at: now)
      observer.observe(.closed(connection: place, now, isCaptureEnd: true))
    }
  }

  /// See `ConnectionState.releaseReported`.
  package mutating func releaseReported(_ place: Int) { connections[place].releaseReported() }

  /// The place of a controller, made when it is first heard of. Beyond the bound all share the last.
  @inline(__always)
  mutating func controller(_ index: UInt16) -> Int {
    if lastController.place >= 0, lastController.index == index { return lastController.place }
    return find(index)
  }

  @inline(never)
  private mutating func find(_ index: UInt16) -> Int {
    var place = controllers.firstIndex { $0.index == index } ?? controllers.count
    if place == controllers.count {
      if place == Bound.controllers.limit {
        bounds.insert(.controllers)
        place -= 1
      } else {
        controllers.append(ControllerState(index: index))
      }
    }
    lastController = (index, place)
    return place
  }

  /// The place of a controller that was heard of; nil for one that was not.
  func known(_ index: UInt16) -> Int? {
    if lastController.place >= 0, lastController.index == index { return lastController.place }
    return controllers.firstIndex { $0.index == index }
      ?? (controllers.count == Bound.controllers.limit ? controllers.count - 1 : nil)
  }

  /// The company that made a controller, if the capture tells.
  package func manufacturer(ofController index: UInt16) -> UInt16? {
    controllers.first { $0.index == index }?.manufacturer
  }

  // MARK: - Connections

  /// The connection on a handle, taken up in the middle where its beginning was not captured;
  /// `nil` beyond the bound.
  @inline(__always)
  mutating func connection(_ handle: ConnectionHandle, on controller: Int) -> Int? {
    let known = controllers[controller].links[Int(handle.rawValue)]
    if known >= 0 { return Int(known) }
    return take(up: handle, on: controller, known)
  }

  @inline(never)
  private mutating func take(
    up handle: ConnectionHandle, on controller: Int, _ known: Int32
  ) -> Int? {
    if known == ControllerState.omittedLink { return nil }
    return justEnded(handle, on: controller)
      ?? open(handle, on: controller, transport: nil, mtu: 0)
  }

  /// Events overtake data on their way through the host: the last packets of a connection may come
  /// behind its Disconnection Complete. They are its own, and no new one.
  @inline(never)
  func justEnded(_ handle: ConnectionHandle, on controller: Int) -> Int? {
    let last = controllers[controller].lastEnded[handle] ?? -1
    guard last >= 0, connections[last].disconnect != nil,
      now.time.since(connections[last].last.time) < 1_000_000
    else { return nil }
    return last
  }

  @inline(never)
  mutating func open(
    _ handle: ConnectionHandle, on controller: Int, transport: ConnectionState.Transport?, mtu: Int
  ) -> Int? {
    close(handle, on: controller, reason: nil)
    let place = connections.count
    let connection = ConnectionState(
      index: place, controller: controller, handle: handle, at: now, transport: transport, mtu: mtu,
      bounds.ledger)
    guard
      connections.append(connection, within: .connections, &bounds, more: Bound.openConnection)
    else {
      connectionsOmitted += 1
      controllers[controller].links[Int(handle.rawValue)] = ControllerState.omittedLink
      return nil
    }
    connections[place].remember(controllers[controller].localDatabase, of: .local)
    controllers[controller].links[Int(handle.rawValue)] = Int32(place)
    controllers[controller].openPlaces.append(place)
    observer.observe(
      .opened(connection: place, controller: controller, fromBeginning: transport != nil))
    connections[place].tellRemembered(.local, observer)
    return place
  }

  /// Ends the connection on a handle, if there is one: with the event's reason, with what its
  /// controller did, or without either where the end itself was not captured.
  mutating func close(
    _ handle: ConnectionHandle, on controller: Int, reason: HCIStatus?,
    lostTo cause: EndFact.Cause? = nil
  ) {
    let link = controllers[controller].links[Int(handle.rawValue)]
    controllers[controller].links[Int(handle.rawValue)] = -1
    guard link >= 0 else { return }
    let place = Int(link)
    bounds.give(Bound.openConnection)
    controllers[controller].openPlaces.removeAll { $0 == place }
    controllers[controller].lastEnded[handle] = place
    connections[place].isOpen = false
    if let reason {
      connections[place].last = now
      connections[place].disconnect = DisconnectFact(frame: now.frame, reason: reason)
      connections[place].end = EndFact(moment: now, cause: .disconnection)
    } else if let cause {
      connections[place].end = EndFact(moment: now, cause: cause)
    }
    connections[place].settle(observer, at: now)
    remember(place)
    observer.observe(.closed(connection: place, now, isCaptureEnd: false))
  }

  /// Ends all connections of a controller that was reset, closed or unplugged.
  ///
  /// - Parameter cause: `nil` where it is noticed only afterwards.
  mutating func lose(_ controller: Int, to cause: EndFact.Cause?) {
    for place in controllers[controller].openPlaces {
      close(connections[place].handle, on: controller, reason: nil, lostTo: cause)
      if let cause { observer.observe(.lost(connection: place, cause), at: now) }
    }
    endScan(on: controller)
    controllers[controller].forgetLinks()
  }

  /// Keeps a peer's attributes for its next connection.
  private mutating func remember(_ place: Int) {
    let connection = connections[place]
    if !connection.localDatabase.isEmpty {
      controllers[connection.controller].localDatabase = connection.localDatabase
    }
    guard let address = connection.peer, let type = connection.peerType else { return }
    let key = ControllerState.PeerKey(address: address, type: type)
    guard !connection.peerDatabase.isEmpty else { return }
    if controllers[connection.controller].knownPeers[key] == nil {
      guard controllers[connection.controller].knownPeers.count < Bound.knownPeers.limit else {
        return bounds.insert(.knownPeers)
      }
      guard bounds.take(Bound.knownPeers.weight, for: .knownPeers) else { return }
    }
    controllers[connection.controller].knownPeers[key] = connection.peerDatabase
  }
}
