import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// HCI events: what controllers report about connections, buffers and advertisers.
extension SessionTracker {
  mutating func receiveEvent(
    _ packet: ByteRange, controller index: UInt16, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let event = try HCIEventPacket(packet, in: bytes)
    let controller = sessions.controller(index)
    if context.observer.keepsLog { log(event, controller, in: bytes) }
    switch event.code {
    case .numberOfCompletedPackets:
      receive(
        try NumberOfCompletedPackets(event.parameters, in: bytes), controller, in: bytes)
    case .leMeta:
      try receiveLEMeta(event.parameters, controller, in: bytes)
    case .commandComplete:
      try receiveCommandComplete(
        try CommandComplete(event.parameters, in: bytes), controller, in: bytes)
    case .commandStatus:
      let status = try CommandStatus(event.parameters, in: bytes)
      if status.opcode == .disconnect { settleClose(status.status, on: controller) }
      if status.opcode == .leConnectionUpdate { settleUpdate(status.status, controller) }
      if status.status != .success {
        answer(status.opcode, false, on: controller)
        switch status.opcode {
        case .createConnection, .leCreateConnection, .leExtendedCreateConnectionV1,
          .leExtendedCreateConnectionV2:
          refuseConnection(status.opcode, status.status, controller)
        default: break
        }
      }
    case .disconnectionComplete:
      let disconnection = try DisconnectionComplete(event.parameters, in: bytes)
      if disconnection.status == .success {
        disconnect(disconnection, on: controller)
      }
    case .inquiryComplete: endInquiry(on: controller)
    case .connectionComplete:
      try receiveConnectionComplete(event.parameters, controller, in: bytes)
    case .synchronousConnectionComplete:
      let link = try AudioLinkComplete(event.parameters, in: bytes)
      if link.status == .success { noteAudioLink(link.handle, on: controller) }
    case .roleChange:
      let change = try RoleChange(event.parameters, in: bytes)
      guard change.status == .success else { break }
      sessions.controllers[controller].initiating.noteAnswer(ofPage: change.address, at: now)
      let known = sessions.controllers[controller].openIndices.filter {
        sessions.connections[$0].transport == .brEDR
          && sessions.connections[$0].peer == change.address
      }
      for position in known { sessions.connections[position].role = change.newRole }
      // A switch while a connection is made is reported before it is complete.
      sessions.controllers[controller].roleBeforeConnection =
        known.isEmpty ? (change.address, change.newRole) : nil
    case .remoteVersionInformationComplete:
      noteRemoteVersion(
        try RemoteVersionInformationComplete(event.parameters, in: bytes), on: controller)
    case .modeChange:
      // LE has no modes: it shows what a connection is whose beginning was not captured.
      let change = try ModeChange(event.parameters, in: bytes)
      if change.status == .success {
        touch(change.handle, on: controller) { connection, context in
          connection.transport = connection.transport ?? .brEDR
          guard let mode = ReportV1.LinkMode(change) else { return }
          connection.modes.append(
            ModeFact(
              moment: context.moment, mode: mode,
              microseconds: mode == .active ? nil : SlotInterval(change.interval).microseconds),
            within: .parameters, &connection.bounds)
        }
      }
    case .encryptionChangeV1, .encryptionChangeV2:
      try receiveEncryptionChange(event, controller, in: bytes)
    case .encryptionKeyRefreshComplete:
      let refresh = try EncryptionKeyRefreshComplete(event.parameters, in: bytes)
      touch(refresh.handle, on: controller) { connection, context in
        if refresh.status == .success {
          connection.noteEncryption(true, keySize: nil, &context)
        } else {
          connection.noteEncryptionFailure(.keyRefresh, refresh.status, &context)
        }
      }
    case .hardwareError:
      let fact = HardwareErrorFact(
        moment: now, controller: controller,
        code: try HardwareError(event.parameters, in: bytes).hardwareCode)
      sessions.hardwareErrors.append(fact, within: .adapterStates, &sessions.bounds)
    case .vendorSpecific:
      noteQuality(event.parameters, on: controller, in: bytes)
    default: receiveClassic(event, controller, in: bytes)
    }
  }

  /// Changes a connection that an event names, taken up in the middle if it has to be.
  mutating func touch(
    _ handle: ConnectionHandle, on controller: Int,
    _ change: (inout ConnectionState, inout SessionContext<Observer>) -> Void
  ) {
    guard let index = connection(handle, on: controller) else { return }
    sessions.connections[index].last = now
    change(&sessions.connections[index], &context)
  }

  @inline(__always)
  mutating func receive(
    _ completed: NumberOfCompletedPackets, _ controller: Int, in bytes: Span<UInt8>
  ) {
    context.observer.log(reportOf: controller, at: now.time)
    var index = 0
    while index < completed.count {
      let (handle, count) = completed.entry(index, in: bytes)
      index &+= 1
      let link = sessions.controllers[controller].links[Int(handle.rawValue)]
      guard link >= 0 else { continue }
      sessions.connections[Int(link)].last = now
      context.observer.observe(completed: Int(count), on: Int(link), at: now)
    }
  }

  /// A disconnection of a connection that was not seen is one, too: it existed.
  private mutating func disconnect(_ event: DisconnectionComplete, on controller: Int) {
    let link = sessions.controllers[controller].links[Int(event.handle.rawValue)]
    if link < 0, sessions.audioLinks.contains(AudioLink(controller, event.handle)) {
      sessions.audioLinks.remove(AudioLink(controller, event.handle))
      logRadio(.audio(event.handle), false, controller)
      return
    }
    guard let index = connection(event.handle, on: controller) else {
      return close(event.handle, on: controller, reason: event.reason)
    }
    close(event.handle, on: controller, reason: event.reason)
    context.observer.observe(.disconnected(connection: index, event.reason), at: now)
  }

  /// Links for voice and audio share the handles' number space, and end with the same event.
  mutating func noteAudioLink(_ handle: ConnectionHandle, on controller: Int) {
    guard sessions.audioLinks.count < Bound.audioLinks.limit else {
      return sessions.bounds.insert(.audioLinks)
    }
    sessions.audioLinks.insert(AudioLink(controller, handle))
    logRadio(.audio(handle), true, controller)
  }

  /// Data of a link for voice or audio, which may be older than the capture.
  mutating func receiveStreamData(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    guard record.bytes.count >= 2 else { return }
    let handle = ConnectionHandle(bytes.u16le(record.bytes.start))
    noteOlderAudioLink(handle, on: sessions.controller(record.controller))
  }

  /// A handle that carries voice or audio is none of a connection, whenever it was given.
  private mutating func noteOlderAudioLink(_ handle: ConnectionHandle, on controller: Int) {
    guard sessions.controllers[controller].links[Int(handle.rawValue)] < 0,
      !sessions.audioLinks.contains(AudioLink(controller, handle))
    else { return }
    noteAudioLink(handle, on: controller)
  }

  private mutating func receiveConnectionComplete(
    _ parameters: ByteRange, _ controller: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let event = try ConnectionComplete(parameters, in: bytes)
    guard event.linkType == .acl else {
      if event.status == .success { noteAudioLink(event.handle, on: controller) }
      return
    }
    let accepted = sessions.controllers[controller].initiating.takeAccepted(event.address)
    let isOurs = accepted == nil
    let page = isOurs ? sessions.controllers[controller].pageRequest : nil
    let request = page?.peer == event.address ? page : nil
    if request != nil { sessions.controllers[controller].pageRequest = nil }
    let change = sessions.controllers[controller].roleBeforeConnection
    var role = change?.peer == event.address ? change?.role : nil
    if role != nil { sessions.controllers[controller].roleBeforeConnection = nil }
    // Who pages is central, unless the two changed roles, which is reported. A host that accepts
    // and wants to be central may not have become it.
    if role == nil {
      role = request != nil ? .central : accepted?.staysPeripheral == true ? .peripheral : nil
    }
    guard event.status == .success else {
      if isOurs { endPage(event, nil, on: controller) }
      return fail(
        event.status, event.address, .publicDevice, request: request, over: .brEDR, controller)
    }
    guard let index = open(event.handle, on: controller, transport: .brEDR, mtu: 0) else { return }
    if isOurs { endPage(event, sessions.connections[index].number, on: controller) }
    sessions.connections[index].completeFrame = now.frame
    sessions.connections[index].peer = event.address
    sessions.connections[index].peerType = .publicDevice
    sessions.connections[index].role = role
    context.observer.observe(
      .connected(
        connection: index,
        ConnectionAttempt(
          status: .success, peer: event.address, peerType: .publicDevice, request: request)),
      at: now)
    if event.isEncryptionEnabled {
      sessions.connections[index].noteEncryption(true, keySize: nil, &context)
    }
  }

  private mutating func receiveEncryptionChange(
    _ event: HCIEventPacket, _ controller: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    guard let version = EncryptionChange.Version(event.code) else { return }
    let change = try EncryptionChange(event.parameters, version: version, in: bytes)
    touch(change.handle, on: controller) { connection, context in
      if change.status == .success {
        connection.noteEncryption(change.isEnabled, keySize: change.keySize, &context)
      } else {
        connection.noteEncryptionFailure(.change, change.status, &context)
      }
    }
  }

  /// LE Connection Update was begun, or refused outright.
  private mutating func settleUpdate(_ status: HCIStatus, _ controller: Int) {
    guard let command = sessions.controllers[controller].updateCommands.answer(at: now),
      status != .success,
      sessions.controllers[controller].links[Int(command.update.handle.rawValue)] >= 0
    else { return }
    touch(command.update.handle, on: controller) { connection, context in
      if connection.updateCommand?.moment == command.moment { connection.updateCommand = nil }
      connection.failUpdate(status, command, &context)
    }
  }

  mutating func note(_ state: ReportV1.AdapterStateName, of index: UInt16) {
    let controller = sessions.controller(index)
    let fact = AdapterStateFact(moment: now, controller: controller, state: state)
    sessions.adapterStates.append(fact, within: .adapterStates, &sessions.bounds)
    // Beyond the bound it is not this one.
    guard sessions.controllers[controller].index == index else { return }
    context.observer.observe(.adapter(fact), at: now)
  }

  private mutating func reportBuffers(of controller: Int) {
    guard let buffers = sessions.controllers[controller].buffersForLE else { return }
    context.observer.observe(.buffers(controller: controller, count: buffers.count))
  }

  // MARK: - Command Complete

  private mutating func receiveCommandComplete(
    _ event: CommandComplete, _ controller: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let returned = event.returnParameters
    switch event.opcode {
    case .readBDADDR:
      let value = try ReadBDADDRReturn(returned, in: bytes)
      guard let address = value.address else { break }
      sessions.controllers[controller].address = address
      sessions.controllers[controller].isAddressNoted = false
    case .readLocalName:
      if let name = try ReadLocalNameReturn(returned, in: bytes).name, !name.isEmpty {
        sessions.controllers[controller].name.removeAll()
        sessions.controllers[controller].name.append(name, of: bytes)
      }
    case .readLocalVersionInformation:
      let value = try ReadLocalVersionInformationReturn(returned, in: bytes)
      if let company = value.information?.companyIdentifier {
        sessions.controllers[controller].manufacturer = company
      }
    case .readBufferSize:
      if let acl = try ReadBufferSizeReturn(returned, in: bytes).acl {
        sessions.controllers[controller].sharedBuffers = .init(
          octets: Int(acl.bytes), count: Int(acl.count))
        reportBuffers(of: controller)
      }
    case .leReadLocalSupportedFeatures:
      if let features = try LEReadLocalSupportedFeaturesReturn(returned, in: bytes).features {
        sessions.controllers[controller].leFeatures = features
      }
    case .leReadBufferSizeV1, .leReadBufferSizeV2:
      guard let version = LEReadBufferSizeReturn.Version(event.opcode) else { break }
      if let acl = try LEReadBufferSizeReturn(returned, version: version, in: bytes).acl {
        sessions.controllers[controller].leBuffers = .init(
          octets: Int(acl.bytes), count: Int(acl.count))
        reportBuffers(of: controller)
      }
    case .readRSSI:
      let value = try ReadRSSIReturn(returned, in: bytes)
      if let rssi = value.rssi, let index = connection(value.handle, on: controller) {
        sessions.connections[index].last = now
        context.observer.observe(.rssi(connection: index, now, dBm: rssi))
      }
    case .readEncryptionKeySize: noteKeySize(returned, controller, in: bytes)
    case .leSetAdvertisingEnable, .leSetExtendedAdvertisingEnable:
      try receiveAdvertisingAnswer(returned, controller, in: bytes)
    case .noOperation:
      // No command was answered, so there is no status.
      break
    case .reset:
      note(.resetting, of: sessions.controllers[controller].index)
      lose(controller, to: .controllerReset)
    default:
      var cursor = ByteCursor(.hci, returned)
      let isSuccess = HCIStatus(try cursor.u8(in: bytes)) == .success
      if isSuccess, event.opcode.isAboutISODataPath {
        noteOlderAudioLink(ConnectionHandle(try cursor.u16le(in: bytes)), on: controller)
      }
      switch event.opcode {
      case .leAddDeviceToFilterAcceptList, .leRemoveDeviceFromFilterAcceptList,
        .leClearFilterAcceptList:
        sessions.controllers[controller].initiating.settleList(isSuccess: isSuccess)
      case .leCreateConnectionCancel where !isSuccess:
        sessions.controllers[controller].initiating.noteCancel(at: nil)
      default: answer(event.opcode, isSuccess, on: controller)
      }
    }
  }

  /// Advertising was started or stopped, or the controller refused.
  private mutating func receiveAdvertisingAnswer(
    _ returned: ByteRange, _ controller: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, returned)
    let status = HCIStatus(try cursor.u8(in: bytes))
    guard let isStart = sessions.controllers[controller].isStartingAdvertising else { return }
    sessions.controllers[controller].isStartingAdvertising = nil
    if isStart {
      context.observer.observe(.advertisingStarted(controller: controller, status), at: now)
    } else if status == .success {
      context.observer.observe(.advertisingStopped(controller: controller), at: now)
    }
  }

  /// A command that failed: what was noted when it was sent did not happen. A scan that had been
  /// running before goes on.
  private mutating func answer(_ opcode: HCIOpcode, _ isSuccess: Bool, on controller: Int) {
    guard opcode == .leSetScanEnable || opcode == .leSetExtendedScanEnable else { return }
    if let stopping = sessions.controllers[controller].scan.stopping.take(), isSuccess,
      sessions.scans.indices.contains(stopping)
    {
      sessions.scans[stopping].stopAnswer = now
    }
    guard sessions.controllers[controller].scan.isUnconfirmed else { return }
    sessions.controllers[controller].scan.isUnconfirmed = false
    guard !isSuccess, let running = sessions.controllers[controller].scan.running,
      running == sessions.scans.count - 1, sessions.scans[running].stop == nil
    else { return }
    sessions.scans.remove(at: sessions.scans.count - 1, within: .scans, &sessions.bounds)
    sessions.controllers[controller].scan.running = nil
  }
}

extension ReportV1.LinkMode {
  /// Core Vol 4, Part E, 7.7.20; `nil` for a mode that it does not have.
  fileprivate init?(_ change: ModeChange) {
    switch change.mode {
    case 0: self = .active
    case 1: self = .hold
    case 2: self = .sniff
    default: return nil
    }
  }
}

/// A link for voice or audio: its handle is not one of ACL data.
struct AudioLink: Hashable, Sendable {
  var controller: Int
  var handle: ConnectionHandle

  init(_ controller: Int, _ handle: ConnectionHandle) {
    self.controller = controller
    self.handle = handle
  }
}

extension HCIOpcode {
  /// LE Setup ISO Data Path, LE Remove ISO Data Path: of the handle of a stream. Core Vol 4,
  /// Part E, 7.8.109 and 7.8.110.
  fileprivate var isAboutISODataPath: Bool { rawValue == 0x206E || rawValue == 0x206F }
}
