import BluetoothProtocol
import CaptureFiles

/// The timeline as the calls of Core Bluetooth's delegates that the packets gave rise to on the
/// side that was captured, if that side is an app built on it.
///
/// | packets                                         | call                                         |
/// |-------------------------------------------------|----------------------------------------------|
/// | HCI Reset; the monitor's open and close         | ...ManagerDidUpdateState:                    |
/// | the first advertising report of a device in a   | centralManager:didDiscoverPeripheral:-       |
/// | scan, and the one that first gives its name; of | advertisementData:RSSI:                      |
/// | further ones each, where duplicates are allowed |                                              |
/// | LE Connection Complete as central               | centralManager:didConnectPeripheral:         |
/// | the same with an error, unless it was cancelled | centralManager:didFailToConnectPeripheral:-  |
/// |                                                 | error:                                       |
/// | Disconnection Complete as central               | centralManager:didDisconnectPeripheral:error:|
/// | the last answer of a search for services; for   | peripheral:didDiscoverServices:              |
/// | several UUIDs in a row, that of the last        |                                              |
/// | ... for include declarations in a service       | peripheral:didDiscoverIncludedServices-      |
/// |                                                 | ForService:error:                            |
/// | ... for characteristic declarations             | peripheral:didDiscoverCharacteristics-       |
/// |                                                 | ForService:error:                            |
/// | ... for descriptors (Find Information)          | peripheral:didDiscoverDescriptorsFor-        |
/// |                                                 | Characteristic:error:                        |
/// | the answer to a write of the CCCD               | peripheral:didUpdateNotificationStateFor-    |
/// |                                                 | Characteristic:error:                        |
/// | a notification, an indication, the answer to a  | peripheral:didUpdateValueForCharacteristic:- |
/// | read, the last answer to a long read            | error:                                       |
/// | ... of a descriptor                             | peripheral:didUpdateValueForDescriptor:error:|
/// | an indication of Service Changed                | peripheral:didModifyServices:                |
/// | the answer to a write, or to Execute Write      | peripheral:didWriteValueForCharacteristic:-  |
/// |                                                 | error:, ...ForDescriptor:error:              |
/// | Read RSSI                                       | peripheral:didReadRSSI:error:                |
/// | a credit-based channel that this side asked for | peripheral:didOpenL2CAPChannel:error:        |
/// | a buffer of the controller is free again after  | peripheralIsReadyToSendWriteWithoutResponse:,|
/// | all were taken, and the host goes on to send    | peripheralManagerIsReadyToUpdateSubscribers: |
/// | the first start of advertising, or after a stop | peripheralManagerDidStartAdvertising:error:  |
/// | the peer's write of the CCCD; the connection's  | peripheralManager:central:didSubscribeTo-    |
/// | end for what is still subscribed                | Characteristic:, didUnsubscribeFrom...       |
/// | the peer's reads                                | peripheralManager:didReceiveReadRequest:     |
/// | its writes, with or without response, executed  | peripheralManager:didReceiveWriteRequests:   |
/// | a credit-based channel that the peer asked for  | peripheralManager:didOpenL2CAPChannel:error: |
///
/// What the packets cannot prove is left out: didAddService:, values served from a cache, and
/// requests that the system answers by itself: those about the GAP and GATT services and about
/// descriptors, refusals because of missing security, and refusals of what the characteristic's
/// properties do not offer.
struct CoreBluetoothWords {
  let names: TimelineNames
  private(set) var lines: [TimelineLine] = []
  private var links: [Int: CoreBluetoothLink] = [:]
  /// Controllers that were used as central and as peripheral.
  private var centrals: Set<Int> = []
  private var peripherals: Set<Int> = []
  private var advertising: Set<Int> = []

  init(names: TimelineNames) { self.names = names }

  mutating func lines(for entries: [TimelineEntry]) -> [TimelineLine] {
    for entry in entries {
      switch entry.content {
      case .step(let step): self.step(step, entry)
      case .heard(let device): heard(device, entry)
      case .transaction(let transaction):
        with(entry) { $0.transaction(transaction) }
      case .run(let run):
        with(entry) { $0.run(run) }
      }
    }
    for index in links.keys.sorted() {
      links[index]?.settle()
      lines += links[index]?.lines ?? []
    }
    return lines
  }

  private mutating func with(_ entry: TimelineEntry, _ body: (inout CoreBluetoothLink) -> Void) {
    guard let index = entry.connection else { return }
    body(&links[index, default: CoreBluetoothLink(names, index)])
  }

  private mutating func add(_ entry: TimelineEntry, _ event: String, _ detail: String = "") {
    lines.append(TimelineLine(entry.moment, entry.connection, event, detail))
  }

  // MARK: - Managers

  /// To be asked after the entries, when it is known what each controller was used for.
  func adapterStates() -> [TimelineLine] {
    names.sessions.adapterStates.flatMap { fact -> [TimelineLine] in
      let state: String
      switch fact.state {
      case .resetting: state = "state resetting"
      case .poweredOn: state = "state poweredOn"
      case .poweredOff: state = "state poweredOff"
      case .gone: return []
      }
      let isPeripheral = peripherals.contains(fact.controller)
      var events = isPeripheral ? ["peripheralManagerDidUpdateState:"] : []
      if centrals.contains(fact.controller) || !isPeripheral {
        events.insert("centralManagerDidUpdateState:", at: 0)
      }
      return events.map { TimelineLine(fact.moment, nil, $0, state) }
    }
  }

  private mutating func heard(_ device: HeardDevice, _ entry: TimelineEntry) {
    centrals.insert(device.controller)
    var facts = [TimelineNames.device(device.name, device.address)]
    if let rssi = device.rssi { facts.append("RSSI \(rssi)") }
    facts += TimelineNames.content(device)
    let scan = names.sessions.scans.last {
      $0.controller == device.controller && $0.start.frame <= entry.moment.frame
    }
    let areCalls = scan.map { !$0.filtersDuplicates } ?? false
    let further = areCalls ? TimelineNames.further(device).map { "; " + $0 } ?? "" : ""
    add(
      entry, "centralManager:didDiscoverPeripheral:advertisementData:RSSI:",
      facts.joined(separator: ", ") + further)
  }

  private mutating func step(_ step: SessionStep, _ entry: TimelineEntry) {
    switch step {
    case .advertisingStarted(let controller, let status):
      peripherals.insert(controller)
      guard !advertising.contains(controller) else { return }
      if status == .success { advertising.insert(controller) }
      add(
        entry, "peripheralManagerDidStartAdvertising:error:",
        status == .success ? "error nil" : "error: \(status)")
    case .advertisingStopped(let controller): advertising.remove(controller)
    case .connecting(let controller, let request):
      if request.transport == .le { centrals.insert(controller) }
    case .connectFailed(_, let attempt):
      guard attempt.request != nil, attempt.status != .unknownConnectionIdentifier else { return }
      add(
        entry, "centralManager:didFailToConnectPeripheral:error:",
        "\(names.peer(attempt.peer, attempt.peerType)), "
          + CoreBluetoothErrors.connection(attempt.status))
    case .connected(let link, let attempt):
      if attempt.role == .peripheral { peripherals.insert(names.state(link).controller) }
      guard attempt.role == .central else { return }
      centrals.insert(names.state(link).controller)
      add(
        entry, "centralManager:didConnectPeripheral:", names.peer(attempt.peer, attempt.peerType))
    case .disconnected(let link, let reason): disconnected(link, reason, entry)
    case .channelOpened(_, let channel): self.channel(channel, isOpen: true, entry)
    case .channelRefused(_, let channel): self.channel(channel, isOpen: false, entry)
    default:
      // An encryption may be why a refused request is sent again.
      if case .encryption(_, let fact) = step, fact.enabled {
        with(entry) { $0.noteEncryption() }
      }
    }
  }

  private mutating func disconnected(_ link: Int, _ reason: HCIStatus, _ entry: TimelineEntry) {
    with(entry) { $0.end(at: entry.moment) }
    let state = names.state(link)
    guard state.role == .central || (state.role == nil && links[link]?.wasClient == true) else {
      return
    }
    add(
      entry, "centralManager:didDisconnectPeripheral:error:",
      "\(names.peer(state.peer, state.peerType)), \(CoreBluetoothErrors.connection(reason))")
  }

  private mutating func channel(_ step: ChannelStep, isOpen: Bool, _ entry: TimelineEntry) {
    guard step.spsm != CreditBasedChannel.eattSPSM else { return }
    let isOurs = step.initiator == .local
    // A channel that the system refused never reaches the app that published it.
    guard isOpen || isOurs else { return }
    add(
      entry,
      isOurs
        ? "peripheral:didOpenL2CAPChannel:error:" : "peripheralManager:didOpenL2CAPChannel:error:",
      "PSM \(step.spsm), \(isOpen ? "error nil" : "error: refused by the peer")")
  }
}
