import BluetoothProtocol
import Bytes
import CaptureFiles
import Framing
import Tracking

/// Replaces what identifies people and devices in the records of a capture, one after the other.
///
/// Records come out in their order and as long as they were. A PDU in several fragments is replaced
/// as a whole when it is complete, and written back into its fragments: until then these wait, and
/// what is behind them.
package struct Redactor {
  /// Records, and octets of them, that wait for a PDU.
  private static let queueLimit = 1 << 14
  private static let octetLimit = 8 << 20

  var tracker = SessionTracker<PDUCollector>()
  var replacements: Replacements
  var fields = FieldList()
  var queue: [Held] = []
  /// Of the first record of the queue, counted from the beginning.
  private(set) var base = 0
  private var queuedOctets = 0
  /// Fragments of PDUs that are not complete.
  private var fragments: [Way: [Piece]] = [:]
  /// Parts of SDUs that are not complete.
  private var segments: [ChannelWay: [Piece]] = [:]
  private var framings = FramedRedaction()
  private var known = KnownAttributes()
  private var advertising = SplitAdvertising()
  /// Markers that come in several values.
  var markers = MarkerSplits()
  /// How often each marker stayed, where it ends a message.
  package internal(set) var keptMarkers: [[UInt8]: Int] = [:]
  /// Octets of the shortest marker that may stay.
  package static let shortestMarker = MarkerShape.leastOctets
  /// Digests that wait for the octets that they are made of.
  private var digests: [Int: [Piece]] = [:]
  /// What follows for them from the PDU that was replaced last, whose value begins so far in it.
  private var digestSteps: (start: Int, steps: [DigestStep]) = (0, [])
  /// What is known of connections that a sniffer heard.
  var air = AirRedaction()
  /// The first frame of the output that a part of an address is left in.
  package internal(set) var frameOfPart: Int?

  /// A record that was taken.
  struct Held {
    var redacted: RedactedRecord
    /// As they were.
    let original: [UInt8]
    /// Where what is looked at begins: before it is what a sniffer wrote.
    var start = 0
    /// PDUs that it is waiting for.
    var waits = 0
    /// Of a packet of a sniffer: what to do when it is done.
    var air: AirRedaction.Packet?
  }

  /// Octets of a record in the queue.
  struct Piece {
    var record: Int
    var range: Range<Int>
    /// Whether an L2CAP PDU begins with them.
    var startsPDU = false
  }

  /// One direction of a connection.
  struct Way: Hashable {
    enum Link: Hashable {
      case handle(UInt16, controller: UInt16)
      /// Of the air, by its index.
      case air(connection: Int)
    }

    var link: Link
    var isSent: Bool
  }

  private struct ChannelWay: Hashable {
    var connection: Int
    var channel: UInt16
    var isSent: Bool
  }

  /// - Parameters:
  ///   - salt: makes the replacements; with it, one can find the originals of short values.
  ///   - markers: octets that end a transfer, which stay.
  ///   - kept: what is not replaced.
  ///   - known: from a redactor that has read the same records before: what it found is replaced
  ///     in what is kept, too.
  ///   - isLearning: whether it only finds that, and replaces nothing.
  package init(
    salt: [UInt8], markers: [[UInt8]], kept: Set<RedactedKind> = [],
    known: RedactionKnowledge? = nil, isLearning: Bool = false
  ) {
    replacements = Replacements(
      salt: salt, markers: markers, kept: kept, known: known, isLearning: isLearning)
  }

  /// Takes a record. What is known of it otherwise comes back with it.
  package mutating func add(
    _ record: CapturedRecord, tag: RedactedRecord.Tag = RedactedRecord.Tag(), in bytes: Span<UInt8>
  ) {
    tracker.forgetPDUs()
    tracker.follow(record, in: bytes)
    var octets: [UInt8] = []
    octets.append(record.bytes, of: bytes)
    var held = Held(
      redacted: RedactedRecord(record: record, octets: octets, tag: tag), original: octets)
    held.redacted.record.bytes = ByteRange(
      start: 0, end: octets.count, originalCount: max(record.bytes.originalCount, octets.count))
    if record.kind == .acl {
      if record.direction == .unknown { held.redacted.direction = tracker.context.direction }
      queue.append(held)
      queuedOctets += octets.count
      replaceData(record, octets)
    } else if record.kind == .air {
      queue.append(held)
      queuedOctets += octets.count
      replaceAir(record, octets)
    } else {
      held.redacted.octets = replaced(record, held.redacted.record.bytes, octets)
      queue.append(held)
      queuedOctets += octets.count
    }
    if queue.count > Self.queueLimit / 2 || queuedOctets > Self.octetLimit / 2 {
      release(markers.giveUp())
    }
    if queue.count > Self.queueLimit || queuedOctets > Self.octetLimit { giveUpAll() }
  }

  /// The records that are done, in their order.
  package mutating func take() -> [RedactedRecord] {
    let ready = queue.firstIndex { $0.waits > 0 } ?? queue.count
    guard ready > 0 else { return [] }
    for index in 0..<ready where queue[index].air != nil { finishAir(index) }
    if !replacements.isLearning { for index in 0..<ready { noteUnchanged(index) } }
    let done = queue[..<ready].map(\.redacted)
    queue.removeFirst(ready)
    base += ready
    queuedOctets -= done.reduce(0) { $0 + $1.octets.count }
    return done
  }

  /// The capture has ended: PDUs that are not complete are replaced as they are.
  package mutating func finish() { giveUpAll() }

  private mutating func giveUpAll() {
    for pieces in fragments.values { giveUp(pieces) }
    fragments = [:]
    for pieces in segments.values { giveUp(pieces) }
    segments = [:]
    for pieces in digests.values { release(pieces) }
    digests = [:]
    release(markers.giveUp())
  }

  // MARK: - Commands, events, notes

  private mutating func replaced(
    _ record: CapturedRecord, _ range: ByteRange, _ octets: [UInt8]
  ) -> [UInt8] {
    fields.removeAll()
    var walk = FieldWalk(octets)
    var kind = RedactedKind.undecoded
    switch record.kind {
    case .command:
      describeCommand(range, in: octets.span, into: &fields)
    case .event where isUncounted(range, octets):
      walk.cover(0..<3)
    case .event:
      describeEvent(range, in: octets.span, into: &fields)
    case .sco:
      describeSCO(range, in: octets.span, into: &fields)
      kind = .values
    case .iso:
      describeISO(range, in: octets.span, into: &fields)
      kind = .values
    case .air, .acl, .deleteIndex, .openIndex, .closeIndex: break
    case .userLogging:
      if var note = KernelConnectionNote(range, in: octets.span) {
        note.peer = replacements.address(note.peer)
        return note.octets
      }
      if RecorderNote(range, in: octets.span) != nil { return octets }
      fallthrough
    case .newIndex, .indexInfo, .vendorDiagnostic, .systemNote, .controlOpen, .controlClose,
      .controlCommand, .controlEvent:
      describeMonitorRecord(opcode: record.detail, range, in: octets.span, into: &fields)
      kind = .notes
    case .loggerNote, .unrecognized:
      kind = .notes
    }
    walk.replace(
      fields, kind, isAdvertising: isAdvertising(record, octets),
      undecoded: continued(record, octets), &replacements)
    walk.replaceRest(kind, &replacements)
    walk.replaceKnown(after: 3, &replacements)
    walk.keep(in: &replacements)
    return walk.octets
  }

  /// Where advertising data continues that of an earlier record.
  private mutating func continued(_ record: CapturedRecord, _ octets: [UInt8]) -> [Range<Int>] {
    switch record.kind {
    case .command: SplitAdvertising.continued(command: octets)
    case .event: advertising.continued(event: octets, controller: record.controller)
    default: []
    }
  }

  /// Whether it is a Number Of Completed Packets that has not the handles that it counts.
  private func isUncounted(_ range: ByteRange, _ octets: [UInt8]) -> Bool {
    guard !range.isCut, octets.count >= 3, octets[0] == 0x13 else { return false }
    return octets.count != 3 + 4 * Int(octets[2])
  }

  /// Whether it holds advertising data, or extended inquiry responses.
  private func isAdvertising(_ record: CapturedRecord, _ octets: [UInt8]) -> Bool {
    guard octets.count >= 3 else { return false }
    if record.kind == .event {
      // Extended Inquiry Result; LE advertising and periodic advertising reports.
      if octets[0] == 0x2F { return true }
      guard HCIEventCode(octets[0]) == .leMeta else { return false }
      let subevent = LEMetaSubevent(octets[2])
      return subevent.reportsAdvertising || subevent == .periodicAdvertisingReportV1
        || subevent == .periodicAdvertisingReportV2
    }
    guard record.kind == .command else { return false }
    let opcode = octets.span.u16le(0)
    // Write Extended Inquiry Response; LE Set ... Data.
    return [0x0C52, 0x2008, 0x2009, 0x2037, 0x2038, 0x203F].contains(opcode)
  }

  // MARK: - ACL data

  private mutating func replaceData(_ record: CapturedRecord, _ octets: [UInt8]) {
    let header = 4
    let range = ByteRange(start: 0, end: octets.count, originalCount: record.bytes.originalCount)
    guard let acl = try? HCIACLData(range, in: octets.span), !acl.handle.isVendorLog else {
      return replaceRaw(Piece(record: latest, range: min(header, octets.count)..<octets.count))
    }
    replaceRaw(Piece(record: latest, range: acl.data.end..<octets.count))
    let way = Way(
      link: .handle(acl.handle.rawValue, controller: record.controller),
      isSent: tracker.context.direction == .tx)
    replaceFragment(
      Piece(
        record: latest, range: acl.data.start..<acl.data.end,
        startsPDU: acl.boundary != .continuing), way)
  }

  /// The record that was taken last.
  var latest: Int { base + queue.count - 1 }

  /// A fragment of an L2CAP PDU, or the whole of it.
  mutating func replaceFragment(_ data: Piece, _ way: Way) {
    if data.startsPDU { giveUp(way) }
    let pdus = tracker.context.observer
    guard let first = pdus.first, let last = pdus.last else {
      return hold(data, way)
    }
    // The octets of the L2CAP PDU, with its header, wherever they are.
    var pieces = [data]
    if !data.startsPDU {
      pieces = (fragments.removeValue(forKey: way) ?? []) + pieces
      release(pieces.dropLast())
    }
    let payload = slice(pieces, from: L2CAPBasicHeader.octets, count: first.payload.count)
    let rest = slice(pieces, from: L2CAPBasicHeader.octets + first.payload.count, count: .max)
    let inPlace = contents(payload)
    guard inPlace.count == first.payload.count, isCopied(first, as: inPlace) else {
      return replacePieces(payload + rest)
    }
    replacePieces(rest)
    if case .kFrame(let startsSDU) = first.kind {
      addSegment(first, startsSDU ? slice(payload, from: 2, count: .max) : payload, startsSDU)
      if pdus.count > 1, case .sdu = last.kind { endSDU(last) }
      return
    }
    replace(first, inPlace, payload)
  }

  /// Whether a PDU that the tracker put together is made of these octets.
  private func isCopied(_ pdu: LinkPDU, as octets: [UInt8]) -> Bool {
    guard pdu.isReassembled else { return true }
    let copies = tracker.context.observer.copies
    return octets.elementsEqual(copies[pdu.payload.start..<pdu.payload.end])
  }

  /// What came of a PDU that will not be complete.
  mutating func giveUp(_ way: Way) {
    if let before = fragments.removeValue(forKey: way) { giveUp(before) }
  }

  /// A part of a PDU, or of nothing that could be understood.
  private mutating func hold(_ piece: Piece, _ way: Way) {
    guard piece.startsPDU || fragments[way] != nil else { return replacePieces([piece]) }
    fragments[way, default: []].append(piece)
    queue[piece.record - base].waits += 1
  }

  private mutating func addSegment(_ frame: LinkPDU, _ pieces: [Piece], _ startsSDU: Bool) {
    let way = ChannelWay(
      connection: frame.connection, channel: frame.channel.rawValue,
      isSent: frame.direction == .tx)
    if startsSDU, let before = segments.removeValue(forKey: way) { giveUp(before) }
    for piece in pieces { queue[piece.record - base].waits += 1 }
    segments[way, default: []] += pieces
  }

  private mutating func endSDU(_ sdu: LinkPDU) {
    let way = ChannelWay(
      connection: sdu.connection, channel: sdu.channel.rawValue, isSent: sdu.direction == .tx)
    guard let pieces = segments.removeValue(forKey: way) else { return }
    release(pieces)
    let inPlace = contents(pieces)
    guard isCopied(sdu, as: inPlace) else { return replacePieces(pieces) }
    replace(sdu, inPlace, pieces)
  }

  private mutating func replace(_ pdu: LinkPDU, _ octets: [UInt8], _ pieces: [Piece]) {
    digestSteps = (0, [])
    set(pieces, replaced(pdu, octets, pieces))
    for step in digestSteps.steps {
      switch step {
      case .wait(let id, let range):
        let own = slice(pieces, from: digestSteps.start + range.lowerBound, count: range.count)
        for piece in own { queue[piece.record - base].waits += 1 }
        digests[id, default: []] += own
      case .write(let id, let original, let image):
        guard let own = digests.removeValue(forKey: id) else { continue }
        if !image.isEmpty {
          set(own, image)
          replacements.correct(original, image)
        }
        release(own)
      }
    }
  }

  /// A whole PDU, replaced by its layout.
  private mutating func replaced(
    _ pdu: LinkPDU, _ octets: [UInt8], _ pieces: [Piece]
  ) -> [UInt8] {
    let range = ByteRange(
      start: 0, end: octets.count, originalCount: max(octets.count, pdu.payload.originalCount))
    fields.removeAll()
    var walk = FieldWalk(octets)
    if pdu.isATT {
      replaceATT(pdu, range, octets, pieces, &walk)
    } else {
      switch pdu.channel {
      case .smp, .smpBREDR:
        describeSMP(range, in: octets.span, into: &fields)
        walk.replace(fields, .keys, &replacements)
        // It may hold a key, but also what a damaged packet holds.
        walk.replaceRest(.undecoded, isKeepable: false, &replacements)
      case .signallingLE, .signallingBREDR:
        describeSignalling(range, in: octets.span, into: &fields)
        walk.replace(fields, .undecoded, &replacements)
        walk.replaceRest(.undecoded, &replacements)
      default:
        walk.set(0..<octets.count, replacements.value(octets))
      }
    }
    walk.replaceKnown(after: 1, &replacements)
    walk.keep(in: &replacements, after: header(before: pieces))
    return walk.octets
  }

  private mutating func replaceATT(
    _ pdu: LinkPDU, _ range: ByteRange, _ octets: [UInt8], _ pieces: [Piece],
    _ walk: inout FieldWalk
  ) {
    describeATT(range, in: octets.span, into: &fields)
    known.learn(pdu, octets)
    let judge = AttributeJudge(pdu, octets, tracker.sessions, known)
    if let framed = judge.framed, !replacements.kept.contains(.values) {
      let start = octets.count - framed.value.octets.count
      let found = framings.replace(
        framed.value, framed.framing, connection: pdu.connection, server: framed.server,
        &replacements)
      walk.set(start..<octets.count, found.image)
      digestSteps = (start, found.steps)
      walk.replace(fields, .values, &replacements) { _ in .kept(nil) }
    } else if let stream = judge.stream, !replacements.kept.contains(.values) {
      let start = octets.count - stream.value.count
      let image = follow(stream, slice(pieces, from: start, count: .max), isCut: range.isCut)
      walk.set(start..<octets.count, image)
      walk.replace(fields, .values, &replacements) { _ in .kept(nil) }
    } else {
      walk.replace(
        fields, .values, undecoded: judge.undecoded, &replacements, value: judge.kind)
    }
    // A Find Information Response is handles and UUIDs up to where the logger cut it.
    if range.isCut, octets.first == 0x05, octets.count > 1, [1, 2].contains(octets[1]),
      judge.undecoded.isEmpty
    {
      walk.cover(0..<octets.count)
    }
    walk.replaceRest(.values, &replacements)
  }
}
