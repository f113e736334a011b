import BluetoothProtocol
import Bytes
import LinkLayer

/// What redaction has to know of the packets that a sniffer received: what was sent again, which
/// is replaced by the same octets, and from which state each connection calculates its CRCs.
struct AirRedaction {
  /// A packet in the queue.
  struct Packet {
    var link: Link
    /// Header and payload, in the record.
    var pdu: Range<Int>
    /// Octets of the header.
    var header: Int
    /// Before anything was replaced: PDU and CRC.
    var original: [UInt8]
    /// The state from which the original PDU has the original CRC; nil where that cannot be right.
    var start: LLCRC.State?
    /// The record whose payload it has, which was sent before.
    var source: Int?
    /// The CRC is that of what was sent, which was encrypted.
    var crcIsOfCiphertext: Bool

    /// In the record.
    var payload: Range<Int> {
      min(pdu.lowerBound + header, pdu.upperBound)..<pdu.upperBound
    }
  }

  struct Link: Hashable {
    var sniffer: UInt16
    var address: UInt32
  }

  /// A payload that may be sent again.
  struct Sent {
    var first: UInt8
    var payload: [UInt8]
    var record: Int
    /// What replaced it, once that is settled.
    var image: [UInt8]?
  }

  /// A packet is sent again until it is acknowledged; meanwhile the other side sends others.
  private static let mostSent = 32
  private static let mostLinks = 4096

  private var sent: [Link: [Sent]] = [:]
  private var starts: [Link: (state: LLCRC.State, isCertain: Bool)] = [:]
  /// Payloads that records in the queue are waiting for: how many of them, and what replaced it.
  private var awaited: [Int: (count: Int, image: [UInt8]?)] = [:]

  // MARK: - What is sent again

  /// - Parameter first: the first octet of its header.
  func sent(_ payload: ArraySlice<UInt8>, _ first: UInt8, on link: Link) -> Sent? {
    sent[link]?.last { $0.first & 3 == first & 3 && $0.payload.elementsEqual(payload) }
  }

  mutating func note(_ payload: ArraySlice<UInt8>, _ first: UInt8, _ record: Int, on link: Link) {
    if sent.count >= Self.mostLinks, sent[link] == nil { sent = [:] }
    var list = sent[link] ?? []
    list.removeAll { $0.first & 3 == first & 3 && $0.payload.elementsEqual(payload) }
    if list.count == Self.mostSent { list.removeFirst() }
    list.append(Sent(first: first, payload: Array(payload), record: record))
    sent[link] = list
  }

  mutating func await(_ record: Int) { awaited[record, default: (0, nil)].count += 1 }

  /// - Returns: what replaced the payload of a record that was awaited.
  mutating func image(of record: Int) -> [UInt8]? {
    guard let entry = awaited[record] else { return nil }
    awaited[record] = entry.count > 1 ? (entry.count - 1, entry.image) : nil
    return entry.image
  }

  mutating func settle(_ image: [UInt8], of record: Int, on link: Link) {
    if awaited[record] != nil { awaited[record]?.image = image }
    if let index = sent[link]?.firstIndex(where: { $0.record == record }) {
      sent[link]?[index].image = image
    }
  }

  // MARK: - CRC

  /// CONNECT_IND names the state for a connection.
  mutating func begin(_ link: Link, crcInit: UInt32) {
    makeRoom(for: link)
    starts[link] = (LLCRC.state(initial: crcInit), true)
  }

  /// Two packets that need the same state prove it.
  mutating func learn(_ state: LLCRC.State, of link: Link) {
    guard let known = starts[link] else {
      makeRoom(for: link)
      starts[link] = (state, false)
      return
    }
    if !known.isCertain { starts[link] = (state, known.state == state) }
  }

  func isCertain(_ state: LLCRC.State, of link: Link) -> Bool {
    if link.address == AirPacket.advertisingAddress { return state == LLCRC.advertising }
    return starts[link].map { $0.isCertain && $0.state == state } ?? false
  }

  private mutating func makeRoom(for link: Link) {
    if starts.count >= Self.mostLinks, starts[link] == nil { starts = [:] }
  }
}
