import Analysis

/// Input as a row of packets: an octet that says what it is, an octet of length, the packet. So that
/// changes of the fuzzer stay inside packets, and none is spent on a container.
struct PacketScript {
  enum Kind: UInt8 {
    case command = 1
    case acl, sco, event, iso
  }

  enum Direction: UInt32 { case tx, rx }

  /// A btsnoop file of H4 packets.
  private(set) var file = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
  private var time: UInt64 = 0x00E0_3AB4_4A67_6000

  mutating func add(
    _ kind: Kind, _ direction: Direction, _ packet: [UInt8], original: Int? = nil,
    after microseconds: UInt64 = 5000
  ) {
    time &+= microseconds
    let included = packet.count + 1
    let isEvent = kind == .event || kind == .command
    for word in [
      UInt32(max((original ?? 0) + 1, included)), UInt32(included),
      direction.rawValue | (isEvent ? 2 : 0), 0, UInt32(truncatingIfNeeded: time >> 32),
      UInt32(truncatingIfNeeded: time),
    ] {
      file += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }
    file.append(kind.rawValue)
    file += packet
  }

  /// LE Enhanced Connection Complete, so that what follows has a connection to be on.
  mutating func connect(handle: UInt8, peripheral: Bool) {
    add(
      .event, .rx,
      [0x3E, 31, 0x0A, 0, handle, 0, peripheral ? 1 : 0, 1, 1, 2, 3, 4, 5, 0xC6]
        + [UInt8](repeating: 0, count: 12) + [24, 0, 0, 0, 72, 0, 0])
  }

  /// A whole L2CAP PDU in one ACL packet.
  mutating func addPDU(
    handle: UInt8, channel: UInt8, _ direction: Direction, _ pdu: ArraySlice<UInt8>
  ) {
    let flags: UInt8 = direction == .rx ? 0x20 : 0
    add(
      .acl, direction,
      [handle, flags] + Self.octets(pdu.count + 4) + Self.octets(pdu.count) + [channel, 0] + pdu)
  }

  static func octets(_ length: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: length), UInt8(truncatingIfNeeded: length >> 8)]
  }

  /// The pieces of an input, each with the octet in front of it.
  static func pieces(of input: [UInt8]) -> [(choice: UInt8, octets: ArraySlice<UInt8>)] {
    var pieces: [(UInt8, ArraySlice<UInt8>)] = []
    var place = 0
    while place + 2 <= input.count {
      let end = min(place + 2 + Int(input[place + 1]), input.count)
      pieces.append((input[place], input[(place + 2)..<end]))
      place = end
    }
    return pieces
  }

  /// Analyses the packets and looks for faults in them. What the report makes of it is the business
  /// of the report's own stage: to render it takes longer than all the rest.
  func run() {
    guard let capture = ReportStage.capture(of: file) else {
      preconditionFailure("the script is a capture")
    }
    ReportChecks.checkFindings(RuleCatalog.findings(in: [capture]), of: capture)
  }
}
