/// The first octet of an ATT PDU. Core Vol 3, Part F, 3.4.8, table 3.37.
public struct ATTOpcode: RawRepresentable, Hashable, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }
  @inlinable public init(_ rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable public static var errorResponse: Self { Self(0x01) }
  @inlinable public static var exchangeMTURequest: Self { Self(0x02) }
  @inlinable public static var exchangeMTUResponse: Self { Self(0x03) }
  @inlinable public static var findInformationRequest: Self { Self(0x04) }
  @inlinable public static var findInformationResponse: Self { Self(0x05) }
  @inlinable public static var findByTypeValueRequest: Self { Self(0x06) }
  @inlinable public static var findByTypeValueResponse: Self { Self(0x07) }
  @inlinable public static var readByTypeRequest: Self { Self(0x08) }
  @inlinable public static var readByTypeResponse: Self { Self(0x09) }
  @inlinable public static var readRequest: Self { Self(0x0A) }
  @inlinable public static var readResponse: Self { Self(0x0B) }
  @inlinable public static var readBlobRequest: Self { Self(0x0C) }
  @inlinable public static var readBlobResponse: Self { Self(0x0D) }
  @inlinable public static var readMultipleRequest: Self { Self(0x0E) }
  @inlinable public static var readMultipleResponse: Self { Self(0x0F) }
  @inlinable public static var readByGroupTypeRequest: Self { Self(0x10) }
  @inlinable public static var readByGroupTypeResponse: Self { Self(0x11) }
  @inlinable public static var writeRequest: Self { Self(0x12) }
  @inlinable public static var writeResponse: Self { Self(0x13) }
  @inlinable public static var prepareWriteRequest: Self { Self(0x16) }
  @inlinable public static var prepareWriteResponse: Self { Self(0x17) }
  @inlinable public static var executeWriteRequest: Self { Self(0x18) }
  @inlinable public static var executeWriteResponse: Self { Self(0x19) }
  @inlinable public static var handleValueNotification: Self { Self(0x1B) }
  @inlinable public static var handleValueIndication: Self { Self(0x1D) }
  @inlinable public static var handleValueConfirmation: Self { Self(0x1E) }
  @inlinable public static var readMultipleVariableRequest: Self { Self(0x20) }
  @inlinable public static var readMultipleVariableResponse: Self { Self(0x21) }
  @inlinable public static var multipleHandleValueNotification: Self { Self(0x23) }
  @inlinable public static var writeCommand: Self { Self(0x52) }
  @inlinable public static var signedWriteCommand: Self { Self(0xD2) }

  /// What a PDU does in the exchange between client and server.
  public enum Role: Hashable, Sendable {
    /// Sent by the client, awaits a response.
    case request
    /// Sent by the server, ends a request.
    case response
    /// Sent by the client, awaits nothing.
    case command
    /// Sent by the server, awaits nothing.
    case notification
    /// Sent by the server, awaits a confirmation.
    case indication
    /// Sent by the client, ends an indication.
    case confirmation
    case unrecognized
  }

  public var role: Role {
    switch rawValue {
    case 0x02, 0x04, 0x06, 0x08, 0x0A, 0x0C, 0x0E, 0x10, 0x12, 0x16, 0x18, 0x20: .request
    case 0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x21: .response
    case 0x52, 0xD2: .command
    case 0x1B, 0x23: .notification
    case 0x1D: .indication
    case 0x1E: .confirmation
    default: .unrecognized
    }
  }

  /// Whether the client sends it; `nil` for an opcode that is not known.
  public var isFromClient: Bool? {
    switch role {
    case .request, .command, .confirmation: true
    case .response, .notification, .indication: false
    case .unrecognized: nil
    }
  }

  /// The request that this response ends; `nil` for an error response, which names it itself, and
  /// for all that is no response.
  public var answeredRequest: ATTOpcode? {
    role == .response && self != .errorResponse ? ATTOpcode(rawValue - 1) : nil
  }

  /// Not assigned.
  @inlinable public static var unrecognized: Self { Self(0) }

  /// By its key; `unrecognized` for all else.
  public init(key: String) { self = Self.byKey[key] ?? .unrecognized }

  private static let byKey = Dictionary(
    uniqueKeysWithValues: (UInt8.min...UInt8.max).compactMap { number in
      Self(number).key.map { ($0, Self(number)) }
    })

  /// Whether it looks for attributes.
  public var isDiscovery: Bool {
    switch self {
    case .findInformationRequest, .findByTypeValueRequest, .readByTypeRequest,
      .readByGroupTypeRequest:
      true
    default: false
    }
  }

  /// The specification's name in snake_case, as reports use it; `nil` for an unknown opcode.
  public var key: String? { Self.keys[Int(rawValue)] }

  private static let keys = (UInt8.min...UInt8.max).map { number -> String? in
    let opcode = Self(number)
    guard opcode.role != .unrecognized else { return nil }
    return opcode.title.description.lowercased().replacing(" ", with: "_")
  }

  /// Whether its PDU is a handle and one value that is written or sent unasked.
  public var carriesValue: Bool {
    switch self {
    case .writeRequest, .writeCommand, .handleValueNotification, .handleValueIndication: true
    default: false
    }
  }
}

/// An attribute handle: 0x0001 to 0xFFFF, 0 is reserved. Core Vol 3, Part F, 3.2.2.
public struct ATTHandle: RawRepresentable, Hashable, Comparable, Sendable {
  public let rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }
  @inlinable public init(_ rawValue: UInt16) { self.rawValue = rawValue }

  public static func < (a: ATTHandle, b: ATTHandle) -> Bool { a.rawValue < b.rawValue }
}
