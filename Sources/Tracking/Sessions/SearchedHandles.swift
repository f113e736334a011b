import BluetoothProtocol
import Bytes
import Report

/// The handles of a server in which a client looked for attributes, and had its answers: what is
/// not known of these is not there. Of all others nothing is known.
///
/// A list of the server's answers covers the handles from the first that was asked for to the last
/// that was found; Attribute Not Found covers all that were asked for. Core Vol 3, Part F, 3.4.3
/// and 3.4.4.
package struct SearchedHandles: Sendable {
  package struct Search: Hashable, Sendable {
    package var kind: ReportV1.SearchKind
    /// The service that was looked for; `nil` where it was any.
    package var uuid: BluetoothUUID?
    package var first: UInt16
    package var last: UInt16
  }

  /// Of each kind and UUID, ranges that neither overlap nor touch.
  package private(set) var searches: [Search] = []

  static let limit = 256
  /// What one takes here and in the report, in octets.
  static let weight = 128

  mutating func insert(_ search: Search, _ bounds: inout BoundsReached) {
    guard search.first <= search.last else { return }
    var whole = search
    let before = searches.count
    // Those that are left do not touch each other, so that one pass finds all that the new one
    // joins.
    searches.removeAll { other in
      guard other.kind == whole.kind, other.uuid == whole.uuid,
        Int(other.first) <= Int(whole.last) + 1, Int(whole.first) <= Int(other.last) + 1
      else { return false }
      whole.first = min(whole.first, other.first)
      whole.last = max(whole.last, other.last)
      return true
    }
    let joined = before - searches.count
    if joined == 0 {
      guard searches.count < Self.limit else { return bounds.insert(.gattEntries) }
      guard bounds.take(Self.weight, for: .gattEntries) else { return }
    } else {
      bounds.give((joined - 1) * Self.weight)
    }
    searches.append(whole)
  }
}

extension ConnectionState {
  /// - Parameter body: of the response; `nil` where the answer was Attribute Not Found.
  mutating func noteSearch(
    _ request: PendingPDU, _ body: ByteRange?, _ server: Side, in bytes: Span<UInt8>
  ) {
    guard let (kind, uuid) = request.search, let first = request.handle, let end = request.end
    else {
      return
    }
    var last = end
    if let body {
      // Of what the logger cut nothing is known: it may have held what was looked for.
      guard !body.isCut, let covered = request.opcode.lastCovered(body, in: bytes) else { return }
      last = min(covered, end)
    }
    let search = SearchedHandles.Search(
      kind: kind, uuid: uuid, first: first.rawValue, last: last.rawValue)
    if server == .peer {
      peerSearches.insert(search, &bounds)
    } else {
      localSearches.insert(search, &bounds)
    }
  }

  package func searches(of side: Side) -> [SearchedHandles.Search] {
    (side == .local ? localSearches : peerSearches).searches
  }
}

extension PendingPDU {
  /// What it looks for, if it looks for attributes.
  fileprivate var search: (kind: ReportV1.SearchKind, uuid: BluetoothUUID?)? {
    switch (opcode, subject) {
    case (.findInformationRequest, _): (.attributes, nil)
    case (.findByTypeValueRequest, .service(let uuid, let isPrimary)):
      (isPrimary ? .primaryServices : .secondaryServices, uuid)
    case (.readByGroupTypeRequest, .type(.primaryService)): (.primaryServices, nil)
    case (.readByGroupTypeRequest, .type(.secondaryService)): (.secondaryServices, nil)
    case (.readByTypeRequest, .type(.characteristicDeclaration)): (.characteristics, nil)
    default: nil
    }
  }
}

extension ATTOpcode {
  /// The last handle that the response to such a request describes.
  fileprivate func lastCovered(_ body: ByteRange, in bytes: Span<UInt8>) -> ATTHandle? {
    switch self {
    case .findInformationRequest:
      guard let entries = try? ATTFindInformationResponse(body, in: bytes).entries else {
        return nil
      }
      return entries.last.map { ATTHandle(bytes.u16le($0.start)) }
    case .findByTypeValueRequest:
      guard let entries = try? ATTFindByTypeValueResponse(body, in: bytes).entries else {
        return nil
      }
      return entries.last.map { ATTHandle(bytes.u16le($0.start + 2)) }
    case .readByGroupTypeRequest:
      guard let entries = try? ATTReadByGroupTypeResponse(body, in: bytes).entries,
        let entry = entries.last, entry.count >= 4
      else { return nil }
      return ATTHandle(bytes.u16le(entry.start + 2))
    case .readByTypeRequest:
      guard let entries = try? ATTReadByTypeResponse(body, in: bytes).entries,
        let entry = entries.last, entry.count >= 5
      else { return nil }
      // The value of a characteristic declares none itself.
      let (declaration, value) = (bytes.u16le(entry.start), bytes.u16le(entry.start + 3))
      return ATTHandle(max(declaration, value))
    default: return nil
    }
  }
}

extension ATTEntryList {
  fileprivate var last: ByteRange? { count > 0 ? entry(count - 1) : nil }
}
