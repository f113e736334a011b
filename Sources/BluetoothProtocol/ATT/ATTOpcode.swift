/// The first octet of an ATT PDU. Core Vol 3, Part F, 3.4.8, table 3.37.
package struct ATTOpcode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  package init(_ rawValue: UInt8) { self.rawValue = rawValue }

  package static let errorResponse = ATTOpcode(0x01)
  package static let exchangeMTURequest = ATTOpcode(0x02)
  package static let exchangeMTUResponse = ATTOpcode(0x03)
  package static let findInformationRequest = ATTOpcode(0x04)
  package static let findInformationResponse = ATTOpcode(0x05)
  package static let findByTypeValueRequest = ATTOpcode(0x06)
  package static let findByTypeValueResponse = ATTOpcode(0x07)
  package static let readByTypeRequest = ATTOpcode(0x08)
  package static let readByTypeResponse = ATTOpcode(0x09)
  package static let readRequest = ATTOpcode(0x0A)
  package static let readResponse = ATTOpcode(0x0B)
  package static let readBlobRequest = ATTOpcode(0x0C)
  package static let readBlobResponse = ATTOpcode(0x0D)
  package static let readMultipleRequest = ATTOpcode(0x0E)
  package static let readMultipleResponse = ATTOpcode(0x0F)
  package static let readByGroupTypeRequest = ATTOpcode(0x10)
  package static let readByGroupTypeResponse = ATTOpcode(0x11)
  package static let writeRequest = ATTOpcode(0x12)
  package static let writeResponse = ATTOpcode(0x13)
  package static let prepareWriteRequest = ATTOpcode(0x16)
  package static let prepareWriteResponse = ATTOpcode(0x17)
  package static let executeWriteRequest = ATTOpcode(0x18)
  package static let executeWriteResponse = ATTOpcode(0x19)
  package static let handleValueNotification = ATTOpcode(0x1B)
  package static let handleValueIndication = ATTOpcode(0x1D)
  package static let handleValueConfirmation = ATTOpcode(0x1E)
  package static let readMultipleVariableRequest = ATTOpcode(0x20)
  package static let readMultipleVariableResponse = ATTOpcode(0x21)
  package static let multipleHandleValueNotification = ATTOpcode(0x23)
  package static let writeCommand = ATTOpcode(0x52)
  package static let signedWriteCommand = ATTOpcode(0xD2)

  /// What a PDU does in the exchange between client and server.
  package enum Role: Hashable, Sendable {
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

  package var role: Role {
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
  package var isFromClient: Bool? {
    switch role {
    case .request, .command, .confirmation: true
    case .response, .notification, .indication: false
    case .unrecognized: nil
    }
  }

  /// The request that this response ends; `nil` for an error response, which names it itself, and
  /// for all that is no response.
  package var answeredRequest: ATTOpcode? {
    role == .response && self != .errorResponse ? ATTOpcode(rawValue - 1) : nil
  }

  /// The specification's name in snake_case, as reports use it; `nil` for an unknown opcode.
  package var key: String? {
    switch rawValue {
    case 0x01: "error_response"
    case 0x02: "exchange_mtu_request"
    case 0x03: "exchange_mtu_response"
    case 0x04: "find_information_request"
    case 0x05: "find_information_response"
    case 0x06: "find_by_type_value_request"
    case 0x07: "find_by_type_value_response"
    case 0x08: "read_by_type_request"
    case 0x09: "read_by_type_response"
    case 0x0A: "read_request"
    case 0x0B: "read_response"
    case 0x0C: "read_blob_request"
    case 0x0D: "read_blob_response"
    case 0x0E: "read_multiple_request"
    case 0x0F: "read_multiple_response"
    case 0x10: "read_by_group_type_request"
    case 0x11: "read_by_group_type_response"
    case 0x12: "write_request"
    case 0x13: "write_response"
    case 0x16: "prepare_write_request"
    case 0x17: "prepare_write_response"
    case 0x18: "execute_write_request"
    case 0x19: "execute_write_response"
    case 0x1B: "handle_value_notification"
    case 0x1D: "handle_value_indication"
    case 0x1E: "handle_value_confirmation"
    case 0x20: "read_multiple_variable_request"
    case 0x21: "read_multiple_variable_response"
    case 0x23: "multiple_handle_value_notification"
    case 0x52: "write_command"
    case 0xD2: "signed_write_command"
    default: nil
    }
  }
}

/// An attribute handle: 0x0001 to 0xFFFF, 0 is reserved. Core Vol 3, Part F, 3.2.2.
package struct ATTHandle: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: UInt16
  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package init(_ rawValue: UInt16) { self.rawValue = rawValue }

  package static func < (a: ATTHandle, b: ATTHandle) -> Bool { a.rawValue < b.rawValue }
}
