import BluetoothProtocol
import Bytes
import CaptureFiles
import LinkLayer
import Report
import SystemLibraries

/// Packets that a sniffer received: advertising, and the connections that it follows.
///
/// A connection is keyed by its access address. `tx` is from the central to the peripheral, as if
/// the central were the host that captures.
extension SessionTracker {
  mutating func receiveAir(
    _ record: CapturedRecord, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var packet = try AirPacket(record.bytes, AirFraming(record), in: bytes)
    sessions.air.count(packet, at: now.frame, in: bytes)
    if let signal = packet.rssi { packet.rssi = sessions.air.signalSign.read(signal) }
    let sniffer = AirLinks.Sniffer(interface: record.controller, board: packet.board)
    let (moment, breaks) = sessions.air.moment(of: packet, from: sniffer, now)
    let leftOut = sessions.air.leftOut(before: packet, from: sniffer)
    let key = AirLinks.Key(sniffer: sniffer, address: packet.accessAddress)
    if takeOfStream(packet, key, at: moment, in: bytes) { return }
    if packet.isAdvertising {
      if packet.crc != .bad { try receiveAdvertising(packet, key, in: bytes) }
      return
    }
    // What a sniffer hears with a wrong CRC may be no packet at all.
    let known = sessions.air.index(of: key)
    if known == nil, packet.crc == .bad { return }
    guard let position = known ?? openAir(key, fromBeginning: false) else { return }
    sessions.air.links[position].note(clockBreaks: breaks)
    sessions.air.links[position].filter.note(leftOut: leftOut)
    try receiveData(packet, at: moment, on: position, in: bytes)
  }

  // MARK: - Advertising

  private mutating func receiveAdvertising(
    _ packet: AirPacket, _ key: AirLinks.Key, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let pdu = try LLAdvertisingPDU(packet.pdu, in: bytes)
    if pdu.kind == .connectInd, pdu.payload.originalCount == 34 {
      let request = try LLConnectInd(pdu.payload, in: bytes)
      return beginAir(
        request, AirLinks.Key(sniffer: key.sniffer, address: request.accessAddress), pdu, packet)
    }
    guard packet.accessAddress == AirPacket.advertisingAddress else { return }
    var report: (address: DeviceAddress?, data: ByteRange, power: Int8?)?
    if pdu.kind == .advExtInd {
      let header = try LLExtendedHeader(pdu.payload, in: bytes)
      noteTrain(header, pdu.senderType, of: key.sniffer, in: bytes)
      report = (header.advertiser, header.data, header.txPower)
    } else if pdu.kind == .advDecisionInd {
      let header = try LLExtendedHeader(ofDecision: pdu.payload, in: bytes)
      report = (header.advertiser, .empty, header.txPower)
    } else if let legacy = try pdu.legacyReport(in: bytes) {
      report = (legacy.address, legacy.data, nil)
      if pdu.kind == .advInd || pdu.kind == .advDirectInd {
        sessions.air.noteAdvertiser(legacy.address, pdu.senderType, pdu.usesChannelSelection2)
      }
    }
    guard let report, let address = report.address else { return }
    context.observer.observe(
      Advertisement(
        moment: now, controller: sessions.controllerOfAir(), address: address,
        addressType: pdu.senderType,
        rssi: packet.rssi, txPower: report.power, isConnectable: pdu.kind?.isConnectable,
        data: report.data), in: bytes)
  }

  private mutating func beginAir(
    _ request: LLConnectInd, _ key: AirLinks.Key, _ pdu: LLAdvertisingPDU, _ packet: AirPacket
  ) {
    if let position = sessions.air.index(of: key) { endAir(position) }
    guard let position = openAir(key, fromBeginning: true),
      let index = sessions.air.links[position].connection
    else { return }
    sessions.air.links[position].interval = request.interval.microseconds
    sessions.air.links[position].latency = Int(request.latency)
    sessions.air.links[position].isFromBeginning = true
    sessions.air.links[position].initiator = AirLink.Device(
      address: request.initiator, type: pdu.senderType)
    sessions.air.links[position].responder = AirLink.Device(
      address: request.advertiser, type: pdu.targetType)
    sessions.air.links[position].usesChannelSelection2 = usesChannelSelection2(request, pdu, packet)
    sessions.air.links[position].channels = ChannelCheck(
      accessAddress: request.accessAddress, map: request.channelMap, hop: request.hop,
      usesSecond: sessions.air.links[position].usesChannelSelection2,
      hasRadioChannels: packet.hasRadioChannel)
    if packet.crc == .good {
      sessions.air.links[position].judge(
        request, isExtended: packet.auxiliaryType != nil, at: now)
    }
    sessions.connections[index].completeFrame = now.frame
    sessions.connections[index].peer = request.advertiser
    sessions.connections[index].peerType = pdu.targetType
    sessions.rememberTexts(of: index)
    context.observer.observe(
      .connected(
        connection: index,
        ConnectionAttempt(
          status: .success, role: .central, peer: request.advertiser, peerType: pdu.targetType,
          request: nil)), at: now)
    sessions.connections[index].note(
      ReportV1.Parameters(request.interval, request.latency, request.timeout, at: now), &context)
    context.observer.observe(.interval(connection: index, request.interval.microseconds))
  }

  /// After an AUX_CONNECT_REQ it is always #2; after a CONNECT_IND if both devices say that
  /// they know it. Core Vol 6, Part B, 2.3.1, 2.3.3.1 and 4.5.8.
  ///
  /// - Returns: nil where one of them was not heard, or the sniffer does not say which of the two
  ///   requests it was, of which only one has the bit: some write a wrong channel.
  private func usesChannelSelection2(
    _ request: LLConnectInd, _ pdu: LLAdvertisingPDU, _ packet: AirPacket
  ) -> Bool? {
    if packet.auxiliaryType != nil { return true }
    let advertiser = sessions.air.knowsChannelSelection2(request.advertiser, pdu.targetType)
    guard packet.channel ?? 0 >= 37 || advertiser != nil else { return nil }
    if !pdu.usesChannelSelection2 { return false }
    return advertiser
  }

  // MARK: - Connections

  /// - Returns: the index among the links; nil beyond the bound.
  private mutating func openAir(_ key: AirLinks.Key, fromBeginning: Bool) -> Int? {
    let controller = sessions.controllerOfAir()
    let index = begin(
      ConnectionHandle(0), on: controller, transport: fromBeginning ? .le : nil,
      mtu: fromBeginning ? ATTExchangeMTU.defaultMTU : 0)
    guard let index else { return nil }
    sessions.connections[index].transport = .le
    sessions.connections[index].role = .central
    let position = sessions.air.append(AirLink(key, connection: index), key)
    sessions.connections[index].airLink = position
    return position
  }

  /// Another connection has its access address.
  private mutating func endAir(_ position: Int) {
    sessions.air.links[position].finish()
    sessions.air.forget(sessions.air.links[position].key)
    guard let index = sessions.air.links[position].connection, sessions.connections[index].isOpen
    else { return }
    end(index, on: sessions.connections[index].controller, reason: nil, lostTo: nil)
  }

  /// - Parameter moment: when it was on the air; `now` is when the computer wrote it down.
  private mutating func receiveData(
    _ packet: AirPacket, at moment: Moment, on position: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let time = moment.time.microseconds
    sessions.air.links[position].written = now.time
    guard packet.crc != .bad else {
      let sender = sessions.air.links[position].sender(of: packet, at: time)
      _ = sessions.air.links[position].take(packet, from: sender, nil, at: moment, digest: 0)
      if !sender.isCentral { sessions.air.links[position].troubles.turns.noteAnswer(at: moment) }
      return
    }
    let header = try LLDataHeader(packet.pdu, in: bytes)
    let digest = header.digest(of: packet, in: bytes)
    if let opened = open(packet, header, digest, on: position, in: bytes) {
      return try receive(opened, packet, header, digest, at: moment, on: position)
    }
    let isClear = sessions.air.links[position].isInClear(packet)
    let sender = sessions.air.links[position].sender(
      of: packet, at: time,
      AirBelief.Packet(header, digest, isUnique: packet.crcIsOfCiphertext),
      forced: isClear
        ? sessions.air.links[position].onlySender(packet, header, in: bytes) : .unknown)
    sessions.air.links[position].noteValue(packet, header, from: sender, in: bytes)
    let outcome = sessions.air.links[position].take(
      packet, from: sender, header, at: moment, digest: digest)
    sessions.air.links[position].noteTurn(
      packet, header, isReadable: isClear, from: sender, at: moment, in: bytes)
    guard let index = sessions.air.links[position].connection else { return }
    noteInForce(position, index, at: moment.time)
    let isOpen = sessions.connections[index].isOpen
    report(
      header, outcome?.verdict, of: index, sender, isFirst: isOpen && outcome?.isFirst ?? false)
    guard isOpen else { return }
    sessions.connections[index].last = now
    defer { noteRest(header, outcome?.verdict, from: sender, of: index) }
    guard !header.isEmpty else { return }
    let direction: RecordDirection = sender.isCentral ? .tx : .rx
    guard outcome?.isFirst ?? false else {
      if packet.isDecrypted {
        if packet.micIsGood == false {
          report(header, of: index, direction, counter: nil, in: bytes)
        }
      } else if sessions.air.links[position].isEncrypted,
        sessions.air.links[position].looksHidden(header, in: bytes)
      {
        report(header, of: index, direction, counter: nil, in: bytes)
        countEncrypted(nil, on: position, sender.isCentral, isFirst: false)
      }
      return
    }
    let isHidden = sessions.air.links[position].hides(packet, header, in: bytes)
    sessions.air.links[position].noteSealed(
      packet, header, isHidden: isHidden, frame: moment.frame)
    if isHidden || packet.isDecrypted {
      if packet.isDecrypted {
        sessions.air.links[position].encryptedPackets += 1
        if packet.micIsGood == false { countWithoutStart(on: position) }
      } else {
        countEncrypted(nil, on: position, sender.isCentral, isFirst: true)
      }
    }
    if isHidden {
      report(header, of: index, direction, counter: nil, in: bytes)
      sessions.air.links[position].side(sender.isCentral) { $0.forgetPDU() }
      // Where nothing showed its start, it is not known when that was.
      if sessions.air.links[position].isAwaitingEncryption { noteEncrypted(position, index) }
      return
    }
    try receivePDU(
      header, packet, digest, outcome?.verdict, at: moment, on: position, of: index, from: sender,
      in: bytes)
  }

  /// A packet that was decrypted. What it holds is in `opened`.
  private mutating func receive(
    _ found: AirCipher.Opened, _ packet: AirPacket, _ sealed: LLDataHeader, _ digest: UInt64,
    at moment: Moment, on position: Int
  ) throws(DecodeIssue) {
    // Moved out for the time of the call, so that it may be read meanwhile.
    var octets: [UInt8] = []
    swap(&octets, &opened)
    defer { swap(&octets, &opened) }
    let bytes = octets.span
    var header = sealed
    header.payload = ByteRange(start: 0, end: octets.count)
    let sender = sessions.air.links[position].sender(
      of: packet, at: moment.time.microseconds, forced: found.isFromCentral ? .central : .peripheral
    )
    sessions.air.links[position].noteValue(packet, header, from: sender, in: bytes, isOpened: true)
    let outcome = sessions.air.links[position].take(
      packet, from: sender, sealed, at: moment, digest: digest,
      proven: found.isRepeated ? .retransmitted : .new)
    sessions.air.links[position].noteTurn(
      packet, header, isReadable: true, from: sender, at: moment, in: bytes)
    guard let index = sessions.air.links[position].connection else { return }
    noteInForce(position, index, at: moment.time)
    let isOpen = sessions.connections[index].isOpen
    let isFirst = isOpen && outcome?.isFirst ?? false
    report(sealed, outcome?.verdict, of: index, sender, isFirst: isFirst)
    guard isOpen else { return }
    sessions.connections[index].last = now
    defer { noteRest(header, outcome?.verdict, from: sender, of: index) }
    let direction: RecordDirection = found.isFromCentral ? .tx : .rx
    report(header, of: index, direction, counter: found.counter, in: bytes)
    countEncrypted(found, on: position, found.isFromCentral, isFirst: isFirst)
    guard isFirst else { return }
    sessions.air.links[position].sealedEnd = nil
    noteEncrypted(position, index)
    // The counter shows whether another one was between.
    sessions.air.links[position].followsHole = found.missed > 0
    try receivePDU(
      header, packet, digest, outcome?.verdict, at: moment, on: position, of: index, from: sender,
      in: bytes)
  }

  /// New parameters are in force from their instant on.
  private mutating func noteInForce(_ position: Int, _ index: Int, at time: TraceTime) {
    guard sessions.air.links[position].hasAdopted else { return }
    sessions.air.links[position].hasAdopted = false
    let interval = sessions.air.links[position].interval
    guard sessions.connections[index].parameters.last?.intervalUs == interval,
      let place = sessions.connections[index].parameterTimes.indices.last
    else { return }
    sessions.connections[index].parameterTimes[place] = time
  }

  /// Notes that the peripheral had nothing more to send, once what the packet holds was taken: that
  /// did not wait.
  private mutating func noteRest(
    _ header: LLDataHeader, _ verdict: AirVerdict?, from sender: AirPacket.Sender, of index: Int
  ) {
    guard !header.moreData, sender == .peripheral, let verdict, verdict != .uncertain else {
      return
    }
    context.observer.observe(.rested(connection: index, now.time))
  }

  /// For those who show packets.
  private mutating func report(
    _ header: LLDataHeader, _ verdict: AirVerdict?, of index: Int, _ sender: AirPacket.Sender,
    isFirst: Bool
  ) {
    guard context.observer.takesPDUs else { return }
    context.observer.observe(
      AirData(
        connection: index, direction: sender.isCentral ? .tx : .rx, verdict: verdict,
        kind: header.llid, isEmpty: header.isEmpty, isFirst: isFirst))
  }

  /// The same.
  private mutating func report(
    _ header: LLDataHeader, of index: Int, _ direction: RecordDirection, counter: UInt64?,
    in bytes: Span<UInt8>
  ) {
    guard context.observer.takesPDUs else { return }
    context.begin(direction)
    context.observer.observe(
      EncryptedPDU(
        connection: index, direction: direction, isControl: header.llid == .control,
        counter: counter, octets: counter == nil ? 0 : header.payload.count,
        mayHoldKey: mayHoldKey(header, of: index, direction, in: bytes)), in: bytes)
  }

  /// Whether a PDU is, or may be, a part of the Security Manager's: those have keys.
  private func mayHoldKey(
    _ header: LLDataHeader, of index: Int, _ direction: RecordDirection, in bytes: Span<UInt8>
  ) -> Bool {
    let channel: L2CAPChannelID?
    switch header.llid {
    case .control: return false
    case .start where header.payload.count >= L2CAPBasicHeader.octets:
      channel = L2CAPBasicHeader(at: header.payload.start, in: bytes).channel
    default: channel = sessions.connections[index].reassembly[direction.index].fragments.channel
    }
    return channel.map { $0 == .smp } ?? true
  }

  /// What a PDU holds that is in clear, or was decrypted.
  private mutating func receivePDU(
    _ header: LLDataHeader, _ packet: AirPacket, _ digest: UInt64, _ verdict: AirVerdict?,
    at moment: Moment, on position: Int, of index: Int, from sender: AirPacket.Sender,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    let direction: RecordDirection = sender.isCentral ? .tx : .rx
    switch header.llid {
    case .control:
      let control = try LLControl(
        header.payload, isDecrypted: packet.isDecrypted, in: bytes)
      // What its vectors are worth is not known: a sniffer may not have taken it.
      if case .encryptionRequest = control, header.setsReservedBits { return }
      sessions.air.links[position].judge(
        control, bytes[header.payload.start], isFromCentral: sender.isCentral,
        isNew: verdict == .new, at: now)
      if sender.isCentral {
        sessions.air.links[position].noteInstant(
          of: control, bytes[header.payload.start], packet, digest, at: moment)
      }
      receiveControl(control, on: position, of: index, direction)
    case .start, .continuation:
      sessions.air.links[position].noteRole(header, from: sender, in: bytes)
      noteFragment(header, on: position, of: index, isFromCentral: sender.isCentral, in: bytes)
      sessions.connections[index].lastHole = sessions.air.links[position].lastHole
      // A PDU is never made of two: what came before the hole may be of another one.
      if header.llid == .continuation, sessions.air.links[position].followsHole {
        sessions.connections[index].reassembly[direction.index].fragments.abandon()
      }
      try receiveFragment(header, on: position, of: index, direction, in: bytes)
    case .reserved: break
    }
  }

  /// Notes what the lengths of L2CAP PDUs prove of packets that were not heard. Packet counters
  /// prove more.
  private mutating func noteFragment(
    _ header: LLDataHeader, on position: Int, of index: Int, isFromCentral: Bool,
    in bytes: Span<UInt8>
  ) {
    let cipher = sessions.air.links[position].cipher
    guard cipher < 0 || !sessions.air.ciphers[cipher].isOpen else { return }
    guard sessions.air.links[position].senderIsCertain else {
      sessions.air.links[position].central.forgetPDU()
      sessions.air.links[position].peripheral.forgetPDU()
      return
    }
    let isStart = header.llid == .start
    let announced =
      isStart && header.payload.count >= L2CAPBasicHeader.octets
      ? L2CAPBasicHeader.octets
        + L2CAPBasicHeader(at: header.payload.start, in: bytes).payloadLength
      : nil
    // Without the exchange of lengths the sniffer may have missed it.
    let settled = sessions.connections[index].dataLengths.last
    let longest = settled.map { isFromCentral ? $0.txOctets : $0.rxOctets } ?? LEDataLength.most
    let frame = now.frame
    var found = false
    let opening = sessions.air.links[position].lastOpening
    sessions.air.links[position].side(isFromCentral) {
      found = $0.take(
        fragment: header.payload.originalCount, isStart: isStart, announced: announced,
        longest: max(27, longest), opening: opening, at: frame)
    }
    if found { sessions.air.links[position].noteUnread(frame) }
  }

  /// A fragment of an L2CAP PDU, taken as if it had come in an ACL packet.
  private mutating func receiveFragment(
    _ header: LLDataHeader, on position: Int, of index: Int, _ direction: RecordDirection,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    context.begin(direction)
    let fragment = HCIACLData(
      handle: ConnectionHandle(0),
      boundary: header.llid == .start ? .firstFlushable : .continuing, data: header.payload)
    // A fragment whose beginning the sniffer missed is no fault of a sender.
    guard
      let (arrival, _) = try? sessions.connections[index].take(
        fragment, direction, at: now, in: bytes)
    else { return }
    switch arrival {
    case .nothing: break
    case .whole(let pdu, let channel):
      if channel == .smp {
        notePairing(pdu, on: position, isFromCentral: direction == .tx, in: bytes)
      }
      try receive(pdu, on: channel, of: index, in: bytes)
    case .reassembled(let pdu):
      let channel =
        sessions.connections[index].reassembly[direction.index].fragments.channelOfWhole()
      if channel == .smp {
        let whole = sessions.connections[index].reassembly[direction.index].fragments.buffer
        notePairing(
          ByteRange(start: pdu.start + L2CAPBasicHeader.octets, end: pdu.end), on: position,
          isFromCentral: direction == .tx, in: whole.span)
      }
      try receive(reassembled: pdu, of: index)
    }
  }

  mutating func noteEncrypted(_ position: Int, _ index: Int) {
    guard !sessions.air.links[position].isEncrypted else { return }
    sessions.air.links[position].isEncrypted = true
    sessions.connections[index].noteEncryption(true, keySize: nil, &context)
  }
}

extension AirLink {
  /// Notes which attribute's value a packet carries: stalls are about it.
  fileprivate mutating func noteValue(
    _ packet: AirPacket, _ header: LLDataHeader, from sender: AirPacket.Sender,
    in bytes: Span<UInt8>, isOpened: Bool = false
  ) {
    // A continuation is of the value before it.
    guard header.llid != .continuation || header.isEmpty else { return }
    let isHidden = isEncrypted && !packet.isDecrypted && !isOpened
    let handle = isHidden ? nil : header.valueHandle(in: bytes)
    if sender.isCentral {
      central.valueHandle = handle
    } else {
      peripheral.valueHandle = handle
    }
  }
}

extension LLDataHeader {
  /// The handle in the start of an ATT PDU that carries a value. Core Vol 3, Part F, 3.4.5 and
  /// 3.4.7.
  fileprivate func valueHandle(in bytes: Span<UInt8>) -> UInt16? {
    let start = payload.start
    guard llid == .start, payload.count >= 7,
      L2CAPBasicHeader(at: start, in: bytes).channel == .att,
      ATTOpcode(bytes[start + 4]).carriesValue
    else { return nil }
    return bytes.u16le(start + 5)
  }

  /// Of what a retransmission repeats: LLID and payload, and what was sent of it where that was
  /// encrypted.
  func digest(of packet: AirPacket, in bytes: Span<UInt8>) -> UInt64 {
    let digest = digest(in: bytes)
    guard packet.crcIsOfCiphertext else { return digest }
    let crc = (0..<LLCRC.octets).reduce(0 as LLCRC.State) {
      $0 | LLCRC.State(bytes[packet.pdu.end + $1]) << (8 * $1)
    }
    // The MIC was sent, too. What the sniffer writes of NESN, SN and MD is not always what was
    // sent.
    let own = LLCRC.withoutNumbers(crc, rest: packet.pdu.count - 1 + AESCCM.micOctets)
    return (digest ^ UInt64(own)) &* 0x0000_0100_0000_01B3
  }

  func digest(in bytes: Span<UInt8>) -> UInt64 {
    var digest = UInt64(llid.rawValue) &+ UInt64(payload.originalCount) &* 0x9E37_79B9_7F4A_7C15
    for index in payload.start..<payload.end {
      digest = (digest ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
    }
    return digest
  }
}

extension LLAdvertisingPDU.Kind {
  /// Whether the device can be connected to; `nil` where the kind does not say.
  fileprivate var isConnectable: Bool? {
    switch self {
    case .advInd, .advDirectInd: true
    case .advNonconnInd, .advScanInd: false
    default: nil
    }
  }
}
