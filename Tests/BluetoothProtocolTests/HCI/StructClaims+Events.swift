import BluetoothProtocol
import Bytes

func eventClaims(
  _ code: HCIEventCode, _ parameters: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [StructClaim]? {
  switch code {
  case .connectionComplete:
    let it = try ConnectionComplete(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle),
      claim("BD_ADDR", it.address), claim("Encryption_Enabled", isSet: it.isEncryptionEnabled),
    ]
  case .connectionRequest:
    let it = try ConnectionRequest(parameters, in: bytes)
    return [claim("BD_ADDR", it.address), claim("Class_Of_Device", it.classOfDevice)]
  case .disconnectionComplete:
    let it = try DisconnectionComplete(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle), claim("Reason", it.reason),
    ]
  case .encryptionChangeV1, .encryptionChangeV2:
    guard let version = EncryptionChange.Version(code) else { return nil }
    let it = try EncryptionChange(parameters, version: version, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle),
      claim("Encryption_Enabled", it.mode),
    ] + (it.keySize.map { [claim("Encryption_Key_Size", $0)] } ?? [])
  case .readRemoteVersionInformationComplete:
    let it = try ReadRemoteVersionInformationComplete(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle),
      claim("Version", it.version.rawValue), claim("Company_Identifier", it.companyIdentifier),
      claim("Subversion", it.subversion),
    ]
  case .commandStatus:
    let it = try CommandStatus(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Num_HCI_Command_Packets", it.numHCICommandPackets),
      claim("Command_Opcode", it.opcode.rawValue),
    ]
  case .hardwareError:
    return [claim("Hardware_Code", try HardwareError(parameters, in: bytes).hardwareCode)]
  case .flushOccurred:
    return [claim("Handle", try FlushOccurred(parameters, in: bytes).handle)]
  case .roleChange:
    let it = try RoleChange(parameters, in: bytes)
    return [claim("Status", it.status), claim("BD_ADDR", it.address)]
  case .numberOfCompletedPackets:
    let it = try NumberOfCompletedPackets(parameters, in: bytes)
    var handles: [UInt64] = []
    var counts: [UInt64] = []
    for place in 0..<it.count {
      let entry = it.entry(place, in: bytes)
      handles.append(UInt64(entry.handle.rawValue))
      counts.append(UInt64(entry.completed))
    }
    return [
      claim("Num_Handles", it.count),
      StructClaim(name: "Connection_Handle", value: .numbers(handles)),
      StructClaim(name: "Num_Completed_Packets", value: .numbers(counts)),
    ]
  case .modeChange:
    let it = try ModeChange(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle),
      claim("Current_Mode", it.mode), claim("Interval", it.interval),
    ]
  case .inquiryResultWithRSSI:
    var it = try InquiryResultWithRSSI(parameters, in: bytes)
    var responses: [InquiryResponse] = []
    while let response = try it.next(in: bytes) { responses.append(response) }
    return claims(responses)
  case .extendedInquiryResult:
    let it = try ExtendedInquiryResult(parameters, in: bytes)
    return claims([it.response]) + [claim("Extended_Inquiry_Response", it.data)]
  case .encryptionKeyRefreshComplete:
    let it = try EncryptionKeyRefreshComplete(parameters, in: bytes)
    return [claim("Status", it.status), claim("Connection_Handle", it.handle)]
  case .synchronousConnectionComplete:
    let it = try AudioLinkComplete(parameters, in: bytes)
    return [claim("Status", it.status), claim("Connection_Handle", it.handle)]
  default: return nil
  }
}

private func claims(_ responses: [InquiryResponse]) -> [StructClaim] {
  [
    StructClaim(name: "BD_ADDR", value: .numbers(responses.map(\.address.rawValue))),
    StructClaim(
      name: "Class_Of_Device", value: .numbers(responses.map { UInt64($0.classOfDevice) })),
    StructClaim(
      name: "RSSI",
      value: .numbers(responses.map { UInt64(bitPattern: Int64($0.rssi)) })),
  ]
}

func leEventClaims(
  _ subevent: LEMetaSubevent, _ parameters: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [StructClaim]? {
  switch subevent {
  case .connectionComplete, .enhancedConnectionCompleteV1, .enhancedConnectionCompleteV2:
    guard let version = LEConnectionComplete.Version(subevent) else { return nil }
    return claims(try LEConnectionComplete(parameters, version: version, in: bytes))
  case .connectionUpdateComplete:
    let it = try LEConnectionUpdateComplete(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle),
      claim("Connection_Interval", it.interval.rawValue), claim("Peripheral_Latency", it.latency),
      claim("Supervision_Timeout", it.supervisionTimeout.rawValue),
    ]
  case .readRemoteFeaturesComplete:
    let it = try LEReadRemoteFeaturesComplete(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle),
      claim("LE_Features", it.features),
    ]
  case .longTermKeyRequest:
    let it = try LELongTermKeyRequest(parameters, in: bytes)
    return [
      claim("Connection_Handle", it.handle), claim("Random_Number", it.randomNumber),
      claim("Encrypted_Diversifier", it.encryptedDiversifier),
    ]
  case .remoteConnectionParameterRequest:
    let it = try LERemoteConnectionParameterRequest(parameters, in: bytes)
    return [
      claim("Connection_Handle", it.handle), claim("Interval_Min", it.intervalMin.rawValue),
      claim("Interval_Max", it.intervalMax.rawValue), claim("Max_Latency", it.maxLatency),
      claim("Timeout", it.supervisionTimeout.rawValue),
    ]
  case .dataLengthChange:
    let it = try LEDataLengthChange(parameters, in: bytes)
    return [
      claim("Connection_Handle", it.handle), claim("Max_TX_Octets", it.maxTXOctets),
      claim("Max_TX_Time", it.maxTXTime), claim("Max_RX_Octets", it.maxRXOctets),
      claim("Max_RX_Time", it.maxRXTime),
    ]
  case .phyUpdateComplete:
    let it = try LEPHYUpdateComplete(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle),
      claim("TX_PHY", it.txPHY.rawValue), claim("RX_PHY", it.rxPHY.rawValue),
    ]
  case .advertisingSetTerminated:
    let it = try LEAdvertisingSetTerminated(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Advertising_Handle", it.advertisingHandle),
      claim("Connection_Handle", it.connectionHandle),
      claim(
        "Num_Completed_Extended_Advertising_Events", it.numCompletedExtendedAdvertisingEvents),
    ]
  case .channelSelectionAlgorithm:
    let it = try LEChannelSelectionAlgorithm(parameters, in: bytes)
    return [
      claim("Connection_Handle", it.handle), claim("Channel_Selection_Algorithm", it.algorithm),
    ]
  case .cisEstablishedV1, .cisEstablishedV2:
    let it = try AudioLinkComplete(parameters, in: bytes)
    return [claim("Status", it.status), claim("Connection_Handle", it.handle)]
  case .requestPeerSCAComplete:
    let it = try LERequestPeerSCAComplete(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle),
      claim("Peer_Clock_Accuracy", it.peerClockAccuracy.rawValue),
    ]
  case .pathLossThreshold:
    let it = try LEPathLossThreshold(parameters, in: bytes)
    return [
      claim("Connection_Handle", it.handle),
      claim("Current_Path_Loss", known: it.currentPathLoss),
    ]
  case .transmitPowerReporting:
    let it = try LETransmitPowerReporting(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle),
      claim("PHY", it.phy.rawValue), claim("TX_Power_Level", known: it.txPowerLevel),
      claim("Delta", known: it.delta),
    ]
  case .subrateChange:
    let it = try LESubrateChange(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle),
      claim("Subrate_Factor", it.subrateFactor), claim("Peripheral_Latency", it.peripheralLatency),
      claim("Continuation_Number", it.continuationNumber),
      claim("Supervision_Timeout", it.supervisionTimeout.rawValue),
    ]
  default: return try reportClaims(subevent, parameters, in: bytes)
  }
}

private func claims(_ it: LEConnectionComplete) -> [StructClaim] {
  [
    claim("Status", it.status), claim("Connection_Handle", it.handle),
    claim("Peer_Address_Type", it.peerAddressType.rawValue),
    claim("Peer_Address", it.peerAddress),
    claim("Connection_Interval", it.interval.rawValue), claim("Peripheral_Latency", it.latency),
    claim("Supervision_Timeout", it.supervisionTimeout.rawValue),
    claim("Central_Clock_Accuracy", it.centralClockAccuracy.rawValue),
  ]
    + (it.localResolvablePrivateAddress.map { [claim("Local_Resolvable_Private_Address", $0)] }
      ?? [])
    + (it.peerResolvablePrivateAddress.map { [claim("Peer_Resolvable_Private_Address", $0)] } ?? [])
    + (it.advertisingHandle.map { [claim("Advertising_Handle", $0)] } ?? [])
    + (it.syncHandle.map { [claim("Sync_Handle", $0)] } ?? [])
}

/// Advertising reports, each of several devices.
private func reportClaims(
  _ subevent: LEMetaSubevent, _ parameters: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [StructClaim]? {
  var types: [UInt64] = []
  var addresses: [UInt64] = []
  var strengths: [UInt64] = []
  func add(_ type: UInt64, _ address: DeviceAddress, _ rssi: Int8?) {
    types.append(type)
    addresses.append(address.rawValue)
    strengths.append(rssi.map { UInt64(bitPattern: Int64($0)) } ?? 127)
  }
  switch subevent {
  case .advertisingReport:
    var reports = try LEAdvertisingReports(parameters, in: bytes)
    while let it = try reports.next(in: bytes) {
      add(UInt64(it.eventType.rawValue), it.address, it.rssi)
    }
  case .directedAdvertisingReport:
    var reports = try LEDirectedAdvertisingReports(parameters, in: bytes)
    while let it = try reports.next(in: bytes) {
      add(UInt64(it.eventType.rawValue), it.address, it.rssi)
    }
  case .extendedAdvertisingReport:
    var reports = try LEExtendedAdvertisingReports(parameters, in: bytes)
    while let it = try reports.next(in: bytes) {
      add(UInt64(it.eventType.rawValue), it.address, it.rssi)
    }
  default: return nil
  }
  return [
    StructClaim(name: "Event_Type", value: .numbers(types)),
    StructClaim(name: "Address", value: .numbers(addresses)),
    StructClaim(name: "RSSI", value: .numbers(strengths)),
  ]
}
