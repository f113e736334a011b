import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// Follows controllers and connections through the records of one capture.
///
/// It asks the decoders for the layers it needs, keeps what spans packets in `sessions`, and
/// reports values, advertising and the rest to its observer as they come. A record that cannot
/// be decoded is counted and changes nothing else.
///
/// The observer is a value that the tracker owns, and its type is known where the tracker is
/// compiled: nothing is counted or checked for a call of it.
package struct SessionTracker<Observer: SessionObserver> {
  package internal(set) var sessions: Sessions
  package var context: SessionContext<Observer>
  /// Records that sessions depend on, or may.
  private(set) var lookedAt = 0
  /// What an encrypted packet held. The ranges of what was found in it count from its beginning.
  var opened: [UInt8] = []

  /// - Parameter ledger: counts what all lists take together, those of the observer included.
  package init(observer: Observer, ledger: Ledger = Ledger()) {
    sessions = Sessions(ledger)
    context = SessionContext(observer)
  }

  /// The last moment seen, for what is still open at the end.
  var now: Moment {
    get { context.moment }
    set { context.moment = newValue }
  }

  package mutating func process(_ records: [CapturedRecord], in bytes: Span<UInt8>) {
    let records = records.span
    var index = 0
    while index < records.count {
      if receivePlainValue(records[index], in: bytes) {
        index &+= 1
        continue
      }
      let events = receiveFrequentEvents(records, from: index, in: bytes)
      if events > 0 {
        sessions.holdsHCI = true
      } else {
        if !records[index].saysNothing(in: bytes) { lookedAt &+= 1 }
        process(records[index], in: bytes)
      }
      index &+= max(events, 1)
    }
  }

  package mutating func process(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    let before = now
    now = Moment(frame: record.number, time: record.time)
    defer {
      // What still waits at the end has waited until the last packet: notes may be of another day.
      if !record.kind.isPacket, before.frame > 0 { now = before }
    }
    do throws(DecodeIssue) {
      switch record.kind {
      case .acl: try receiveACL(record, in: bytes)
      case .iso, .sco: receiveStreamData(record, in: bytes)
      case .air: try receiveAir(record, in: bytes)
      case .event:
        sessions.holdsHCI = true
        try receiveEvent(record.bytes, controller: record.controller, in: bytes)
      case .command:
        sessions.holdsHCI = true
        try receiveCommand(record.bytes, controller: record.controller, in: bytes)
      case .newIndex: try receiveNewIndex(record, in: bytes)
      case .indexInfo: try receiveIndexInfo(record, in: bytes)
      case .userLogging: receiveUserLogging(record, in: bytes)
      case .controlOpen: receiveControlOpen(record.bytes, in: bytes)
      case .controlClose: receiveControlClose(record.bytes, in: bytes)
      case .openIndex:
        note(.poweredOn, of: record.controller)
        sessions.controllers[sessions.controller(record.controller)].switchedOff = nil
      case .closeIndex: receiveCloseIndex(record.controller)
      case .deleteIndex: receiveDeleteIndex(record.controller)
      case .loggerNote: receiveLoggerNote(record, in: bytes)
      default: break
      }
    } catch {
      sessions.undecodableRecords += 1
      note(error, record, in: bytes)
    }
  }

  private mutating func note(
    _ issue: DecodeIssue, _ record: CapturedRecord, in bytes: Span<UInt8>
  ) {
    guard issue.limit == .packet, sessions.undecodable.count < UndecodableFact.kept else { return }
    var connection: Int?
    if record.kind == .acl, record.bytes.count >= 2, let index = sessions.known(record.controller) {
      let handle = ConnectionHandle(bytes.u16le(record.bytes.start))
      let link = Int(sessions.controllers[index].links[Int(handle.rawValue)])
      if link >= 0 { connection = link }
    }
    sessions.undecodable.append(
      UndecodableFact(
        frame: record.number, layer: issue.layer, direction: record.direction,
        connection: connection, needed: issue.needed, available: issue.available))
  }

  /// The capture has ended: what still waits is reported.
  ///
  /// - Parameter ledger: takes the place of the one before, which may go on without this copy; a
  ///   copy of it unless given.
  package mutating func finish(_ ledger: Ledger? = nil) {
    let ledger = ledger ?? Ledger(copying: sessions.bounds.ledger)
    sessions.bounds.ledger = ledger
    for index in sessions.connections.indices where sessions.connections[index].isOpen {
      sessions.connections[index].bounds.ledger = ledger
      sessions.connections[index].settle(&context)
      context.observer.observe(.closed(connection: index, now, isCaptureEnd: true))
    }
  }

  /// What is known at the end, which is not here any more then.
  mutating func takeSessions() -> Sessions {
    var taken = Sessions(sessions.bounds.ledger)
    swap(&taken, &sessions)
    return taken
  }

  // MARK: - Connections

  /// The connection on a handle, taken up in the middle where its beginning was not captured;
  /// `nil` beyond the bound.
  @inline(__always)
  mutating func connection(_ handle: ConnectionHandle, on controller: Int) -> Int? {
    let known = sessions.controllers[controller].links[Int(handle.rawValue)]
    if known >= 0 { return Int(known) }
    return take(up: handle, on: controller, known)
  }

  @inline(never)
  private mutating func take(
    up handle: ConnectionHandle, on controller: Int, _ known: Int32
  ) -> Int? {
    if known == ControllerState.omittedLink || handle.isReserved { return nil }
    return sessions.justEnded(handle, on: controller, at: now)
      ?? open(handle, on: controller, transport: nil, mtu: 0)
  }

  @inline(never)
  mutating func open(
    _ handle: ConnectionHandle, on controller: Int, transport: ReportV1.Transport?, mtu: Int
  ) -> Int? {
    close(handle, on: controller, reason: nil)
    guard let index = begin(handle, on: controller, transport: transport, mtu: mtu) else {
      sessions.controllers[controller].links[Int(handle.rawValue)] = ControllerState.omittedLink
      return nil
    }
    sessions.controllers[controller].links[Int(handle.rawValue)] = Int32(index)
    sessions.controllers[controller].openIndices.append(index)
    return index
  }

  /// A connection begins, or is taken up in the middle, whatever names it.
  mutating func begin(
    _ handle: ConnectionHandle, on controller: Int, transport: ReportV1.Transport?, mtu: Int
  ) -> Int? {
    let index = sessions.connections.count
    let connection = ConnectionState(
      index: index, number: index + 1 + sessions.retired, controller: controller, handle: handle,
      at: now, transport: transport, mtu: mtu, sessions.bounds.ledger)
    sessions.connections.makeRoom(within: .connections)
    guard
      sessions.connections.append(
        connection, within: .connections, &sessions.bounds, more: Bound.openConnection)
    else {
      sessions.connectionsOmitted += 1
      return nil
    }
    sessions.connections[index].remember(sessions.controllers[controller].localDatabase, of: .local)
    context.observer.observe(
      .opened(connection: index, controller: controller, now, fromBeginning: transport != nil))
    if transport == nil { context.observer.observe(.noticed(connection: index), at: now) }
    sessions.connections[index].reportRemembered(.local, &context)
    return index
  }

  /// Ends the connection on a handle, if there is one: with the event's reason, with what its
  /// controller did, or without either where the end itself was not captured.
  mutating func close(
    _ handle: ConnectionHandle, on controller: Int, reason: HCIStatus?,
    lostTo cause: ReportV1.EndCause? = nil
  ) {
    let link = sessions.controllers[controller].links[Int(handle.rawValue)]
    sessions.controllers[controller].links[Int(handle.rawValue)] = -1
    guard link >= 0 else { return }
    let index = Int(link)
    sessions.controllers[controller].openIndices.removeAll { $0 == index }
    sessions.controllers[controller].lastEnded[handle] = index
    end(index, on: controller, reason: reason, lostTo: cause)
  }

  /// The connection is over, whatever named it.
  mutating func end(
    _ index: Int, on controller: Int, reason: HCIStatus?, lostTo cause: ReportV1.EndCause?
  ) {
    sessions.bounds.give(Bound.openConnection)
    sessions.connections[index].isOpen = false
    // Where its end is noticed only afterwards, its last record is all that is known of it.
    let noticed = now
    if reason == nil, cause == nil { now = sessions.connections[index].last }
    defer { now = noticed }
    if let reason {
      sessions.connections[index].last = now
      let frame = now.frame
      sessions.connections[index].disconnect = ReportV1.Disconnect {
        $0.frame = frame
        $0.reason = reason
        $0.name = reason.name
      }
      sessions.connections[index].end = EndFact(moment: now, cause: .disconnection)
    } else if let cause {
      sessions.connections[index].end = EndFact(moment: now, cause: cause)
    }
    sessions.connections[index].settle(&context)
    remember(index)
    context.observer.observe(.closed(connection: index, now, isCaptureEnd: false))
  }

  /// Ends all connections of a controller that was reset, closed or unplugged.
  ///
  /// - Parameter cause: `nil` where it is noticed only afterwards.
  mutating func lose(_ controller: Int, to cause: ReportV1.EndCause?) {
    for index in sessions.controllers[controller].openIndices {
      close(sessions.connections[index].handle, on: controller, reason: nil, lostTo: cause)
      if let cause { context.observer.observe(.lost(connection: index, cause), at: now) }
    }
    endScan(on: controller)
    loseAttempts(of: controller)
    sessions.controllers[controller].forgetLinks()
  }

  /// Keeps a peer's attributes for its next connection.
  private mutating func remember(_ index: Int) {
    let controller = sessions.connections[index].controller
    let local = sessions.connections[index].localDatabase
    if !local.isEmpty { sessions.controllers[controller].localDatabase = local }
    if let key = sessions.connections[index].peerKey.known { sessions.identityKeys.add(key) }
    guard let address = sessions.connections[index].peer,
      let type = sessions.connections[index].peerType
    else { return }
    let key = ControllerState.PeerKey(address: address, type: type)
    let database = sessions.connections[index].peerDatabase
    guard !database.isEmpty else { return }
    if sessions.controllers[controller].knownPeers[key] == nil {
      guard sessions.controllers[controller].knownPeers.count < Bound.knownPeers.limit
      else {
        return sessions.bounds.insert(.knownPeers)
      }
      guard sessions.bounds.take(Bound.knownPeers.weight, for: .knownPeers) else { return }
    }
    sessions.controllers[controller].knownPeers[key] = database
  }
}
