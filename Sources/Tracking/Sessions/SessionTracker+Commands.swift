import BluetoothProtocol
import Bytes
import CaptureFiles

/// HCI commands: what the host wants, as far as it says more than the events that follow.
extension SessionTracker {
  mutating func receiveCommand(
    _ packet: ByteRange, controller index: UInt16, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let command = try HCICommandPacket(packet, in: bytes)
    let controller = sessions.controller(index)
    let parameters = command.parameters
    if context.observer.keepsLog { log(command, controller, in: bytes) }
    switch command.opcode {
    case .leSetScanParameters:
      let set = try LESetScanParameters(parameters, in: bytes)
      sessions.controllers[controller].scan.isActive = set.scanType.isActive
      sessions.controllers[controller].scan.isByList = set.filterPolicy.isByList
      sessions.controllers[controller].scan.rhythm = ScanRhythm(
        set.scanWindow, of: set.scanInterval)
    case .leSetExtendedScanParameters:
      let set = try LESetExtendedScanParameters(parameters, in: bytes)
      let scanning = set.le1M ?? set.leCoded
      sessions.controllers[controller].scan.isActive = scanning?.scanType.isActive
      sessions.controllers[controller].scan.isByList = set.filterPolicy.isByList
      sessions.controllers[controller].scan.rhythm = scanning.map {
        ScanRhythm($0.scanWindow, of: $0.scanInterval)
      }
      // On two physical layers it listens in turns.
      if let one = set.le1M, let other = set.leCoded {
        // Two windows as long as the interval are no more than all of the time.
        sessions.controllers[controller].scan.rhythm?.windowMicroseconds = min(
          one.scanWindow.microseconds + other.scanWindow.microseconds,
          max(one.scanWindow.microseconds, one.scanInterval.microseconds))
        if one.scanInterval != other.scanInterval {
          sessions.controllers[controller].scan.rhythm = nil
        }
      }
    case .leSetScanEnable:
      let enable = try LESetScanEnable(parameters, in: bytes)
      setScan(enable.isEnabled, filtersDuplicates: enable.filtersDuplicates, on: controller)
    case .leSetExtendedScanEnable:
      let enable = try LESetExtendedScanEnable(parameters, in: bytes)
      setScan(enable.isEnabled, filtersDuplicates: enable.filtersDuplicates, on: controller)
    case .leSetAdvertisingEnable:
      let enable = try LESetAdvertisingEnable(parameters, in: bytes)
      sessions.controllers[controller].isStartingAdvertising = enable.isEnabled
    case .leSetExtendedAdvertisingEnable:
      let enable = try LESetExtendedAdvertisingEnable(parameters, in: bytes)
      sessions.controllers[controller].isStartingAdvertising = enable.isEnabled
    case .leCreateConnection:
      let create = try LECreateConnection(parameters, in: bytes)
      noteConnectionRequest(
        create.peerAddress, create.peerAddressType, usesList: create.usesFilterAcceptList,
        ScanRhythm(create.scanWindow, of: create.scanInterval), on: controller)
    case .leExtendedCreateConnectionV1, .leExtendedCreateConnectionV2:
      let create = try LEExtendedCreateConnection(parameters, in: bytes)
      noteConnectionRequest(
        create.peerAddress, create.peerAddressType, usesList: create.usesFilterAcceptList,
        ScanRhythm(create), on: controller)
    case .leCreateConnectionCancel:
      sessions.controllers[controller].initiating.noteCancel(at: now)
    case .leAddDeviceToFilterAcceptList:
      let device = try LEFilterAcceptListDevice(parameters, in: bytes)
      sessions.controllers[controller].initiating.add(device, at: now)
    case .leRemoveDeviceFromFilterAcceptList:
      let device = try LEFilterAcceptListDevice(parameters, in: bytes)
      sessions.controllers[controller].initiating.remove(device)
    case .leClearFilterAcceptList: sessions.controllers[controller].initiating.clearList()
    case .leAddDeviceToResolvingList:
      let device = try LEResolvingListDevice(parameters, in: bytes)
      sessions.controllers[controller].initiating.resolving.add(device.identity)
      sessions.identityKeys.add(device.key, of: device.identity.address)
    case .leRemoveDeviceFromResolvingList:
      let device = try LEFilterAcceptListDevice(parameters, in: bytes)
      sessions.controllers[controller].initiating.resolving.remove(device)
    case .leClearResolvingList: sessions.controllers[controller].initiating.resolving.clear()
    case .leSetAddressResolutionEnable:
      var cursor = ByteCursor(.hci, parameters)
      let isEnabled = try cursor.u8(in: bytes) == 1
      sessions.controllers[controller].initiating.resolving.enable(isEnabled)
    case .writeScanEnable:
      var cursor = ByteCursor(.hci, parameters)
      guard try cursor.u8(in: bytes) == 0 else { break }
      sessions.note(
        ScanOffFact(
          controller: controller, moment: now,
          open: sessions.controllers[controller].openIndices))
    case .inquiry: beginInquiry(parameters, on: controller, in: bytes)
    case .inquiryCancel: endInquiry(on: controller)
    case .createConnection:
      notePage(try CreateConnection(parameters, in: bytes).address, on: controller)
    // Both begin with the address, and no more is needed of them.
    case .createConnectionCancel:
      let address = try CreateConnection(parameters, in: bytes).address
      sessions.controllers[controller].initiating.noteCancel(ofPage: address, at: now)
    case .acceptConnectionRequest:
      let address = try CreateConnection(parameters, in: bytes).address
      // Role: 1 to remain the peripheral.
      let staysPeripheral = parameters.count > 6 && bytes[parameters.start + 6] == 1
      sessions.controllers[controller].initiating.note(
        AcceptedConnection(address: address, staysPeripheral: staysPeripheral))
    case .disconnect:
      noteCloseRequest(try Disconnect(parameters, in: bytes), on: controller)
    case .leConnectionUpdate:
      noteUpdateRequest(try LEConnectionUpdate(parameters, in: bytes), on: controller)
    case .leLongTermKeyRequestNegativeReply:
      var cursor = ByteCursor(.hci, parameters)
      let handle = ConnectionHandle(try cursor.u16le(in: bytes))
      touch(handle, on: controller) { connection, context in
        connection.noteEncryptionFailure(.keyRefused, nil, &context)
      }
    case .leRemoteConnectionParameterRequestReply:
      let reply = try LERemoteConnectionParameterRequestReply(parameters, in: bytes)
      touch(reply.handle, on: controller) { connection, context in
        connection.answerParameterRequest(
          accepted: true, path: .ll, identifier: 0, direction: .rx, &context)
      }
    case .leRemoteConnectionParameterRequestNegativeReply:
      let reply = try LERemoteConnectionParameterRequestNegativeReply(parameters, in: bytes)
      touch(reply.handle, on: controller) { connection, context in
        connection.answerParameterRequest(
          accepted: false, path: .ll, identifier: 0, direction: .rx, &context)
      }
    default: receiveClassic(command, controller, in: bytes)
    }
  }

  /// A peripheral that wants other parameters may ask over the link layer; a central that sends
  /// this command does not ask, it sets.
  private mutating func noteUpdateRequest(_ update: LEConnectionUpdate, on controller: Int) {
    let command = UpdateCommand(moment: now, update: update)
    sessions.controllers[controller].updateCommands.add(command)
    touch(update.handle, on: controller) { connection, context in
      connection.noteLE()
      connection.updateCommand = command
      guard connection.role == .peripheral else { return }
      connection.note(
        ParameterRequestFact(
          .tx, .ll, at: context.moment, minimum: update.wanted.intervalMin,
          maximum: update.wanted.intervalMax,
          latency: update.wanted.maxLatency, timeout: update.wanted.supervisionTimeout), &context)
    }
  }

  // MARK: - Scans

  private mutating func setScan(_ isEnabled: Bool, filtersDuplicates: Bool, on controller: Int) {
    guard isEnabled else {
      sessions.controllers[controller].scan.stopping =
        sessions.controllers[controller].scan.running
      return endScan(on: controller)
    }
    sessions.controllers[controller].scan.stopping = nil
    if let running = sessions.controllers[controller].scan.running,
      sessions.scans[running].filtersDuplicates == filtersDuplicates
    {
      return
    }
    endScan(on: controller)
    let isByList = sessions.controllers[controller].scan.isByList
    let scan = ScanFact(
      controller: controller, start: now, stop: nil,
      isActive: sessions.controllers[controller].scan.isActive,
      filtersDuplicates: filtersDuplicates,
      rhythm: sessions.controllers[controller].scan.rhythm, isByList: isByList,
      listed: isByList == true ? sessions.controllers[controller].initiating.listed : [])
    guard sessions.scans.append(scan, within: .scans, &sessions.bounds) else { return }
    sessions.controllers[controller].scan.running = sessions.scans.count - 1
    sessions.controllers[controller].scan.isUnconfirmed = true
    if scan.isBusy { logRadio(.scan, true, controller) }
    context.observer.observe(.scanStarted(controller: controller), at: now)
  }

  mutating func endScan(on controller: Int) {
    guard let running = sessions.controllers[controller].scan.running else { return }
    sessions.scans[running].stop = now
    sessions.controllers[controller].scan.running = nil
    logRadio(.scan, false, controller)
  }
}

extension ScanRhythm {
  fileprivate init(_ window: SlotInterval, of interval: SlotInterval) {
    self.init(
      windowMicroseconds: window.microseconds, intervalMicroseconds: interval.microseconds)
  }

  /// The rhythm on the physical layer on which most devices advertise. Its window is no longer by
  /// that of another one, on which the controller listens in turns.
  fileprivate init?(_ create: LEExtendedCreateConnection) {
    guard let one = create.le1M ?? create.leCoded else { return nil }
    self.init(one.scanWindow, of: one.scanInterval)
  }
}

extension UInt8 {
  /// Whether a Scanning_Filter_Policy lets only devices of the Filter Accept List be reported. Core
  /// Vol 4, Part E, 7.8.10; `nil` for a policy that is reserved for future use.
  fileprivate var isByList: Bool? { self <= 0x03 ? self & 0x01 != 0 : nil }
}

extension LEScanType {
  /// `nil` for a type that is reserved for future use.
  var isActive: Bool? {
    switch self {
    case .active: true
    case .passive: false
    default: nil
    }
  }
}
