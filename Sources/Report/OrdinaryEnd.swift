/// Errors that are no faults.
extension ReportV1.ATTError {
  /// Requests that look for attributes.
  package var answersDiscovery: Bool { Self.isDiscovery(request) }

  package static func isDiscovery(_ request: String?) -> Bool {
    switch request {
    case "find_information_request", "find_by_type_value_request", "read_by_type_request",
      "read_by_group_type_request":
      true
    default: false
    }
  }

  /// How the protocol says that a search or a long read is over.
  package var isOrdinaryEnd: Bool {
    switch code {
    case 0x0A: answersDiscovery
    // Some servers say so where a search starts after their last handle.
    case 0x01: answersDiscovery
    case 0x07, 0x0B: request == "read_blob_request"
    default: false
    }
  }
}
