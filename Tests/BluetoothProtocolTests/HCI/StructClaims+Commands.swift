import BluetoothProtocol
import Bytes

func commandClaims(
  _ opcode: HCIOpcode, _ parameters: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [StructClaim]? {
  switch opcode {
  case .disconnect:
    let it = try Disconnect(parameters, in: bytes)
    return [claim("Connection_Handle", it.handle), claim("Reason", it.reason)]
  case .createConnection:
    return [claim("BD_ADDR", try CreateConnection(parameters, in: bytes).address)]
  default:
    if let claims = try scanningClaims(opcode, parameters, in: bytes) { return claims }
    if let claims = try advertisingClaims(opcode, parameters, in: bytes) { return claims }
    return try connectingClaims(opcode, parameters, in: bytes)
  }
}

private func scanningClaims(
  _ opcode: HCIOpcode, _ parameters: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [StructClaim]? {
  switch opcode {
  case .leSetScanParameters:
    let it = try LESetScanParameters(parameters, in: bytes)
    return [
      claim("LE_Scan_Interval", it.scanInterval.rawValue),
      claim("LE_Scan_Window", it.scanWindow.rawValue),
      claim("Own_Address_Type", it.ownAddressType.rawValue),
      claim("Scanning_Filter_Policy", it.filterPolicy),
    ]
  case .leSetScanEnable:
    let it = try LESetScanEnable(parameters, in: bytes)
    return [
      claim("LE_Scan_Enable", isSet: it.isEnabled),
      claim("Filter_Duplicates", isSet: it.filtersDuplicates),
    ]
  case .leSetExtendedScanParameters:
    let it = try LESetExtendedScanParameters(parameters, in: bytes)
    let scannings = [it.le1M, it.leCoded].compactMap { $0 }
    // Bits that are reserved have no parameters; a layout takes each bit for a PHY.
    guard scannings.count == it.scanningPHYs.rawValue.nonzeroBitCount else { return nil }
    return [
      claim("Own_Address_Type", it.ownAddressType.rawValue),
      claim("Scanning_Filter_Policy", it.filterPolicy),
      claim("Scanning_PHYs", it.scanningPHYs.rawValue),
      StructClaim(
        name: "Scan_Interval",
        value: .numbers(scannings.map { UInt64($0.scanInterval.rawValue) })),
      StructClaim(
        name: "Scan_Window", value: .numbers(scannings.map { UInt64($0.scanWindow.rawValue) })),
    ]
  case .leSetExtendedScanEnable:
    let it = try LESetExtendedScanEnable(parameters, in: bytes)
    return [
      claim("Enable", isSet: it.isEnabled),
      claim("Filter_Duplicates", isSet: it.filtersDuplicates),
      claim("Duration", it.duration), claim("Period", it.period),
    ]
  default: return nil
  }
}

private func advertisingClaims(
  _ opcode: HCIOpcode, _ parameters: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [StructClaim]? {
  switch opcode {
  case .leSetAdvertisingEnable:
    let it = try LESetAdvertisingEnable(parameters, in: bytes)
    return [claim("Advertising_Enable", isSet: it.isEnabled)]
  case .leSetExtendedAdvertisingEnable:
    let it = try LESetExtendedAdvertisingEnable(parameters, in: bytes)
    var sets: [LESetExtendedAdvertisingEnable.AdvertisingSet] = []
    for index in 0..<it.count { sets.append(it.entry(index, in: bytes)) }
    return [
      claim("Enable", isSet: it.isEnabled), claim("Num_Sets", it.count),
      StructClaim(
        name: "Advertising_Handle", value: .numbers(sets.map { UInt64($0.advertisingHandle) })),
      StructClaim(name: "Duration", value: .numbers(sets.map { UInt64($0.duration) })),
      StructClaim(
        name: "Max_Extended_Advertising_Events",
        value: .numbers(sets.map { UInt64($0.maxExtendedAdvertisingEvents) })),
    ]
  default: return nil
  }
}

private func connectingClaims(
  _ opcode: HCIOpcode, _ parameters: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [StructClaim]? {
  switch opcode {
  case .leAddDeviceToFilterAcceptList, .leRemoveDeviceFromFilterAcceptList:
    let it = try LEFilterAcceptListDevice(parameters, in: bytes)
    return [claim("Address_Type", it.addressType.rawValue), claim("Address", it.address)]
  case .leAddDeviceToResolvingList:
    let it = try LEResolvingListDevice(parameters, in: bytes)
    let octets = ByteRange(start: parameters.start + 7, end: parameters.start + 23)
    let key = (0..<16).reduce(UInt128(0)) { $0 | UInt128(bytes[octets.start + $1]) << (8 * $1) }
    return [
      claim("Peer_Identity_Address_Type", it.identity.addressType.rawValue),
      claim("Peer_Identity_Address", it.identity.address),
      // As octets, where they are those of the number.
      claim("Peer_IRK", key == it.key ? octets : ByteRange(start: 0, end: 0)),
    ]
  case .leCreateConnection:
    let it = try LECreateConnection(parameters, in: bytes)
    return [
      claim("LE_Scan_Interval", it.scanInterval.rawValue),
      claim("LE_Scan_Window", it.scanWindow.rawValue),
      claim("Peer_Address_Type", it.peerAddressType.rawValue),
      claim("Peer_Address", it.peerAddress),
      claim("Own_Address_Type", it.ownAddressType.rawValue),
    ] + claims([it.wanted])
  case .leConnectionUpdate:
    let it = try LEConnectionUpdate(parameters, in: bytes)
    return [claim("Connection_Handle", it.handle)] + claims([it.wanted])
  case .leRemoteConnectionParameterRequestReply:
    let it = try LERemoteConnectionParameterRequestReply(parameters, in: bytes)
    return [
      claim("Connection_Handle", it.handle),
      claim("Interval_Min", it.wanted.intervalMin.rawValue),
      claim("Interval_Max", it.wanted.intervalMax.rawValue),
      claim("Max_Latency", it.wanted.maxLatency),
      claim("Timeout", it.wanted.supervisionTimeout.rawValue),
    ]
  case .leRemoteConnectionParameterRequestNegativeReply:
    let it = try LERemoteConnectionParameterRequestNegativeReply(parameters, in: bytes)
    return [claim("Connection_Handle", it.handle), claim("Reason", it.reason)]
  case .leExtendedCreateConnectionV1:
    let it = try LEExtendedCreateConnection(parameters, in: bytes)
    let initiations = [it.le1M, it.le2M, it.leCoded].compactMap { $0 }
    guard initiations.count == it.initiatingPHYs.rawValue.nonzeroBitCount else { return nil }
    return [
      claim("Own_Address_Type", it.ownAddressType.rawValue),
      claim("Peer_Address_Type", it.peerAddressType.rawValue),
      claim("Peer_Address", it.peerAddress),
      claim("Initiating_PHYs", it.initiatingPHYs.rawValue),
    ] + claims(initiations.map(\.wanted))
  default: return nil
  }
}

private func claims(_ wanted: [WantedConnectionParameters]) -> [StructClaim] {
  func claim(_ name: String, _ number: (WantedConnectionParameters) -> UInt64) -> StructClaim {
    StructClaim(name: name, value: .numbers(wanted.map(number)))
  }
  return [
    claim("Connection_Interval_Min") { UInt64($0.intervalMin.rawValue) },
    claim("Connection_Interval_Max") { UInt64($0.intervalMax.rawValue) },
    claim("Max_Latency") { UInt64($0.maxLatency) },
    claim("Supervision_Timeout") { UInt64($0.supervisionTimeout.rawValue) },
    claim("Min_CE_Length") { UInt64($0.minCELength.rawValue) },
    claim("Max_CE_Length") { UInt64($0.maxCELength.rawValue) },
  ]
}

func returnClaims(
  _ opcode: HCIOpcode, _ parameters: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [StructClaim]? {
  switch opcode {
  case .readBufferSize:
    let it = try ReadBufferSizeReturn(parameters, in: bytes)
    return [claim("Status", it.status)]
      + (it.acl.map {
        [
          claim("ACL_Data_Packet_Length", $0.bytes), claim("Total_Num_ACL_Data_Packets", $0.count),
        ]
      } ?? [])
  case .leReadLocalSupportedFeatures:
    return [claim("Status", try LEReadLocalSupportedFeaturesReturn(parameters, in: bytes).status)]
  case .leReadBufferSizeV1, .leReadBufferSizeV2:
    guard let version = LEReadBufferSizeReturn.Version(opcode) else { return nil }
    let it = try LEReadBufferSizeReturn(parameters, version: version, in: bytes)
    return [claim("Status", it.status)]
      + (it.acl.map {
        [
          claim("LE_ACL_Data_Packet_Length", $0.bytes),
          claim("Total_Num_LE_ACL_Data_Packets", $0.count),
        ]
      } ?? [])
      + (it.isochronous.map {
        [
          claim("ISO_Data_Packet_Length", $0.bytes), claim("Total_Num_ISO_Data_Packets", $0.count),
        ]
      } ?? [])
  case .readBDADDR:
    let it = try ReadBDADDRReturn(parameters, in: bytes)
    return [claim("Status", it.status)] + (it.address.map { [claim("BD_ADDR", $0)] } ?? [])
  case .readLocalName:
    return [claim("Status", try ReadLocalNameReturn(parameters, in: bytes).status)]
  case .readRSSI:
    let it = try ReadRSSIReturn(parameters, in: bytes)
    guard it.status == .success else { return [claim("Status", it.status)] }
    return [
      claim("Status", it.status), claim("Handle", it.handle), claim("RSSI", known: it.rssi),
    ]
  default: return nil
  }
}
