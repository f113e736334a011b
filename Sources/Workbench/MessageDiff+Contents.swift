import Framing
import Report

extension MessageDiff.Group {
  /// More contents than so many are shown as one.
  static let mostSingle = 4
  static let mostValues = 8

  /// Takes the entries out of which there are more than a few of one kind.
  static func taken(from entries: inout [MessageDiff.Entry]) -> [Self] {
    var order: [[Int]] = []
    var byKind: [[Int]: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      guard let kind = entry.kind else { continue }
      let key = [entry.layout, kind]
      if byKind[key] == nil { order.append(key) }
      byKind[key, default: []].append(index)
    }
    var groups: [Self] = []
    var taken: Set<Int> = []
    for key in order {
      let members = byKind[key] ?? []
      guard members.count > mostSingle else { continue }
      taken.formUnion(members)
      groups.append(Self(members.map { entries[$0] }))
    }
    entries = entries.indices.filter { !taken.contains($0) }.map { entries[$0] }
    return groups
  }

  private init(_ entries: [MessageDiff.Entry]) {
    entry = entries[0]
    contents = entries.count
    count = entries.reduce(0) { $0 + $1.count }
    let least = entries.map(\.octets.count).min() ?? 0
    let skipped = Set(entry.ignored)
    values = (0..<least).map { offset in
      guard !skipped.contains(offset) else { return [] }
      let found = Set(entries.map { $0.octets[offset] })
      return found.count <= Self.mostValues ? found.sorted() : []
    }
    pattern = KindPattern(
      octets: values.map { $0.count == 1 ? $0[0] : nil }, least: least,
      most: entries.map(\.octets.count).max() ?? least)
  }

  /// Whether both may be of one kind: what each always has agrees for the most part.
  func isAlike(_ other: Self) -> Bool {
    guard entry.isRequest == other.entry.isRequest, entry.isOn(other.entry),
      pattern.least <= other.pattern.most, other.pattern.least <= pattern.most
    else { return false }
    let both = zip(pattern.octets, other.pattern.octets).filter { $0 != nil && $1 != nil }
    return 2 * both.count { $0 == $1 } > both.count
  }
}

/// The contents of one side.
struct MessageContents {
  struct Key: Hashable {
    var isRequest: Bool
    var place: String
    var octets: [UInt8]
  }

  var byKey: [Key: Int] = [:]
  var inOrder: [(Key, MessageDiff.Entry)] = []
  var isCut = false

  init(_ traces: [MessageTrace]) {
    for trace in traces {
      let pieces = MessagePieces(trace.layout)
      let kinds = Dictionary(
        trace.messages.kinds.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      for message in trace.traced where !message.isDamaged {
        add(message, trace, pieces, message.kind.flatMap { kinds[$0] })
      }
    }
  }

  private mutating func add(
    _ message: TracedMessage, _ trace: MessageTrace, _ pieces: MessagePieces,
    _ kind: ReportV1.MessageKind?
  ) {
    guard trace.messages.streams.indices.contains(message.stream) else { return }
    let stream = trace.messages.streams[message.stream]
    let ignored = pieces.ignored(message.octets.count, kind)
    var octets = message.octets
    for offset in ignored where offset < octets.count { octets[offset] = 0 }
    let isRequest = trace.isRequest(message.stream)
    let key = Key(
      isRequest: isRequest, place: stream.uuid ?? hexNumber(stream.valueHandle), octets: octets)
    if let index = byKey[key] {
      inOrder[index].1.count += 1
      return
    }
    guard inOrder.count < MessageDiff.mostEntries else {
      isCut = true
      return
    }
    byKey[key] = inOrder.count
    inOrder.append(
      (
        key,
        MessageDiff.Entry(
          layout: trace.number, kind: message.kind,
          name: kind.map { trace.name(of: $0) } ?? "no kind", isRequest: isRequest,
          uuid: stream.uuid, valueHandle: stream.valueHandle, octets: message.octets, count: 1,
          firstFrame: message.frame, ignored: ignored,
          spoken: octets.indices.filter {
            !pieces.isFraming($0, of: octets.count) && !ignored.contains($0)
          })
      ))
  }
}

extension MessagePieces {
  /// The octets that follow from others, or from how many messages there were before.
  func ignored(_ count: Int, _ kind: ReportV1.MessageKind?) -> [Int] {
    (0..<count).filter { offset in
      if offset >= count - layout.messageTrailer, layout.checksum?.headerOffset == nil {
        return offset < count - layout.end.count
      }
      let isCounted = header.contains { piece in
        guard piece.octets.contains(offset) else { return false }
        switch piece.content {
        case .counter, .checksum: return true
        case .start, .starts, .length, .data: return false
        }
      }
      return isCounted
        || kind?.fields.contains {
          ($0.kind == .counter || $0.kind == .time) && offset >= $0.offset
            && offset - $0.offset < $0.bytes
        } ?? false
    }
  }
}
