import BluetoothProtocol

/// The calls of a peripheral manager's delegate: the peer asks, and this side has the server.
extension CoreBluetoothLink {
  private static let gattServices: [BluetoothUUID] = [
    BluetoothUUID(uuid16: 0x1800), BluetoothUUID(uuid16: 0x1801),
  ]

  mutating func serve(_ transaction: TimelineTransaction) {
    if let bits = transaction.subscription {
      return serveSubscription(transaction, isOn: bits & 3 != 0)
    }
    var handle = transaction.handle
    var octets = transaction.octets
    let event: String
    switch transaction.opcode {
    case .readRequest, .readBlobRequest: event = "peripheralManager:didReceiveReadRequest:"
    case .writeRequest: event = "peripheralManager:didReceiveWriteRequests:"
    case .executeWriteRequest:
      guard let parts = prepared else { return }
      prepared = nil
      (handle, octets) = (parts.handle, parts.octets)
      event = "peripheralManager:didReceiveWriteRequests:"
    default: return
    }
    if transaction.isOfDescriptor || isOfSystem(handle) { return }
    let name = names.attribute(handle, .local, on: link)
    if let error = transaction.error {
      guard isRefusedByApp(transaction, error, handle) else { return }
      return add(
        transaction.request, event,
        "\(name), answered with CBATTError \(error.rawValue) "
          + "(\(error.name ?? "unknown"))")
    }
    let part = transaction.opcode == .readBlobRequest ? ", further part" : ""
    add(transaction.request, event, "\(name), \(TimelineNames.bytes(octets))\(part)")
  }

  private mutating func serveSubscription(_ transaction: TimelineTransaction, isOn: Bool) {
    guard transaction.error == nil, !isOfSystem(transaction.handle) else { return }
    let name = names.subscribed(transaction.handle, .local, on: link)
    let wasOn = subscribers.contains { $0.cccd == transaction.handle }
    guard isOn != wasOn else { return }
    if isOn {
      subscribers.append((transaction.handle, name))
    } else {
      subscribers.removeAll { $0.cccd == transaction.handle }
    }
    add(
      transaction.request,
      isOn
        ? "peripheralManager:central:didSubscribeToCharacteristic:"
        : "peripheralManager:central:didUnsubscribeFromCharacteristic:", name)
  }

  /// The GAP and GATT services are the system's own.
  func isOfSystem(_ handle: ATTHandle?) -> Bool {
    let uuid = names.service(at: handle, .local, on: link)?.uuid
    return uuid.map(Self.gattServices.contains) ?? false
  }

  /// Whether a refusal is the app's answer: not where the system checks first.
  private func isRefusedByApp(
    _ transaction: TimelineTransaction, _ error: ATTErrorCode, _ handle: ATTHandle?
  ) -> Bool {
    switch error {
    case .invalidHandle, .insufficientAuthentication, .insufficientEncryption,
      .insufficientEncryptionKeySize, .requestNotSupported, ATTErrorCode(0x04):
      return false
    case .readNotPermitted, .writeNotPermitted:
      let database = names.state(link).localDatabase
      guard let handle, let known = database.characteristic(value: handle) else { return true }
      // Core Vol 3, Part G, 3.3.1.1: read 0x02, write 0x08.
      return known.properties & (error == .readNotPermitted ? 0x02 : 0x08) != 0
    default: return true
    }
  }
}
