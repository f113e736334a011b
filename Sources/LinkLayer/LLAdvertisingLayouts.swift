import BluetoothProtocol

/// The payloads of advertising channel PDUs, as `decode` shows them. Core Vol 6, Part B, 2.3.
enum LLAdvertisingLayouts {
  static let advInd = ParameterLayout(
    "ADV_IND", [.address("AdvA"), .advertisingData("AdvData", .rest)])
  static let advDirectInd = ParameterLayout(
    "ADV_DIRECT_IND", [.address("AdvA"), .address("TargetA")])
  static let advNonconnInd = ParameterLayout(
    "ADV_NONCONN_IND", [.address("AdvA"), .advertisingData("AdvData", .rest)])
  static let advScanInd = ParameterLayout(
    "ADV_SCAN_IND", [.address("AdvA"), .advertisingData("AdvData", .rest)])
  static let scanReq = ParameterLayout("SCAN_REQ", [.address("ScanA"), .address("AdvA")])
  static let auxScanReq = ParameterLayout("AUX_SCAN_REQ", [.address("ScanA"), .address("AdvA")])
  static let scanRsp = ParameterLayout(
    "SCAN_RSP", [.address("AdvA"), .advertisingData("ScanRspData", .rest)])
  static let connectInd = ParameterLayout("CONNECT_IND", connect)
  static let auxConnectReq = ParameterLayout("AUX_CONNECT_REQ", connect)

  /// InitA, AdvA and LLData. Core Vol 6, Part B, 2.3.3.1.
  private static let connect: [Parameter] = [
    .address("InitA"), .address("AdvA"), .hex("AA", octets: 4).brief, .hex("CRCInit", octets: 3),
    .time("WinSize", octets: 1, .slotPairs), .time("WinOffset", .slotPairs),
    .time("Interval", .slotPairs).brief, .u16("Latency").brief,
    .time("Timeout", .hundredths).brief, .hex("ChM", octets: 5),
    .split(
      "Hop and SCA", octets: 1,
      [
        Parameter.Part("Hop", bit: 0, width: 5),
        Parameter.Part("SCA", bit: 5, width: 3, .clockAccuracy),
      ]),
  ]

  static func layout(_ type: UInt8, isSecondary: Bool) -> ParameterLayout? {
    switch type {
    case 0: advInd
    case 1: advDirectInd
    case 2: advNonconnInd
    case 3: isSecondary ? auxScanReq : scanReq
    case 4: scanRsp
    case 5: isSecondary ? auxConnectReq : connectInd
    case 6: advScanInd
    default: nil
    }
  }
}
