import BluetoothProtocol
import Report

/// What of a request shows what its sender is doing, whether it was answered or not.
struct RequestPurpose {
  var opcode: ATTOpcode
  /// The type of attribute that is looked for, or the service's UUID.
  var type: BluetoothUUID?
  /// It is about an attribute that is known to be a descriptor.
  var isOfDescriptor = false
  /// What a subscription writes.
  var subscription: UInt16?

  /// Whether it asks what attributes there are. A read by another type than a declaration's reads a
  /// characteristic's value.
  var isDiscovery: Bool {
    switch opcode {
    case .findInformationRequest, .findByTypeValueRequest, .readByGroupTypeRequest: true
    case .readByTypeRequest: type?.declarationName != nil
    default: false
    }
  }

  /// Client Supported Features, Database Hash, Server Supported Features: host stacks read them on
  /// their own before or after discovery. Core Vol 3, Part G, 7.2 to 7.4.
  private var isOfGATTService: Bool {
    guard let short = type?.short16 else { return false }
    return [0x2B29, 0x2B2A, 0x2B3A].contains(short)
  }

  var phase: ReportV1.PhaseName {
    switch opcode {
    case .exchangeMTURequest: .mtu
    case _ where isDiscovery: .explore
    case .readByTypeRequest where isOfGATTService: .explore
    case .readRequest, .readBlobRequest: isOfDescriptor ? .explore : .interact
    // One that ends a subscription belongs to the close, where nothing else follows.
    default: subscription.map { $0 == 0 ? .close : .subscribe } ?? .interact
    }
  }
}

extension RequestPurpose {
  /// - Parameter database: of the server that was asked.
  init(_ request: PendingPDU, _ database: borrowing GATTDatabase) {
    opcode = request.opcode
    switch request.subject {
    case .type(let type): self.type = type
    case .service(let uuid, _): type = uuid
    case .subscription(let bits): subscription = bits
    default: break
    }
    if request.end == nil, let handle = request.handle {
      // Where the assigned numbers have the descriptors.
      isOfDescriptor = database.attributeType(handle)?.short16.map { $0 >> 8 == 0x29 } ?? false
    }
  }
}

extension ATTTransaction {
  var purpose: RequestPurpose {
    RequestPurpose(
      opcode: opcode, type: type, isOfDescriptor: isOfDescriptor, subscription: subscription)
  }

  var isDiscovery: Bool { purpose.isDiscovery }
}
