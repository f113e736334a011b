import BluetoothProtocol
import Bytes

/// How well an answer fits a request. A capture may lack the answer to one request and hold the
/// answer to the next one: the handles in an answer show which of the two it is for.
enum AnswerFit: Int, Comparable {
  /// It cannot be the answer to this request.
  case none
  case possible
  /// It names what the request asked for.
  case exact

  static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// What of an answer shows for which request it is.
struct ATTAnswer {
  enum Content {
    /// Its first entry, and the octets of one entry.
    case list(first: UInt16, octets: Int)
    case error(handle: UInt16, ATTErrorCode)
    /// It names no handle.
    case other
  }

  var content: Content

  init(_ error: ATTErrorResponse) {
    content = .error(handle: error.handle.rawValue, ATTErrorCode(error.error))
  }

  init(_ opcode: ATTOpcode, _ body: ByteRange, in bytes: Span<UInt8>) {
    let entries: ATTEntryList? =
      switch opcode {
      case .findInformationResponse:
        (try? ATTFindInformationResponse(body, in: bytes))?.entries
      case .findByTypeValueResponse:
        (try? ATTFindByTypeValueResponse(body, in: bytes))?.entries
      case .readByTypeResponse: (try? ATTReadByTypeResponse(body, in: bytes))?.entries
      case .readByGroupTypeResponse:
        (try? ATTReadByGroupTypeResponse(body, in: bytes))?.entries
      default: nil
      }
    content =
      entries.flatMap { list in
        list.count == 0
          ? nil : .list(first: bytes.u16le(list.entry(0).start), octets: list.octets)
      } ?? .other
  }
}

extension PendingPDU {
  /// - Parameter answer: of this request's opcode.
  func fit(_ answer: ATTAnswer) -> AnswerFit {
    switch answer.content {
    case .other: .possible
    case .list(let first, let octets):
      if let handle, let end {
        first >= handle.rawValue && first <= end.rawValue && mayHaveEntries(of: octets)
          ? .exact : .none
      } else {
        .possible
      }
    case .error(let named, let code): fit(errorAt: named, code)
    }
  }

  /// Attribute Not Found names the first handle that was asked for. Some servers name the one
  /// behind the last instead. Core Vol 3, Part F, 3.4.3 and 3.4.4.
  private func fit(errorAt named: UInt16, _ code: ATTErrorCode) -> AnswerFit {
    guard let handle else { return .possible }
    if named == handle.rawValue { return .exact }
    guard let end else { return named == 0 ? .possible : .none }
    if code == .attributeNotFound {
      return named == end.next.rawValue ? .possible : .none
    }
    return named > handle.rawValue && named <= end.rawValue ? .possible : .none
  }

  /// Declarations have lengths of their own. Core Vol 3, Part G, 3.1 to 3.3.
  private func mayHaveEntries(of octets: Int) -> Bool {
    guard opcode == .readByTypeRequest, case .type(let type) = subject else { return true }
    return switch type {
    case .characteristicDeclaration: octets == 7 || octets == 21
    case .includeDeclaration: octets == 6 || octets == 8
    default: true
    }
  }

  /// Whether this request goes on where the answer to another one ended, which its client must have
  /// had for that.
  func continues(_ other: PendingPDU) -> Bool {
    guard let handle, let before = other.handle else { return false }
    switch (subject, other.subject) {
    case (.service(let uuid, _), .service(let earlier, _)):
      guard uuid == earlier else { return false }
    case (.type(let type), .type(let earlier)):
      guard type == earlier else { return false }
    case (.nothing, .nothing):
      guard opcode == .findInformationRequest else { return false }
    default: return false
    }
    return opcode == other.opcode && end == other.end && end != nil && before < handle
  }
}

extension ATTHandle {
  /// The last one is its own.
  var next: ATTHandle { rawValue == .max ? self : ATTHandle(rawValue + 1) }
}
