import BluetoothProtocol

/// Errors as an app gets them from Core Bluetooth: an NSError's domain and code, and what it means.
/// The codes of CBATTErrorDomain are those of ATT; those of CBErrorDomain are listed in CBError.h.
enum CoreBluetoothErrors {
  static func att(_ error: ATTErrorCode?) -> String {
    guard let error else { return "error nil" }
    return "error CBATTErrorDomain code \(error.rawValue) (\(error.name ?? "unknown"))"
  }

  /// What ended a connection, or kept it from coming about. The host's own wish is no error.
  static func connection(_ reason: HCIStatus) -> String {
    let (code, name): (Int, String)
    switch reason {
    case .connectionTerminatedByLocalHost: return "error nil"
    case .connectionTimeout: (code, name) = (6, "CBErrorConnectionTimeout")
    case .remoteUserTerminatedConnection, .remoteDeviceTerminatedLowResources,
      .remoteDeviceTerminatedPowerOff:
      (code, name) = (7, "CBErrorPeripheralDisconnected")
    case .connectionFailedToBeEstablished: (code, name) = (10, "CBErrorConnectionFailed")
    case HCIStatus(0x09): (code, name) = (11, "CBErrorConnectionLimitReached")
    default: (code, name) = (0, "CBErrorUnknown")
    }
    return "error CBErrorDomain code \(code) (\(name)): \(reason)"
  }
}
