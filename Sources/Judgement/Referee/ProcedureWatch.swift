import BluetoothProtocol
import Report

/// Follows what a controller began for its host, up to the events that end it.
struct ProcedureWatch: Sendable {
  private var open: [Open] = []
  private(set) var breaches: [BreachFact] = []
  /// What waited when connections ended, by the frame of the end.
  private(set) var openAtEnds: [OpenAtEnd] = []
  /// The events that the host asked for, as far as the capture shows that.
  private var mask: UInt64?
  private var maskOfLE: UInt64?
  /// The last that came from the controller.
  private var lastEvent = Int64.min

  private struct Open: Sendable {
    let procedure: ControllerProcedure
    var key: UInt64
    var link: UInt16?
    var command: (time: Int64, frame: Int)
  }

  private static let mostOpen = 64
  private static let mostBreaches = 64
  private static let mostEnds = 256
  /// LL Response Timeout, which is LMP Response Timeout over BR/EDR.
  private static let responseTimeout: UInt8 = 0x22

  // MARK: - Commands

  mutating func command(_ row: HCIRow) {
    switch row.code {
    case 0x0C01: mask = row.length >= 8 ? row.head : nil
    case 0x2001: maskOfLE = row.length >= 8 ? row.head : nil
    default:
      guard !open.isEmpty else { return }
      open.removeAll { one in
        one.procedure.cancel == row.code && one.procedure.cancel != 0
          && one.key == one.procedure.key(ofCommand: row.head)
      }
      // A CIS that is given up before it came about.
      if row.code == HCIOpcode.disconnect.rawValue {
        let handle = UInt64(row.handle(at: 0))
        open.removeAll { $0.procedure.subject == .stream && $0.key == handle }
      }
    }
  }

  /// The controller accepted a command.
  ///
  /// - Parameters:
  ///   - head: the beginning of its parameters.
  ///   - length: how many of them there are. Of one that was cut, it is not known what it began.
  mutating func begin(
    _ opcode: UInt16, _ head: UInt64, length: Int, at time: Int64, frame: Int
  ) {
    guard let procedure = ControllerProcedure.begun(by: opcode), isReported(procedure),
      length >= procedure.commandOctets
    else { return }
    let key = procedure.key(ofCommand: head)
    // A second one is accepted when the first is over.
    open.removeAll { $0.procedure.command == opcode && $0.key == key }
    if open.count >= Self.mostOpen { open.removeFirst() }
    open.append(
      Open(
        procedure: procedure, key: key, link: procedure.link(head), command: (time, frame)))
  }

  /// Whether the host did not mask all events that would end it. Core Vol 4, Part E, 7.3.1 and
  /// 7.8.1.
  private func isReported(_ procedure: ControllerProcedure) -> Bool {
    func isOn(_ code: UInt16, _ mask: UInt64?) -> Bool {
      guard let mask else { return true }
      return (1...64).contains(code) && mask >> UInt64(code - 1) & 1 == 1
    }
    if !procedure.subevents.isEmpty {
      return isOn(0x3E, mask) && procedure.subevents.contains { isOn($0, maskOfLE) }
    }
    return procedure.events.contains { isOn($0, mask) }
  }

  // MARK: - Events

  /// Anything came from the controller.
  @inline(__always)
  mutating func hear(at time: Int64) { lastEvent = max(lastEvent, time) }

  mutating func event(_ row: HCIRow) {
    guard !open.isEmpty else { return }
    open.removeAll { one in
      guard one.procedure.isEnded(by: row) else { return false }
      // One that was cut may be about any of them.
      return row.length < one.procedure.eventOctets
        || one.key == one.procedure.key(ofEvent: row.head)
    }
  }

  /// A connection has ended, and what was to be done on it.
  mutating func end(_ handle: UInt16, reason: UInt8, _ row: HCIRow) {
    guard !open.isEmpty else { return }
    var frames: [Int] = []
    for one in open where one.link == handle {
      frames.append(one.command.frame)
      if reason == Self.responseTimeout || row.time &- one.command.time >= one.procedure.limit {
        keep(Self.breach(one, until: row.time, frame: row.frame))
      }
    }
    if !frames.isEmpty, openAtEnds.count < Self.mostEnds {
      openAtEnds.append(OpenAtEnd(handle: handle, frame: row.frame, commands: frames))
    }
    // Of the others it is not known which device they are about.
    open.removeAll {
      $0.link == handle || $0.procedure.subject == .stream && $0.key == UInt64(handle)
        || $0.procedure.subject == .address
        || $0.procedure.command == 0x0428 || $0.procedure.command == 0x043D
    }
  }

  /// A handle has another connection.
  mutating func forget(_ handle: UInt16) { open.removeAll { $0.link == handle } }

  /// The masks have their defaults then.
  mutating func reset() {
    open = []
    (mask, maskOfLE) = (0x1FFF_FFFF_FFFF, 0x1F)
  }

  /// Nothing is known of what was under way.
  mutating func fail() { open = [] }

  mutating func release() {
    breaches = []
    openAtEnds = []
  }

  private mutating func keep(_ breach: BreachFact) {
    if breaches.count < Self.mostBreaches { breaches.append(breach) }
  }

  private static func breach(_ one: Open, until end: Int64, frame: Int) -> BreachFact {
    var breach = BreachFact(
      .procedureUnfinished, by: one.procedure.party, at: one.command.time,
      frame: one.command.frame, peer: one.procedure.subject == .address ? one.key : nil)
    breach.report.command = Int(one.procedure.command)
    breach.report.awaited = one.procedure.awaited
    breach.report.handle = one.link.map(Int.init)
    breach.report.openUs = Int(reported: end &- one.command.time)
    breach.report.limit = Int(clamping: one.procedure.limit)
    breach.report.lastFrame = max(breach.report.frame, frame)
    return breach
  }

  /// Those that the capture goes on for long enough after.
  func unfinished(at lastReport: Int64, lastFrame: Int) -> [BreachFact] {
    let last = max(lastEvent, lastReport)
    return open.compactMap { one in
      guard last &- one.command.time >= one.procedure.limit else { return nil }
      return Self.breach(one, until: last, frame: lastFrame)
    }
  }
}

/// Commands whose procedures were open when a connection ended.
package struct OpenAtEnd: Sendable {
  package let handle: UInt16
  /// The end.
  package let frame: Int
  package let commands: [Int]
}
