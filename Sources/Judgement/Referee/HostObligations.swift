import BluetoothProtocol

/// What a controller asks its host for: one line of the referee's table.
///
/// A host that does not answer keeps the other side waiting until a timer of the link ends it, and
/// looks as if the peer had failed.
struct HostObligation: Sendable {
  /// The code of the event, or of the subevent of LE Meta.
  let code: UInt16
  /// Subevents name a connection: where its handle stands behind the beginning of the parameters.
  /// Events have the peer's address there.
  var handleOffset: Int?
  /// Any of these commands answers it.
  let answers: [UInt16]
  /// The event that says that the procedure is over, answered or not; 0 for none but the end of the
  /// connection.
  var over: UInt16 = 0
  /// A person may be asked first.
  var isForUser = false

  var isSubevent: Bool { handleOffset != nil }

  var name: String? {
    isSubevent
      ? LEMetaSubevent(UInt8(truncatingIfNeeded: code)).name
      : HCIEventCode(UInt8(truncatingIfNeeded: code)).name
  }

  /// Where the event's subject is, as one number.
  func key(_ row: HCIRow) -> UInt64 {
    handleOffset.map { UInt64(row.handle(at: $0)) } ?? row.head & 0xFFFF_FFFF_FFFF
  }

  /// A command that answers has handle or address first.
  func answerKey(_ row: HCIRow) -> UInt64 {
    isSubevent ? UInt64(row.handle(at: 0)) : row.head & 0xFFFF_FFFF_FFFF
  }

  /// A host answers these at once; less is cut off by the end.
  static let patience: Int64 = 1_000_000
  /// The Link Manager gives up a user who does not answer after 30 s.
  static let userPatience: Int64 = 30_000_000

  /// Core Vol 4, Part E; the sections are those of the events.
  static let all: [HostObligation] = [
    // LE Long Term Key Request, 7.7.65.5: Reply or Negative Reply.
    .init(code: 0x05, handleOffset: 0, answers: [0x201A, 0x201B]),
    // LE Remote Connection Parameter Request, 7.7.65.6.
    .init(code: 0x06, handleOffset: 0, answers: [0x2020, 0x2021]),
    // LE CIS Request, 7.7.65.26: the handle of the CIS stands behind that of the ACL link.
    .init(code: 0x1A, handleOffset: 2, answers: [0x2066, 0x2067]),
    // Connection Request, 7.7.4: Accept or Reject, also of synchronous links.
    .init(code: 0x04, answers: [0x0409, 0x040A, 0x0429, 0x042A, 0x043D], over: 0x03),
    // PIN Code Request, 7.7.22.
    .init(code: 0x16, answers: [0x040D, 0x040E], over: 0x06, isForUser: true),
    // Link Key Request, 7.7.23.
    .init(code: 0x17, answers: [0x040B, 0x040C], over: 0x06),
    // IO Capability Request, 7.7.40.
    .init(code: 0x31, answers: [0x042B, 0x0434], over: 0x36),
    // User Confirmation Request, 7.7.42.
    .init(code: 0x33, answers: [0x042C, 0x042D], over: 0x36, isForUser: true),
    // User Passkey Request, 7.7.43.
    .init(code: 0x34, answers: [0x042E, 0x042F], over: 0x36, isForUser: true),
    // Remote OOB Data Request, 7.7.44.
    .init(code: 0x35, answers: [0x0430, 0x0433, 0x0445], over: 0x36),
  ]
}

/// Commands that begin with the handle of a connection and are of no use once that has ended.
/// Disconnect has a rule of its own; answers to the controller may cross with the end.
enum HandleCommands {
  static func contains(_ opcode: UInt16) -> Bool {
    switch opcode {
    // Change Packet Type, Authentication, Encryption, Remote Features, Remote Version, Clock
    // Offset.
    case 0x040F, 0x0411, 0x0413, 0x041B, 0x041C, 0x041D, 0x041F,
      // Hold, Sniff, Exit Sniff, QoS Setup, Role Discovery, Link Policy, Flow, Sniff Subrating.
      0x0801, 0x0803, 0x0804, 0x0807, 0x0809, 0x080C, 0x080D, 0x0810, 0x0811,
      // Flush, Transmit Power, Link Supervision Timeout, Authenticated Payload Timeout.
      0x0C08, 0x0C2D, 0x0C36, 0x0C37, 0x0C7B, 0x0C7C,
      // Failed Contacts, Link Quality, RSSI, Encryption Key Size.
      0x1401, 0x1402, 0x1403, 0x1405, 0x1408,
      // LE: Connection Update, Channel Map, Remote Features, Encryption, Data Length, PHY, Power.
      0x2013, 0x2015, 0x2016, 0x2019, 0x2022, 0x2030, 0x2032, 0x2076, 0x2077, 0x207E:
      true
    default: false
    }
  }
}
