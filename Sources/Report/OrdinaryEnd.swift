import BluetoothProtocol

/// Errors that are no faults.
extension ReportV1.ATTError {
  /// How the protocol says that a search or a long read is over.
  package var isOrdinaryEnd: Bool {
    switch code {
    case 0x0A: answersDiscovery
    // Some servers say so where a search starts after their last handle.
    case 0x01: answersDiscovery
    case 0x07, 0x0B: request == .readBlobRequest
    default: false
    }
  }

  /// It answers a request that looks for attributes.
  package var answersDiscovery: Bool { request?.isDiscovery ?? false }
}
