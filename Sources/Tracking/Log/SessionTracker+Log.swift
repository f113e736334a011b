import BluetoothProtocol
import Bytes
import CaptureFiles
import Judgement
import Report

/// What goes into the logs from commands and events.
extension SessionTracker {
  @inline(never)
  mutating func log(
    _ command: HCICommandPacket, _ controller: Int, in bytes: Span<UInt8>
  ) {
    note(.command(command.opcode), controller)
    log(.command, command.opcode.rawValue, command.parameters, from: 0, controller, in: bytes)
    switch command.opcode {
    case .leConnectionUpdate:
      begin(.parameterUpdate, of: command.parameters, controller, in: bytes)
    case .leEnableEncryption, .setConnectionEncryption:
      begin(.encryptionStart, of: command.parameters, controller, in: bytes)
    case .switchRole: note(.begin(.roleSwitch, tag: 0, link: nil), controller)
    case .createConnection: note(.begin(.otherRadio, tag: Tag.paging, link: nil), controller)
    case .inquiry: note(.begin(.otherRadio, tag: Tag.inquiry, link: nil), controller)
    case .remoteNameRequest: note(.begin(.otherRadio, tag: Tag.name, link: nil), controller)
    case .leCreateConnection, .leExtendedCreateConnectionV1, .leExtendedCreateConnectionV2:
      note(.begin(.otherRadio, tag: Tag.initiating, link: nil), controller)
    default: break
    }
  }

  @inline(never)
  mutating func log(_ event: HCIEventPacket, _ controller: Int, in bytes: Span<UInt8>) {
    let parameters = event.parameters
    switch event.code {
    case .commandComplete:
      guard parameters.count >= 3 else { break }
      log(
        .complete, bytes.u16le(parameters.start + 1), parameters, from: 3, controller, in: bytes)
      answer(HCIOpcode(bytes.u16le(parameters.start + 1)), controller)
    case .commandStatus:
      guard parameters.count >= 4 else { break }
      log(.status, bytes.u16le(parameters.start + 2), parameters, from: 0, controller, in: bytes)
      answer(HCIOpcode(bytes.u16le(parameters.start + 2)), controller)
    case .leMeta: log(leMeta: parameters, controller, in: bytes)
    case .encryptionChangeV1, .encryptionChangeV2, .encryptionKeyRefreshComplete:
      finish(.encryptionStart, of: parameters, at: 1, controller, in: bytes)
    case .roleChange: note(.finish(.roleSwitch, tag: 0, link: nil), controller)
    case .connectionComplete: note(.finish(.otherRadio, tag: Tag.paging, link: nil), controller)
    case .inquiryComplete: note(.finish(.otherRadio, tag: Tag.inquiry, link: nil), controller)
    case .remoteNameRequestComplete:
      note(.finish(.otherRadio, tag: Tag.name, link: nil), controller)
    case .modeChange:
      guard let change = try? ModeChange(parameters, in: bytes), change.status == .success,
        let link = openLink(change.handle, controller)
      else { break }
      let microseconds = SlotInterval(change.interval).microseconds
      note(.mode(link: link, change.mode, microseconds: microseconds), controller)
    default: break
    }
    if event.code != .commandComplete, event.code != .commandStatus, event.code != .leMeta {
      log(.event, UInt16(event.code.rawValue), parameters, from: 0, controller, in: bytes)
    }
    context.observer.log(reportOf: controller, at: now.time)
  }

  private mutating func log(
    leMeta parameters: ByteRange, _ controller: Int, in bytes: Span<UInt8>
  ) {
    guard parameters.count >= 1 else { return }
    let code = LEMetaSubevent(bytes[parameters.start])
    if !code.reportsAdvertising {
      log(.subevent, UInt16(code.rawValue), parameters, from: 1, controller, in: bytes)
    }
    switch code {
    case .connectionComplete, .enhancedConnectionCompleteV1, .enhancedConnectionCompleteV2:
      note(.finish(.otherRadio, tag: Tag.initiating, link: nil), controller)
    case .connectionUpdateComplete:
      finish(.parameterUpdate, of: parameters, at: 2, controller, in: bytes)
    case .longTermKeyRequest:
      guard parameters.count >= 3,
        let link = openLink(ConnectionHandle(bytes.u16le(parameters.start + 1)), controller)
      else { break }
      note(.begin(.encryptionStart, tag: 0, link: link), controller)
    default: break
    }
  }

  /// What the referee of the controller looks at.
  private mutating func log(
    _ kind: HCIRow.Kind, _ code: UInt16, _ parameters: ByteRange, from offset: Int,
    _ controller: Int, in bytes: Span<UInt8>
  ) {
    let first = parameters.start + offset
    var head: UInt64 = 0
    for index in 0..<max(0, min(8, parameters.end - first)) {
      head |= UInt64(bytes[first + index]) << UInt64(index * 8)
    }
    context.observer.log(
      HCIRow(
        kind, code, at: now.time.microseconds, frame: now.frame, head: head,
        length: max(0, parameters.originalCount - offset)), of: controller)
  }

  /// A command was answered. One that was refused began nothing.
  private mutating func answer(_ opcode: HCIOpcode, _ controller: Int) {
    if opcode == .reset { note(.reset, controller) }
    if opcode == .inquiryCancel {
      note(.finish(.otherRadio, tag: Tag.inquiry, link: nil), controller)
    }
    note(.answer(opcode), controller)
  }

  private mutating func begin(
    _ cause: ReportV1.SpanCause, of parameters: ByteRange, _ controller: Int,
    in bytes: Span<UInt8>
  ) {
    guard parameters.count >= 2,
      let link = openLink(ConnectionHandle(bytes.u16le(parameters.start)), controller)
    else { return }
    note(.begin(cause, tag: 0, link: link), controller)
  }

  private mutating func finish(
    _ cause: ReportV1.SpanCause, of parameters: ByteRange, at offset: Int, _ controller: Int,
    in bytes: Span<UInt8>
  ) {
    guard parameters.count >= offset + 2,
      let link = openLink(ConnectionHandle(bytes.u16le(parameters.start + offset)), controller)
    else { return }
    note(.finish(cause, tag: 0, link: link), controller)
  }

  /// A scan that takes so much of the radio that links wait for it begins, or one ends.
  mutating func logScan(_ isStart: Bool, on controller: Int) {
    note(
      isStart
        ? .begin(.otherRadio, tag: Tag.scan, link: nil)
        : .finish(.otherRadio, tag: Tag.scan, link: nil), controller)
  }

  /// A link for voice or audio has its share of the radio as long as it lasts.
  mutating func logAudio(_ handle: ConnectionHandle, isStart: Bool, on controller: Int) {
    let tag = Tag.audio | handle.rawValue
    note(
      isStart
        ? .begin(.otherRadio, tag: tag, link: nil) : .finish(.otherRadio, tag: tag, link: nil),
      controller)
  }

  private func openLink(_ handle: ConnectionHandle, _ controller: Int) -> Int? {
    let link = sessions.controllers[controller].links[Int(handle.rawValue)]
    return link >= 0 ? Int(link) : nil
  }

  private mutating func note(_ note: ControllerNote, _ controller: Int) {
    context.observer.log(note, on: controller, at: now)
  }
}

/// Procedures of which several may be under way at a time.
private enum Tag {
  static let initiating: UInt16 = 1
  static let paging: UInt16 = 2
  static let inquiry: UInt16 = 3
  static let name: UInt16 = 4
  static let scan: UInt16 = 5
  /// Above the bits of a handle.
  static let audio: UInt16 = 0x1000
}

extension ScanFact {
  /// Whether it listens for so much of the time that links wait for the radio. One whose settings
  /// the capture lacks may.
  var isBusy: Bool {
    guard let rhythm, rhythm.intervalMicroseconds > 0 else { return true }
    return rhythm.windowMicroseconds * 4 >= rhythm.intervalMicroseconds
  }
}
