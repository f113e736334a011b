import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// What the host asks the controller for: connections and their ends, and what becomes of it.
extension SessionTracker {
  mutating func noteConnectionRequest(
    _ address: DeviceAddress, _ type: AddressType, usesList: Bool, _ rhythm: ScanRhythm?,
    on controller: Int
  ) {
    let request = ConnectionRequestFact(
      moment: now, peer: usesList ? nil : address, peerType: usesList ? nil : type, rhythm: rhythm)
    sessions.controllers[controller].earlierRequest =
      sessions.controllers[controller].connectionRequest
    sessions.controllers[controller].connectionRequest = request
    context.observer.observe(.connecting(controller: controller, request), at: now)
    beginAttempts(request, on: controller)
  }

  /// A BR/EDR device is paged. Whether it has BR/EDR at all, its advertising says.
  mutating func notePage(_ address: DeviceAddress, on controller: Int) {
    let request = ConnectionRequestFact(
      moment: now, peer: address, peerType: .publicDevice, transport: .brEDR)
    sessions.controllers[controller].pageRequest = request
    context.observer.observe(.connecting(controller: controller, request), at: now)
    beginPage(request, on: controller)
  }

  /// The controller refused to try.
  mutating func refuseConnection(_ opcode: HCIOpcode, _ status: HCIStatus, _ controller: Int) {
    if opcode == .createConnection {
      guard let request = sessions.controllers[controller].pageRequest, let peer = request.peer
      else { return }
      sessions.controllers[controller].pageRequest = nil
      refuseAttempts(request, status, on: controller)
      return fail(status, peer, .publicDevice, request: request, over: .brEDR, controller)
    }
    guard let request = sessions.controllers[controller].connectionRequest else { return }
    sessions.controllers[controller].connectionRequest =
      sessions.controllers[controller].earlierRequest
    sessions.controllers[controller].earlierRequest = nil
    refuseAttempts(request, status, on: controller)
    fail(
      status, request.peer ?? DeviceAddress(littleEndian48: 0), request.peerType ?? .publicDevice,
      request: request, over: .le, controller)
  }

  mutating func noteCloseRequest(_ command: Disconnect, on controller: Int) {
    let link = sessions.controllers[controller].links[Int(command.handle.rawValue)]
    let known =
      link >= 0 ? Int(link) : sessions.controllers[controller].lastEnded[command.handle]
    sessions.controllers[controller].closeCommands.add(
      RefusedCloseFact(
        moment: now, controller: controller, handle: command.handle, connection: known))
    guard link >= 0 else { return }
    var fact =
      sessions.connections[Int(link)].closeRequest
      ?? CloseRequestFact(
        first: now, last: now, reason: command.reason, count: 0,
        open: sessions.connections[Int(link)].oldestRequest)
    fact.count &+= 1
    fact.last = now
    sessions.connections[Int(link)].closeRequest = fact
    context.observer.observe(.closing(connection: Int(link), command.reason), at: now)
  }

  mutating func settleClose(_ status: HCIStatus, on controller: Int) {
    guard var fact = sessions.controllers[controller].closeCommands.answer(at: now),
      status != .success
    else { return }
    fact.result = now
    fact.status = status
    // It asks for nothing then: no Disconnection Complete is due.
    if let index = fact.connection, let request = sessions.connections[index].closeRequest,
      request.count == 1, request.last == fact.moment
    {
      sessions.connections[index].closeRequest = nil
    }
    sessions.refusedCloses.append(fact, within: .connectionFailures, &sessions.bounds)
  }

  /// Who made the controller of a peer that is known: the answer to a question of our host.
  mutating func noteRemoteVersion(_ event: RemoteVersionInformationComplete, on controller: Int) {
    let link = sessions.controllers[controller].links[Int(event.handle.rawValue)]
    guard event.status == .success, link >= 0 else { return }
    sessions.connections[Int(link)].peerManufacturer = event.companyIdentifier
  }

  mutating func fail(
    _ status: HCIStatus, _ address: DeviceAddress, _ type: AddressType,
    request: ConnectionRequestFact?, over transport: ReportV1.Transport, _ controller: Int
  ) {
    let isKnown = address.rawValue != 0
    let attempt = ConnectionAttempt(
      status: status, peer: isKnown ? address : request?.peer,
      peerType: isKnown ? type : request?.peerType, request: request)
    context.observer.observe(.connectFailed(controller: controller, attempt), at: now)
    sessions.failures.append(
      ConnectionFailureFact(
        moment: now, status: status, transport: transport, peer: attempt.peer,
        peerType: attempt.peerType, request: request?.moment), within: .connectionFailures,
      &sessions.bounds)
  }
}
