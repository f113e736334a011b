import BluetoothProtocol
import Report

/// What a controller begins for its host, and reports the end of: one line of the referee's table.
///
/// The Command Status says that it was begun. Core Vol 4, Part E, 4.4.
struct ControllerProcedure: Sendable {
  /// What sets two of them apart: it stands at the beginning of the command's parameters, and
  /// behind the status in the event.
  enum Subject: Sendable {
    case handle
    case address
    /// The handle of a BIG.
    case octet
    /// A CIS: its handle, behind the number of them.
    case stream
    /// A controller has one at a time.
    case controller
  }

  let command: UInt16
  let subject: Subject
  /// Any of these events ends it, whatever the status.
  let events: [UInt16]
  let subevents: [UInt16]
  /// The event that is named.
  let awaited: String
  /// The command with which the host gives it up; 0 where there is none.
  let cancel: UInt16
  /// How long it may take.
  let limit: Int64
  /// Who owes the end.
  let party: ReportV1.BreachParty

  /// How many octets of the command's parameters say what it is about.
  var commandOctets: Int {
    switch subject {
    case .handle: 2
    case .address: 6
    case .octet: 1
    // The handle of the CIS behind their number, and that of its connection.
    case .stream: 5
    case .controller: 0
    }
  }

  /// And of the event.
  var eventOctets: Int {
    switch subject {
    case .handle, .stream: 3
    case .address: 7
    case .octet: 2
    case .controller: 0
    }
  }

  /// Where its subject is, as one number.
  func key(ofCommand head: UInt64) -> UInt64 {
    switch subject {
    case .handle: head & 0x0FFF
    case .address: head & 0xFFFF_FFFF_FFFF
    case .octet: head & 0xFF
    case .stream: head >> 8 & 0x0FFF
    case .controller: 0
    }
  }

  func key(ofEvent head: UInt64) -> UInt64 {
    switch subject {
    case .handle, .stream: head >> 8 & 0x0FFF
    case .address: head >> 8 & 0xFFFF_FFFF_FFFF
    case .octet: head >> 8 & 0xFF
    case .controller: 0
    }
  }

  /// The connection that it is about.
  func link(_ head: UInt64) -> UInt16? {
    switch subject {
    case .handle: UInt16(truncatingIfNeeded: head) & 0x0FFF
    case .stream: UInt16(truncatingIfNeeded: head >> 24) & 0x0FFF
    case .address, .octet, .controller: nil
    }
  }

  func isEnded(by row: HCIRow) -> Bool {
    switch row.kind {
    case .event: events.contains(row.code)
    case .subevent: subevents.contains(row.code)
    case .command, .status, .complete: false
    }
  }

  /// By the opcode of the command.
  static func begun(by opcode: UInt16) -> ControllerProcedure? { table[opcode] }

  private static let table = Dictionary(
    all.map { ($0.command, $0) }, uniquingKeysWith: { first, _ in first })

  private static let linkLayer = Int64(ProcedurePatience.linkLayerUs)
  private static let instant = Int64(ProcedurePatience.instantUs)
  private static let linkManager = Int64(ProcedurePatience.linkManagerUs)
  private static let several = Int64(ProcedurePatience.severalUs)
  private static let own = Int64(ProcedurePatience.ownUs)

  /// Core Vol 4, Part E; the sections are those of the commands.
  static let all: [ControllerProcedure] = ofLE + ofBREDR

  private static let ofLE: [ControllerProcedure] = [
    // LE Connection Update, 7.8.18.
    row(0x2013, le: [0x03], "LE Connection Update Complete", instant),
    // LE Read Remote Features, 7.8.21, and of all pages, 7.8.128.
    row(0x2016, le: [0x04], "LE Read Remote Features Complete", linkLayer),
    row(0x2088, le: [0x2B], "LE Read All Remote Features Complete", linkLayer),
    // LE Enable Encryption, 7.8.24.
    row(0x2019, hci: [0x08, 0x30, 0x59], "Encryption Change", linkLayer),
    // LE Read Local P-256 Public Key, 7.8.36; LE Generate DHKey, 7.8.37.
    row(0x2025, .controller, le: [0x08], "LE Read Local P-256 Public Key Complete", own),
    row(0x2026, .controller, le: [0x09], "LE Generate DHKey Complete", own),
    row(0x205E, .controller, le: [0x09], "LE Generate DHKey Complete", own),
    // LE Set PHY, 7.8.49.
    row(0x2032, le: [0x0C], "LE PHY Update Complete", instant),
    // LE Periodic Advertising Create Sync, 7.8.67: it goes on until the train is found.
    row(
      0x2044, .controller, le: [0x0E, 0x24], "LE Periodic Advertising Sync Established", several,
      cancel: 0x2045, by: .peer),
    // LE Create CIS, 7.8.99; its handles begin with that of the CIS.
    row(0x2064, .stream, le: [0x19, 0x2A], "LE CIS Established", linkLayer),
    // LE Create BIG, 7.8.103; LE Terminate BIG, 7.8.105; LE BIG Create Sync, 7.8.106.
    row(0x2068, .octet, le: [0x1B], "LE Create BIG Complete", linkLayer),
    row(
      0x206B, .octet, le: [0x1D], "LE BIG Sync Established", several, cancel: 0x206C, by: .peer),
    // LE Request Peer SCA, 7.8.108.
    row(0x206D, le: [0x1F], "LE Request Peer SCA Complete", linkLayer),
    // LE Read Remote Transmit Power Level, 7.8.118.
    row(0x2077, le: [0x21], "LE Transmit Power Reporting", linkLayer),
    // LE Subrate Request, 7.8.124.
    row(0x207E, le: [0x23], "LE Subrate Change", instant),
  ]

  private static let ofBREDR: [ControllerProcedure] = [
    // Inquiry, 7.1.1: 61.44 s at most.
    row(0x0401, .controller, hci: [0x01], "Inquiry Complete", several, cancel: 0x0402),
    // Change Connection Packet Type, 7.1.14.
    row(0x040F, hci: [0x1D], "Connection Packet Type Changed", linkManager),
    // Authentication Requested, 7.1.15.
    row(0x0411, hci: [0x06], "Authentication Complete", several),
    // Set Connection Encryption, 7.1.16.
    row(0x0413, hci: [0x08, 0x30, 0x59], "Encryption Change", linkManager),
    // Change Connection Link Key, 7.1.17.
    row(0x0415, hci: [0x09], "Change Connection Link Key Complete", linkManager),
    // Remote Name Request, 7.1.19.
    row(0x0419, .address, hci: [0x07], "Remote Name Request Complete", several, cancel: 0x041A),
    // Read Remote Supported Features, 7.1.21, and Extended Features, 7.1.22.
    row(0x041B, hci: [0x0B], "Read Remote Supported Features Complete", linkManager),
    row(0x041C, hci: [0x23], "Read Remote Extended Features Complete", linkManager),
    // Read Remote Version Information, 7.1.23, which LE has, too.
    row(0x041D, hci: [0x0C], "Read Remote Version Information Complete", linkLayer),
    // Read Clock Offset, 7.1.24.
    row(0x041F, hci: [0x1C], "Read Clock Offset Complete", linkManager),
    // Setup Synchronous Connection, 7.1.26 and 7.1.45: the event has a handle of its own.
    row(0x0428, .controller, hci: [0x2C], "Synchronous Connection Complete", linkManager),
    row(0x043D, .controller, hci: [0x2C], "Synchronous Connection Complete", linkManager),
    // Hold, Sniff and Exit Sniff Mode, 7.2.1 to 7.2.3.
    row(0x0801, hci: [0x14], "Mode Change", linkManager),
    row(0x0803, hci: [0x14], "Mode Change", linkManager),
    row(0x0804, hci: [0x14], "Mode Change", linkManager),
    // QoS Setup, 7.2.6; Switch Role, 7.2.8; Flow Specification, 7.2.13.
    row(0x0807, hci: [0x0D], "QoS Setup Complete", linkManager),
    row(0x080B, .address, hci: [0x12], "Role Change", linkManager),
    row(0x0810, hci: [0x21], "Flow Specification Complete", linkManager),
  ]

  private static func row(
    _ command: UInt16, _ subject: Subject = .handle, hci events: [UInt16] = [],
    le subevents: [UInt16] = [], _ awaited: String, _ limit: Int64, cancel: UInt16 = 0,
    by party: ReportV1.BreachParty = .controller
  ) -> ControllerProcedure {
    ControllerProcedure(
      command: command, subject: subject, events: events, subevents: subevents, awaited: awaited,
      cancel: cancel, limit: limit, party: party)
  }
}
