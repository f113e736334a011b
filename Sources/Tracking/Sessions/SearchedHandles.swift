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

/// What was looked for in one server. Some servers name in Attribute Not Found the handle behind
/// the last that was asked for, and not the first. Of a server that named the first one before,
/// such an error is the answer to another request.
struct ServerSearches: Sendable {
  private var sure = SearchedHandles()
  private var likely = SearchedHandles()
  private var namesFirst = false

  mutating func insert(
    _ search: SearchedHandles.Search, _ fit: AnswerFit, _ bounds: inout BoundsReached
  ) {
    if fit == .exact {
      sure.insert(search, &bounds)
    } else if fit == .possible {
      likely.insert(search, &bounds)
    }
  }

  mutating func noteFirstNamed() { namesFirst = true }

  /// All that counts.
  var searches: [SearchedHandles.Search] {
    guard !namesFirst, !likely.searches.isEmpty else { return sure.searches }
    var all = sure
    // Counted already, when it was noted.
    var bounds = BoundsReached(Ledger())
    for search in likely.searches { all.insert(search, &bounds) }
    return all.searches
  }
}

extension ConnectionState {
  /// Takes note of what a response covers.
  mutating func noteSearch(
    _ request: PendingPDU, _ body: ByteRange, _ server: Side, in bytes: Span<UInt8>
  ) {
    // Of what the logger cut nothing is known: it may have held what was looked for.
    guard !body.isCut, let end = request.end,
      let covered = request.opcode.lastCovered(body, in: bytes)
    else { return }
    noteSearch(request, through: min(covered, end), .exact, server)
  }

  /// Takes note of what Attribute Not Found covers.
  mutating func noteVainSearch(_ request: PendingPDU, _ fit: AnswerFit, _ server: Side) {
    guard let end = request.end else { return }
    if fit == .exact, !request.isOverlapped {
      if server == .peer { peerSearches.noteFirstNamed() } else { localSearches.noteFirstNamed() }
    }
    noteSearch(request, through: end, fit, server)
  }

  /// Where two requests waited, the answer may be the one to the other.
  private mutating func noteSearch(
    _ request: PendingPDU, through last: ATTHandle, _ fit: AnswerFit, _ server: Side
  ) {
    guard !request.isOverlapped, let (kind, uuid) = request.search, let first = request.handle
    else { return }
    let search = SearchedHandles.Search(
      kind: kind, uuid: uuid, first: first.rawValue, last: last.rawValue)
    if server == .peer {
      peerSearches.insert(search, fit, &bounds)
    } else {
      localSearches.insert(search, fit, &bounds)
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
