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
  case .commandStatus:
    let it = try CommandStatus(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Num_HCI_Command_Packets", it.numHCICommandPackets),
      claim("Command_Opcode", it.opcode.rawValue),
    ]
  case .remoteVersionInformationComplete:
    let it = try RemoteVersionInformationComplete(parameters, in: bytes)
    return [
      claim("Status", it.status), claim("Connection_Handle", it.handle),
      claim("Company_Identifier", it.companyIdentifier),
    ]
  case .hardwareError:
    return [claim("Hardware_Code", try HardwareError(parameters, in: bytes).hardwareCode)]
  case .roleChange:
    let it = try RoleChange(parameters, in: bytes)
    return [claim("Status", it.status), claim("BD_ADDR", it.address)]
  case .numberOfCompletedPackets:
    let it = try NumberOfCompletedPackets(parameters, in: bytes)
    var handles: [UInt64] = []
    var counts: [UInt64] = []
    for index in 0..<it.count {
      let entry = it.entry(index, in: bytes)
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
  case .encryptionKeyRefreshComplete:
    let it = try EncryptionKeyRefreshComplete(parameters, in: bytes)
    return [claim("Status", it.status), claim("Connection_Handle", it.handle)]
  case .synchronousConnectionComplete:
    let it = try AudioLinkComplete(parameters, in: bytes)
    return [claim("Status", it.status), claim("Connection_Handle", it.handle)]
  default: return nil
  }
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
  case .remoteConnectionParameterRequest:
    let it = try LERemoteConnectionParameterRequest(parameters, in: bytes)
    return [
      claim("Connection_Handle", it.handle), claim("Interval_Min", it.intervalMin.rawValue),
      claim("Interval_Max", it.intervalMax.rawValue), claim("Max_Latency", it.maxLatency),
      claim("Timeout", it.supervisionTimeout.rawValue),
    ]
  case .readRemoteFeaturesComplete:
    let it = try LEReadRemoteFeaturesComplete(parameters, in: bytes)
    return [claim("Status", it.status), claim("Connection_Handle", it.handle)]
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
  case .cisEstablishedV1, .cisEstablishedV2:
    let it = try AudioLinkComplete(parameters, in: bytes)
    return [claim("Status", it.status), claim("Connection_Handle", it.handle)]
  case .createBIGComplete, .bigSyncEstablished:
    let it = try BroadcastStreams(
      parameters, isSent: subevent == .createBIGComplete, in: bytes)
    return [
      claim("Status", it.status),
      StructClaim(
        name: "Connection_Handle", value: .numbers(it.handles.map { UInt64($0.rawValue) })),
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
  ]
}

/// Advertising reports, each of several devices.
private func reportClaims(
  _ subevent: LEMetaSubevent, _ parameters: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [StructClaim]? {
  var addresses: [UInt64] = []
  var strengths: [UInt64] = []
  func add(_ address: DeviceAddress, _ rssi: Int8?) {
    addresses.append(address.rawValue)
    strengths.append(rssi.map { UInt64(bitPattern: Int64($0)) } ?? 127)
  }
  switch subevent {
  case .advertisingReport:
    var reports = try LEAdvertisingReports(parameters, in: bytes)
    while let it = try reports.next(in: bytes) {
      add(it.address, it.rssi)
    }
  case .extendedAdvertisingReport:
    var reports = try LEExtendedAdvertisingReports(parameters, in: bytes)
    while let it = try reports.next(in: bytes) {
      add(it.address, it.rssi)
    }
  default: return nil
  }
  return [
    StructClaim(name: "Address", value: .numbers(addresses)),
    StructClaim(name: "RSSI", value: .numbers(strengths)),
  ]
}
