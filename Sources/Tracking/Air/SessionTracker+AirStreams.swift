import BluetoothProtocol
import Bytes
import LinkLayer
import Report

/// Isochronous streams and periodic trains: links of their own, which others announce.
extension SessionTracker {
  /// LL_CIS_REQ, LL_CIS_IND and LL_CIS_TERMINATE_IND on the connection of a stream. Core Vol 6,
  /// Part B, 5.1.15 and 5.1.16.
  mutating func receiveStreamControl(_ control: LLControl, on position: Int, of index: Int) {
    switch control {
    case .streamRequest(let terms): sessions.air.links[position].offered = terms
    case .streamBegin(let begin):
      var stream = AirStream(.cis, begin.accessAddress)
      stream.connection = index
      stream.announced = now.frame
      if let terms = sessions.air.links[position].offered { stream.apply(terms) }
      let sniffer = sessions.air.links[position].key.sniffer
      sessions.air.begin(stream, of: sniffer)
    case .streamEnd(let group, let number, let reason):
      sessions.air.endStream(
        of: index, group: Int(group), number: Int(number), reason, at: now)
    default: break
    }
  }

  /// A packet that is of a stream or a train, as its access address or the sniffer says.
  ///
  /// - Returns: whether it is.
  mutating func takeOfStream(
    _ packet: AirPacket, _ key: AirLinks.Key, at moment: Moment, in bytes: Span<UInt8>
  ) -> Bool {
    guard packet.isIsochronous || sessions.air.hasStreams else { return false }
    var place = sessions.air.stream(of: key)
    if place == nil, packet.isIsochronous, packet.crc != .bad {
      let kind: ReportV1.AirStreamKind = packet.sender == .unknown ? .bis : .cis
      sessions.air.begin(AirStream(kind, key.address), of: key.sniffer)
      place = sessions.air.stream(of: key)
    }
    guard let place else { return packet.isIsochronous }
    let isTrain = sessions.air.streams[place.index].kind == .periodic
    let header = isTrain ? nil : try? LLStreamHeader(packet.pdu, in: bytes)
    // Without a header that can be read it is as with a wrong CRC.
    let isGood = packet.crc != .bad && (isTrain || header != nil)
    let isCentral =
      isTrain
      ? !place.isResponse
      : sessions.air.streams[place.index].sender(of: packet, at: moment) != .peripheral
    sessions.air.streams[place.index].take(
      isGood ? header : nil, isGood: isGood, isCentral: isCentral,
      digest: header.map { $0.digest(in: bytes) } ?? 0, at: moment)
    if isTrain, isGood, isCentral { readTrain(packet, place.index, key, in: bytes) }
    return true
  }

  /// What a train of periodic advertising says of others: a group that is broadcast, or where
  /// devices answer.
  private mutating func readTrain(
    _ packet: AirPacket, _ index: Int, _ key: AirLinks.Key, in bytes: Span<UInt8>
  ) {
    guard let pdu = try? LLAdvertisingPDU(packet.pdu, in: bytes), pdu.kind == .advExtInd,
      let header = try? LLExtendedHeader(pdu.payload, in: bytes), !header.controlData.isEmpty
    else { return }
    readControlData(header.controlData, of: index, key.sniffer, in: bytes)
  }

  /// ACAD. Core Vol 6, Part B, 2.3.4.8.
  private mutating func readControlData(
    _ data: ByteRange, of index: Int, _ sniffer: AirLinks.Sniffer, in bytes: Span<UInt8>
  ) {
    var structures = AdvertisingData(data)
    while let structure = try? structures.next(in: bytes) {
      switch structure.type.rawValue {
      case 0x2C:
        guard let info = try? BIGInfo(structure.value, in: bytes), info.streams > 0 else {
          continue
        }
        let advertiser = sessions.air.streams[index].advertiser
        for number in 1...info.streams {
          var stream = AirStream(.bis, info.accessAddress(ofStream: number))
          stream.advertiser = advertiser
          stream.announced = now.frame
          stream.apply(info, stream: number)
          sessions.air.begin(stream, of: sniffer, isKnown: true)
        }
      case 0x32 where structure.value.count >= 5:
        // Where answers come: the access address, and the number of subevents.
        let start = structure.value.start
        sessions.air.streams[index].subevents = Int(bytes[start + 4])
        sessions.air.addResponses(
          AirLinks.Key(sniffer: sniffer, address: bytes.u32le(start)), of: index)
      default: break
      }
    }
  }

  /// SyncInfo in an AUX_ADV_IND: a train of periodic advertising begins, or goes on.
  mutating func noteTrain(
    _ header: LLExtendedHeader, _ type: AddressType, of sniffer: AirLinks.Sniffer,
    in bytes: Span<UInt8>
  ) {
    guard let sync = header.sync, sync.interval > 0 else { return }
    var stream = AirStream(.periodic, sync.accessAddress)
    stream.advertiser = header.advertiser.map { AirLink.Device(address: $0, type: type) }
    stream.announced = now.frame
    stream.interval = sync.interval
    sessions.air.begin(stream, of: sniffer, isKnown: true)
    let key = AirLinks.Key(sniffer: sniffer, address: sync.accessAddress)
    guard let place = sessions.air.stream(of: key), !header.controlData.isEmpty else { return }
    readControlData(header.controlData, of: place.index, sniffer, in: bytes)
  }
}

extension AirLinks {
  /// There are few, whatever comes.
  private static var mostStreams: Int { 64 }

  var hasStreams: Bool { !streams.isEmpty }

  func stream(of key: Key) -> (index: Int, isResponse: Bool)? { streamPlaces[key] }

  /// A stream that has an access address from now on.
  ///
  /// - Parameter isKnown: it may have been announced before, and goes on then.
  mutating func begin(_ stream: AirStream, of sniffer: Sniffer, isKnown: Bool = false) {
    let key = Key(sniffer: sniffer, address: stream.accessAddress)
    guard stream.accessAddress != AirPacket.advertisingAddress else { return }
    if let known = streamPlaces[key], streams[known.index].kind == stream.kind {
      let isOpen = streams[known.index].ended == nil
      // LL_CIS_IND that was sent again.
      let isAgain = isKnown || streams[known.index].first == nil
      let lacksTerms = streams[known.index].announced == nil && stream.announced != nil
      if isOpen, lacksTerms { return streams[known.index].adopt(stream) }
      if isOpen, isAgain { return }
    }
    guard streams.count < Self.mostStreams else { return }
    streamPlaces[key] = (streams.count, false)
    streams.append(stream)
  }

  mutating func addResponses(_ key: Key, of index: Int) {
    guard streamPlaces.count < 2 * Self.mostStreams, streamPlaces[key] == nil else { return }
    streamPlaces[key] = (index, true)
  }

  mutating func endStream(
    of connection: Int, group: Int, number: Int, _ reason: HCIStatus, at moment: Moment
  ) {
    let index = streams.lastIndex {
      $0.connection == connection && $0.group == group && $0.number == number && $0.ended == nil
    }
    guard let index else { return }
    streams[index].ended = moment
    streams[index].reason = reason
  }
}

extension LLStreamHeader {
  /// A digest of what is sent again.
  fileprivate func digest(in bytes: Span<UInt8>) -> UInt64 {
    var digest = UInt64(llid) &+ UInt64(payload.originalCount) &* 0x9E37_79B9_7F4A_7C15
    for index in payload.start..<payload.end {
      digest = (digest ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
    }
    return digest
  }
}
