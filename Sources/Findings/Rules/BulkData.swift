import Ceiling
import Report

/// Data in chunks, and enough of it for the number of packets to matter: what the rules about
/// chunk size, MTU, packet length and interval look at.
///
/// A transfer counts from 1000 bytes on; below that the best and the worst chunk size are some tens
/// of milliseconds apart. A stream of notifications without transfers in it counts from 4000 bytes
/// on, and only where its values look like the pieces of something larger: nearly all of them of
/// the same, greatest length, and following one another faster than one a connection event.
struct BulkData {
  /// The `id` of the transfer.
  var transfer: Int?
  /// Among the connection's transfers or, where it is none, its notifications.
  private var index: Int
  private var valueHandle: Int
  private var streamKind: ReportV1.ValueKind?
  var direction: ReportV1.Direction
  var bytes: Int
  var chunks: Int
  /// The size of most chunks.
  var chunkBytes: Int
  /// Chunks shorter than that: each ends something, the payload or one of several messages. `nil`
  /// of a stream, of which only the sum is known.
  private var endings: Int?
  var firstFrame: Int
  var lastFrame: Int
  var startUs: Int?
  var durationUs: Int?
  /// What it consists of, in words: only a transfer has chunks.
  var noun: String { transfer == nil ? "value" : "chunk" }
  /// Whether it is a stream that carries runs: the bulk rules report chunks, MTU and interval.
  private(set) var isOfRuns = false

  static let least = RuleLimit("least_bytes", 1_000, .bytes)
  static let leastOfStream = RuleLimit("least_stream_bytes", 4_000, .bytes)

  /// Of the transfer at a position of the list: handed over by itself, it would be copied.
  @inline(__always)
  init?(_ transfers: [ReportV1.Transfer], at index: Int) {
    guard transfers[index].payloadBytes >= Self.least.value, transfers[index].chunks > 0,
      let size = transfers[index].chunkBytes.mostFrequent, size > 0
    else { return nil }
    transfer = transfers[index].id
    self.index = index
    valueHandle = transfers[index].valueHandle
    direction = transfers[index].direction
    bytes = transfers[index].payloadBytes
    chunks = transfers[index].chunks
    chunkBytes = size
    endings = transfers[index].chunkBytes.entries.reduce(0) { sum, entry in
      Int(entry.key).map { $0 < size } == true ? Int(reported: sum + entry.value) : sum
    }
    firstFrame = transfers[index].firstFrame
    lastFrame = transfers[index].lastFrame
    startUs = transfers[index].startUs
    durationUs = transfers[index].durationUs
  }

  private init?(
    _ stream: borrowing ReportV1.NotificationStream, at index: Int,
    of connection: borrowing ReportV1.Connection
  ) {
    guard stream.mayBeTransferred, stream.bytes >= Self.leastOfStream.value, stream.maxBytes > 0,
      stream.count > 0,
      !connection.transfers.containsInPlace({ $0.valueHandle == stream.valueHandle }),
      stream.bytes / stream.count * 10 >= stream.maxBytes * 9,
      let interval = connection.parameters(at: stream.firstFrame)?.dataIntervalUs,
      let gap = stream.gapUs.p50, gap < interval
    else { return nil }
    self.index = index
    valueHandle = stream.valueHandle
    streamKind = stream.kind
    direction = stream.direction
    bytes = stream.bytes
    chunks = stream.count
    chunkBytes = stream.maxBytes
    firstFrame = stream.firstFrame
    lastFrame = stream.lastFrame
    isOfRuns = connection.carriesRuns(stream)
  }

  /// Of the characteristic. Looked up for what a rule speaks of only, as it would be counted with
  /// each copy of the data.
  func uuid(in connection: ReportV1.Connection) -> String? {
    transfer == nil ? connection.notifications[index].uuid : connection.transfers[index].uuid
  }

  /// `Transfer 2 on 9D534E8B-...`; made only for what is reported, as most data are in order.
  func name(_ uuid: String?) -> String {
    Wording.sentence(
      transfer.map { Wording.transfer($0, uuid, valueHandle) }
        ?? Wording.stream(streamKind ?? .notification, uuid, valueHandle))
  }

  /// Whether it is many messages one after the other, rather than one payload in pieces: more than
  /// one chunk in twenty is shorter than most.
  var isMessages: Bool { endings.map { $0 > 1 && $0 * 20 > chunks } ?? false }

  /// Of a stream only the sum and the longest value are known.
  var isOfOneSize: Bool { endings != nil || Double(chunks) * Double(chunkBytes) == Double(bytes) }

  /// Whether it may be such messages for all that is known.
  var mayBeMessages: Bool { endings == nil || isMessages }

  /// Chunks that would do if each were `size` long. No size makes one of two messages: of those it
  /// takes so many at least.
  func chunks(of size: Int) -> Int {
    let needed = Self.packets(of: bytes, size)
    return isMessages ? max(needed, endings ?? 0) : needed
  }

  static func packets(of bytes: Int, _ size: Int) -> Int {
    size > 0 ? bytes / size + (bytes % size == 0 ? 0 : 1) : 0
  }

  /// Whether a connection of a list has enough data.
  static func mayBe(in connections: [ReportV1.Connection], at index: Int) -> Bool {
    connections[index].transfers.containsIndex { $0[$1].payloadBytes >= least.value }
      || connections[index].notifications.containsIndex { $0[$1].bytes >= leastOfStream.value }
  }

  /// The transfers first.
  static func all(in connection: ReportV1.Connection) -> [BulkData] {
    var found: [BulkData] = []
    for index in connection.transfers.indices {
      if let data = BulkData(connection.transfers, at: index) { found.append(data) }
    }
    let streams = connection.notifications.span
    for index in streams.indices {
      if let data = BulkData(streams[index], at: index, of: connection) { found.append(data) }
    }
    return found
  }
}

extension ReportV1.Transfer {
  var endUs: Int { startUs + durationUs }

  func overlaps(_ startUs: Int, _ endUs: Int) -> Bool {
    startUs < self.endUs && self.startUs < endUs
  }
}

extension ReportV1.Connection {
  /// Whether data in bulk went over a stream of notifications.
  func carriesRuns(_ stream: borrowing ReportV1.NotificationStream) -> Bool {
    runs.containsInPlace {
      $0.valueHandle == stream.valueHandle && $0.direction == stream.direction
        && $0.kind.rawValue == stream.kind.rawValue
    }
  }

  /// What is known of the servers that took part, at most one on each side.
  var servers: [ReportV1.GATT] { gattOtherSide.map { [gatt, $0] } ?? [gatt] }

  /// What was in force when a frame came: `nil` where the capture does not show it.
  func parameters(at frame: Int) -> ReportV1.Parameters? {
    parameters.last { $0.frame <= frame }
  }

  func dataLength(at frame: Int) -> ReportV1.DataLength? {
    dataLengths.last { $0.frame <= frame }
  }

  /// The largest link layer payload that way: what was announced, or the 27 octets with which a
  /// connection begins, if the capture saw it begin.
  func linkOctets(_ direction: ReportV1.Direction, at frame: Int) -> Int? {
    if let length = dataLength(at: frame) {
      return direction == .tx ? length.txOctets : length.rxOctets
    }
    return completeFrame == nil ? nil : 27
  }
}

/// Headers in front of a value that is notified or written: L2CAP 4 octets, ATT 3.
let valueHeaderOctets = 7
