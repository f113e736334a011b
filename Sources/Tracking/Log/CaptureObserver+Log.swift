import BluetoothProtocol
import Bytes
import CaptureFiles
import Judgement
import Report

/// Writes the rows of links.
extension CaptureObserver {
  var keepsLog: Bool { true }

  /// The capture has ended: all logs, which are not here any more then.
  mutating func takeLogbook() -> Logbook {
    var taken = Logbook()
    swap(&taken, &logbook)
    return taken
  }

  mutating func log(_ pdu: LoggedPDU, in bytes: Span<UInt8>) {
    let isSent = pdu.direction == .tx
    let (time, frame) = (pdu.moment.time.microseconds, pdu.moment.frame)
    guard pdu.isATT, pdu.payload.count > 0 else {
      let kind: LogKind =
        switch pdu.channel {
        case .signallingLE, .signallingBREDR: isSent ? .sentSignal : .receivedSignal
        case .smp, .smpBREDR: isSent ? .sentPairing : .receivedPairing
        default: isSent ? .sentOther : .receivedOther
        }
      if kind == .sentSignal || kind == .receivedSignal {
        return log(signals: pdu, kind, in: bytes)
      }
      let isOther = kind == .sentOther || kind == .receivedOther
      let code = pdu.payload.count > 0 ? UInt32(bytes[pdu.payload.start]) : 0
      return logbook.append(
        kind, to: pdu.connection, at: time, frame: frame, length: pdu.payload.originalCount,
        head: isOther ? UInt32(pdu.channel.rawValue) : code)
    }
    let opcode = bytes[pdu.payload.start]
    let hasHandle = ATTOpcode(opcode).namesAttribute && pdu.payload.count >= 3
    let handle = hasHandle ? bytes.u16le(pdu.payload.start &+ 1) : 0
    let start = pdu.payload.start &+ (hasHandle ? 3 : 1)
    let value = start..<max(start, pdu.payload.end)
    let headers = hasHandle ? 3 : 1
    // A value that the logger cut may be any: it is equal to none.
    logbook.append(
      LogRow(
        time, frame: frame,
        stream: logbook.stream(opcode, isSent: isSent, handle: handle, of: pdu.connection),
        length: max(0, pdu.payload.originalCount &- headers), head: valueHead(value, of: bytes),
        hash: pdu.payload.isCut
          ? UInt32(truncatingIfNeeded: frame) &* 0x9E37_79B1 : valueHash(value, of: bytes),
        isPacket: pdu.isPacket),
      to: pdu.connection)
  }

  /// Over BR/EDR one PDU may hold several commands, each of which has a row.
  @inline(never)
  private mutating func log(signals pdu: LoggedPDU, _ kind: LogKind, in bytes: Span<UInt8>) {
    var start = pdu.payload.start
    for place in 0..<Self.mostSignals {
      guard place == 0 || start + 4 <= pdu.payload.end else { return }
      logbook.append(
        LogRow(
          pdu.moment.time.microseconds, frame: pdu.moment.frame, stream: kind.rawValue,
          length: place == 0 ? pdu.payload.originalCount : 0,
          head: signalHead(start..<pdu.payload.end, in: bytes), isPacket: place == 0),
        to: pdu.connection)
      guard start + 4 <= pdu.payload.end else { return }
      start += 4 + Int(bytes.u16le(start + 2))
    }
  }

  private static var mostSignals: Int { 16 }

  private func signalHead(_ command: Range<Int>, in bytes: Span<UInt8>) -> UInt32 {
    guard let first = command.first else { return 0 }
    var head = UInt32(bytes[first])
    guard command.count >= 4 else { return head }
    head |= UInt32(bytes[first + 1]) << 8
    // Where the result stands in an answer: Core Vol 3, Part A, 4.3, 4.5, 4.23 and 4.26.
    let offset =
      switch bytes[first] {
      case 0x03, 0x05, 0x0D: 8
      case 0x15: 12
      case 0x18: 10
      default: 0
      }
    guard offset > 0, command.count >= offset + 2 else { return head }
    return head | UInt32(bytes.u16le(first + offset)) << 16
  }

  mutating func log(part moment: Moment, _ direction: RecordDirection, on connection: Int) {
    logbook.append(
      direction == .tx ? .sentPart : .receivedPart, to: connection, at: moment.time.microseconds,
      frame: moment.frame)
  }

  mutating func log(_ note: ControllerNote, on controller: Int, at moment: Moment) {
    let (time, frame) = (moment.time.microseconds, moment.frame)
    if case .mode(let link, let mode, let microseconds) = note {
      return logbook.append(
        .mode, to: link, at: time, frame: frame, length: Int(mode),
        head: UInt32(clamping: microseconds))
    }
    logbook.change(controller) { log in
      switch note {
      case .begin(let cause, let tag, let link):
        log.begin(cause, tag, of: link, at: time, frame: frame)
      case .finish(let cause, let tag, let link):
        log.finish(cause, tag, of: link, at: time)
      case .mode: break
      }
    }
  }

  /// All buffers of a controller were taken for some time.
  @inline(never)
  mutating func log(_ filled: (first: Moment, last: Moment), of controller: Int) {
    logbook.change(controller) {
      $0.keep(
        BusySpan(
          .buffers, of: nil, from: filled.first.time.microseconds,
          to: filled.last.time.microseconds, frame: filled.first.frame))
    }
  }

  mutating func log(reportOf controller: Int, at time: TraceTime) {
    logbook.change(controller) { $0.report(at: time.microseconds) }
  }

  @inline(__always)
  mutating func log(dataOf controller: Int, at moment: Moment) {
    logbook.change(controller) { $0.receive(at: moment.time.microseconds, frame: moment.frame) }
  }

  mutating func log(_ row: HCIRow, of controller: Int) {
    logbook.change(controller) { $0.take(row) }
  }

  mutating func log(_ event: SessionEvent) {
    guard case .opened(let connection, let controller, let moment, _) = event else { return }
    logbook.open(connection, on: controller, at: moment.time.microseconds)
  }

  /// What says how long packets usually wait.
  mutating func log(_ step: SessionStep, at moment: Moment) {
    switch step {
    case .connected(let connection, let attempt):
      logbook.change(link: connection) {
        $0.isCentral = attempt.role != .peripheral
        $0.beginsHere = true
      }
    case .channelOpened(let connection, let channel)
    where channel.spsm == CreditBasedChannel.eattSPSM:
      logbook.change(link: connection) { $0.hasManyBearers = true }
    case .parameters(let connection, let fact):
      logbook.append(
        .parameters, to: connection, at: moment.time.microseconds, frame: moment.frame,
        length: fact.latency, head: UInt32(clamping: fact.usedIntervalUs),
        hash: UInt32(clamping: fact.supervisionTimeoutUs))
    default: break
    }
  }
}

extension ATTOpcode {
  /// Whether the handle of one attribute follows it. Core Vol 3, Part F, 3.4.
  fileprivate var namesAttribute: Bool {
    switch rawValue {
    case 0x0A, 0x0C, 0x12, 0x16, 0x17, 0x1B, 0x1D, 0x52, 0xD2: true
    default: false
    }
  }
}

extension Logbook {
  /// Where the capture's clock was set forward, and where records were lost, as far as is known.
  mutating func take(_ clock: ClockWatch) {
    if losses.count != clock.losses.count {
      losses = clock.losses.map { UInt32(clamping: $0.beforeFrame) }
    }
    guard stepsSeen != clock.steps.count else { return }
    stepsSeen = clock.steps.count
    steps = clock.steps.filter { $0.microseconds > 0 }
      .map { (UInt32(clamping: $0.frame), $0.microseconds) }
  }
}
