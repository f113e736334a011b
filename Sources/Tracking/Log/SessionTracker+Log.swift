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
    log(.command, command.opcode.rawValue, command.parameters, from: 0, controller, in: bytes)
    switch command.opcode {
    case .leConnectionUpdate:
      begin(.parameterUpdate, of: command.parameters, controller, in: bytes)
    case .leEnableEncryption, .setConnectionEncryption:
      begin(.encryptionStart, of: command.parameters, controller, in: bytes)
    case .switchRole: note(.begin(.roleSwitch, tag: 0, link: nil), controller)
    case .createConnection: logRadio(.paging, true, controller)
    case .inquiry: logRadio(.inquiry, true, controller)
    case .remoteNameRequest: logRadio(.name, true, controller)
    case .leCreateConnection, .leExtendedCreateConnectionV1, .leExtendedCreateConnectionV2:
      logRadio(.initiating, true, controller)
    default: break
    }
  }

  @inline(never)
  mutating func log(_ event: HCIEventPacket, _ controller: Int, in bytes: Span<UInt8>) {
    let parameters = event.parameters
    switch event.code {
    case .commandComplete:
      guard parameters.count >= 3 else { break }
      let command = bytes.u16le(parameters.start + 1)
      log(.complete, command, parameters, from: 3, controller, in: bytes)
      if HCIOpcode(command) == .inquiryCancel { logRadio(.inquiry, false, controller) }
    case .commandStatus:
      guard parameters.count >= 4 else { break }
      let command = bytes.u16le(parameters.start + 2)
      log(.status, command, parameters, from: 0, controller, in: bytes)
    case .leMeta: log(leMeta: parameters, controller, in: bytes)
    case .encryptionChangeV1, .encryptionChangeV2, .encryptionKeyRefreshComplete:
      finish(.encryptionStart, of: parameters, at: 1, controller, in: bytes)
    case .roleChange: note(.finish(.roleSwitch, tag: 0, link: nil), controller)
    case .connectionComplete: logRadio(.paging, false, controller)
    case .inquiryComplete: logRadio(.inquiry, false, controller)
    case .remoteNameRequestComplete: logRadio(.name, false, controller)
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
      logRadio(.initiating, false, controller)
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
        length: max(0, parameters.count - offset)), of: controller)
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

  /// Something begins that takes so much of the radio that links wait for it, or ends: such as a
  /// scan, or a link for voice or audio, as long as it lasts.
  mutating func logRadio(_ tag: RadioTag, _ isStart: Bool, _ controller: Int) {
    note(
      isStart
        ? .begin(.otherRadio, tag: tag.rawValue, link: nil)
        : .finish(.otherRadio, tag: tag.rawValue, link: nil), controller)
  }

  private func openLink(_ handle: ConnectionHandle, _ controller: Int) -> Int? {
    let link = sessions.controllers[controller].links[Int(handle.rawValue)]
    return link >= 0 ? Int(link) : nil
  }

  private mutating func note(_ note: ControllerNote, _ controller: Int) {
    context.observer.log(note, on: controller, at: now)
  }
}

/// Uses of the radio of which several may be under way at a time.
struct RadioTag {
  let rawValue: UInt16

  static let initiating = Self(rawValue: 1)
  static let paging = Self(rawValue: 2)
  static let inquiry = Self(rawValue: 3)
  static let name = Self(rawValue: 4)
  static let scan = Self(rawValue: 5)
  /// Above the bits of a handle.
  static func audio(_ handle: ConnectionHandle) -> Self { Self(rawValue: 0x1000 | handle.rawValue) }
}

extension ScanFact {
  /// Whether it listens for so much of the time that links wait for the radio. One whose settings
  /// the capture lacks may.
  var isBusy: Bool {
    guard let rhythm, rhythm.intervalMicroseconds > 0 else { return true }
    return rhythm.windowMicroseconds * 4 >= rhythm.intervalMicroseconds
  }
}
