import BluetoothProtocol
import Bytes
import CaptureFiles
import LinkLayer
import Tracking

/// Packets that a sniffer received.
///
/// Access addresses, channels and the headers of sniffers stay: a connection's channels are
/// calculated from its access address, and nothing else is known by it. What is encrypted is
/// replaced as it is; no key opens it afterwards.
extension Redactor {
  mutating func replaceAir(_ record: CapturedRecord, _ octets: [UInt8]) {
    let range = ByteRange(
      start: 0, end: octets.count, originalCount: max(record.bytes.originalCount, octets.count))
    let framing = AirFraming(record)
    let found = try? AirPacket(range, framing, in: octets.span)
    if found?.crc != .bad {
      noteAdvertisers(octets[min(found?.start ?? framing.headerOctets, octets.count)...])
    }
    guard let packet = found else {
      let header = framing.headerOctets + 4
      queue[queue.count - 1].start = min(header, octets.count)
      return replaceRaw(Piece(record: latest, range: min(header, octets.count)..<octets.count))
    }
    queue[queue.count - 1].start = packet.pdu.start
    if framing == .ppi { clearPPI(octets, end: packet.start) }
    let link = AirRedaction.Link(sniffer: record.controller, address: packet.accessAddress)
    hold(packet, octets, link)
    if packet.crc == .bad || packet.isIsochronous {
      replaceUnread(packet, octets)
    } else if packet.isAdvertising {
      let isRequest = noteRequest(packet, octets, record.controller)
      // Of periodic advertising, and of what only a wrong header calls advertising, nothing is
      // read.
      if isRequest || packet.accessAddress == AirPacket.advertisingAddress {
        replaceFields(range, framing, packet, octets)
      } else {
        replaceUnread(packet, octets)
      }
    } else {
      replaceData(range, framing, packet, octets, link)
    }
  }

  /// Notes what is needed to calculate the CRC again.
  private mutating func hold(
    _ packet: AirPacket, _ octets: [UInt8], _ link: AirRedaction.Link
  ) {
    var end = packet.pdu.end
    var header = 2
    if packet.crc != .bad, packet.pdu.count >= 2 {
      if !packet.isAdvertising, !packet.isIsochronous, octets[packet.pdu.start] & 0x20 != 0 {
        header = 3
      }
      // A record may be longer than its packet says it is.
      end = min(end, packet.pdu.start + header + Int(octets[packet.pdu.start + 1]))
    }
    let pdu = packet.pdu.start..<end
    var held = AirRedaction.Packet(
      link: link, pdu: pdu, header: header,
      original: Array(octets[pdu.lowerBound...].prefix(pdu.count + LLCRC.octets)),
      crcIsOfCiphertext: packet.crcIsOfCiphertext)
    if packet.crc != .bad, !packet.pdu.isCut, held.original.count == pdu.count + LLCRC.octets {
      let state = LLCRC.start(
        of: held.original.prefix(pdu.count), crc: Self.crc(held.original.suffix(LLCRC.octets)))
      held.start = state
      air.learn(state, of: link)
    }
    queue[queue.count - 1].air = held
  }

  private static func crc(_ octets: ArraySlice<UInt8>) -> LLCRC.State {
    octets.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Fields of PPI may hold anything, such as where the sniffer was; but not that of Ubertooth's
  /// captures.
  private mutating func clearPPI(_ octets: [UInt8], end: Int) {
    var start = 8
    while start + 4 <= end {
      let length = Int(octets[start + 2]) | Int(octets[start + 3]) << 8
      let field = start + 4..<min(end, start + 4 + length)
      defer { start = field.upperBound }
      if octets[start] == 0x36, octets[start + 1] == 0x75, length == 12 { continue }
      set(
        [Piece(record: latest, range: field)], [UInt8](repeating: 0, count: field.count))
    }
  }

  /// A packet with a wrong CRC, or of a stream of audio: all that follows its header.
  private mutating func replaceUnread(_ packet: AirPacket, _ octets: [UInt8]) {
    guard let held = queue[queue.count - 1].air else { return }
    let end = octets.count
    replaceRaw(Piece(record: latest, range: held.payload), isKeepable: false)
    replaceRaw(
      Piece(record: latest, range: min(held.pdu.upperBound + LLCRC.octets, end)..<end))
  }

  /// Advertising, or a control PDU in clear, by its layout.
  private mutating func replaceFields(
    _ range: ByteRange, _ framing: AirFraming, _ packet: AirPacket, _ octets: [UInt8]
  ) {
    fields.removeAll()
    _ = describeAir(range, framing, in: octets.span, into: &fields)
    var walk = FieldWalk(octets, from: packet.start)
    walk.replace(
      fields, .undecoded, isAdvertising: packet.isAdvertising,
      undecoded: continued(packet, octets), &replacements)
    walk.replaceRest(.undecoded, &replacements)
    walk.replaceKnown(after: 6, &replacements)
    walk.keep(in: &replacements)
    let behind = packet.start..<octets.count
    set([Piece(record: latest, range: behind)], Array(walk.octets[behind]))
  }

  /// Advertising data that may continue that of an earlier packet, as AUX_CHAIN_IND does: it has no
  /// address.
  private func continued(_ packet: AirPacket, _ octets: [UInt8]) -> [Range<Int>] {
    let header = packet.pdu.start + 2
    guard packet.isAdvertising, packet.pdu.end > header + 1, octets[header - 2] & 0x0F == 7
    else { return [] }
    let length = Int(octets[header] & 0x3F)
    let hasAddress = length > 0 && octets[header + 1] & 1 != 0
    return hasAddress ? [] : [min(header + 1 + length, packet.pdu.end)..<packet.pdu.end]
  }

  /// Octets at the start of an L2CAP PDU that say what it is: its header, and of ATT the opcode and
  /// the handle.
  ///
  /// - Parameter isHeard: whether a sniffer heard it. What is encrypted may be taken for the start
  /// of a PDU then, and hardly ever has a length and a channel that there may be.
  static func headers(_ payload: ArraySlice<UInt8>, isHeard: Bool) -> Int {
    let start = payload.startIndex
    if isHeard {
      guard payload.count >= L2CAPBasicHeader.octets else { return 0 }
      let length = Int(payload[start]) | Int(payload[start + 1]) << 8
      let isChannel = (4...6).contains(payload[start + 2]) || payload[start + 2] >> 6 == 1
      guard payload[start + 3] == 0, isChannel, length + L2CAPBasicHeader.octets >= payload.count
      else { return 0 }
    }
    guard payload.count > L2CAPBasicHeader.octets, payload[start + 2] == 4, payload[start + 3] == 0
    else { return L2CAPBasicHeader.octets }
    return ATTOpcode(payload[start + 4]).carriesValue ? 7 : 5
  }

  /// Notes the addresses behind the access address of advertising: they are looked for in the
  /// output also where the packet was taken for something else.
  ///
  /// - Parameter octets: without the header of the sniffer, which may have an access address, too.
  private mutating func noteAdvertisers(_ octets: ArraySlice<UInt8>) {
    guard let pdu = octets.firstRange(of: [0xD6, 0xBE, 0x89, 0x8E])?.upperBound,
      pdu + 4 <= octets.endIndex
    else { return }
    var (next, count) = (pdu + 2, 0)
    switch octets[pdu] & 0x0F {
    case 0, 2, 4, 6: count = 1
    case 1, 3, 5: count = 2
    // The extended header says which there are.
    case 7, 8:
      next = pdu + 4
      if octets[pdu + 2] & 0x3F > 0 { count = Int(octets[pdu + 3] & 1 + octets[pdu + 3] >> 1 & 1) }
    default: break
    }
    while count > 0, next + 6 <= octets.endIndex {
      replacements.lookFor(address: Array(octets[next..<next + 6]))
      (next, count) = (next + 6, count - 1)
    }
  }

  /// - Returns: whether a connection begins with it.
  private mutating func noteRequest(
    _ packet: AirPacket, _ octets: [UInt8], _ sniffer: UInt16
  ) -> Bool {
    guard let pdu = try? LLAdvertisingPDU(packet.pdu, in: octets.span), pdu.kind == .connectInd,
      pdu.payload.count == 34,
      let request = try? LLConnectInd(pdu.payload, in: octets.span)
    else { return false }
    air.begin(
      AirRedaction.Link(sniffer: sniffer, address: request.accessAddress),
      crcInit: request.crcInit)
    return true
  }

  // MARK: - Data

  private mutating func replaceData(
    _ range: ByteRange, _ framing: AirFraming, _ packet: AirPacket, _ octets: [UInt8],
    _ link: AirRedaction.Link
  ) {
    guard let header = try? LLDataHeader(packet.pdu, in: octets.span) else {
      return replaceUnread(packet, octets)
    }
    let payload = header.payload.start..<header.payload.end
    let behind = payload.upperBound + LLCRC.octets
    replaceRaw(Piece(record: latest, range: min(behind, octets.count)..<octets.count))
    guard !payload.isEmpty else { return }
    let first = octets[packet.pdu.start]
    let pdus = tracker.context.observer
    if let encrypted = pdus.encrypted {
      giveUp(way(encrypted.connection, encrypted.direction))
      replaceUnknown(payload, header, octets)
    } else if let data = pdus.air, data.isFirst {
      if data.kind == .control {
        replaceFields(range, framing, packet, octets)
      } else {
        replaceFragment(
          Piece(record: latest, range: payload, startsPDU: data.kind == .start),
          way(data.connection, data.direction))
      }
    } else if let before = air.sent(octets[payload], first, on: link) {
      if let image = before.image {
        set([Piece(record: latest, range: payload)], image)
      } else {
        queue[queue.count - 1].air?.source = before.record
        air.await(before.record)
      }
      return
    } else {
      replaceUnknown(payload, header, octets)
    }
    air.note(octets[payload], first, latest, on: link)
  }

  private func way(_ connection: Int, _ direction: RecordDirection) -> Way {
    Way(link: .air(connection: connection), isSent: direction == .tx)
  }

  /// What is encrypted, or was not understood: all of it. What replaces it looks as little like a
  /// PDU in clear as it does.
  private mutating func replaceUnknown(
    _ payload: Range<Int>, _ header: LLDataHeader, _ octets: [UInt8]
  ) {
    let isPlausible = header.isPlausible(in: octets.span)
    let isSealed = header.canOnlyBeEncrypted(in: octets.span)
    let image = replacements.raw(
      Array(octets[payload]), .undecoded, isKeepable: false, isSearched: false
    ) { image in
      var whole = octets
      whole.replaceSubrange(payload, with: image)
      return header.isPlausible(in: whole.span) == isPlausible
        && header.canOnlyBeEncrypted(in: whole.span) == isSealed
    }
    set([Piece(record: latest, range: payload)], image)
  }

  // MARK: - What is done

  /// Gives a packet that is done what it shares with one that was sent before, and its CRC.
  ///
  /// - Parameter index: in the queue, in the order of which packets are done.
  mutating func finishAir(_ index: Int) {
    guard let packet = queue[index].air else { return }
    let payload = packet.payload
    if let source = packet.source {
      if let image = air.image(of: source), image.count == payload.count {
        queue[index].redacted.octets.replaceSubrange(payload, with: image)
      } else {
        replaceRaw(Piece(record: base + index, range: payload), isKeepable: false)
      }
    } else {
      air.settle(Array(queue[index].redacted.octets[payload]), of: base + index, on: packet.link)
    }
    finishCRC(packet, index)
  }

  /// A CRC that was right is right again. Another one is replaced, because it depends on the
  /// original; octets that are all the same are none.
  private mutating func finishCRC(_ packet: AirRedaction.Packet, _ index: Int) {
    let start = packet.pdu.upperBound
    let held = queue[index].redacted.octets
    let pdu = held[packet.pdu]
    let end = min(start + LLCRC.octets, held.count)
    guard start < end, !pdu.elementsEqual(packet.original.prefix(pdu.count)) else { return }
    var crc = Array(packet.original.dropFirst(pdu.count).prefix(end - start))
    if packet.crcIsOfCiphertext {
      // What differs in the same bits still does: a PDU that was sent again has other numbers.
      let mask = replacements.checksum([UInt8](repeating: 0, count: crc.count))
      crc = zip(crc, mask).map { $0 ^ $1 }
    } else if crc.count == LLCRC.octets, let state = packet.start,
      air.isCertain(state, of: packet.link)
    {
      let number = LLCRC.of(pdu, from: state)
      crc = (0..<LLCRC.octets).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    } else if Set(crc).count > 1 {
      crc = replacements.checksum(crc)
    }
    queue[index].redacted.octets.replaceSubrange(start..<end, with: crc)
  }
}

extension AirFraming {
  /// Octets before the access address of a packet that cannot be read.
  fileprivate var headerOctets: Int {
    switch self {
    case .bare: 0
    case .radioHeader: 10
    case .nordic: 17
    case .ppi: 8
    }
  }
}
