/// What the rows of a stream are to the account of time.
enum RowRole: UInt8 {
  case completion, parameters, mode, nothing
  /// A packet of this host, or of the peer.
  case sent, received
  /// One that the other side owes an answer to.
  case sentRequest, receivedRequest
  /// Such an answer.
  case sentAnswer, receivedAnswer
}

/// The roles of all streams of a log, by number.
struct RowRoles {
  private var roles: [RowRole]

  init(_ streams: [LogStream]) {
    roles = [RowRole](repeating: .nothing, count: LogKind.count + streams.count)
    for kind in LogKind.allCases { roles[kind.rawValue] = Self.role(of: kind) }
    for (index, stream) in streams.enumerated() {
      roles[LogKind.count + index] = Self.role(of: stream)
    }
  }

  @inline(__always)
  subscript(stream: Int) -> RowRole { stream < roles.count ? roles[stream] : .nothing }

  private static func role(of kind: LogKind) -> RowRole {
    switch kind {
    case .completion: .completion
    case .sentPart, .sentOther, .sentSignal, .sentPairing: .sent
    case .receivedPart, .receivedOther, .receivedSignal, .receivedPairing: .received
    case .parameters: .parameters
    case .mode: .mode
    }
  }

  /// Opcodes of ATT: a request has an even number and no bit of a command, its response the next
  /// one. Core Vol 3, Part F, 3.4.8.
  private static func role(of stream: LogStream) -> RowRole {
    switch stream.opcode {
    case 0x1D: return stream.isSent ? .sentRequest : .receivedRequest
    case 0x1E: return stream.isSent ? .sentAnswer : .receivedAnswer
    case 0x1B, 0x23: return stream.isSent ? .sent : .received
    case let opcode where opcode & 0x40 != 0: return stream.isSent ? .sent : .received
    case let opcode where opcode & 1 == 0: return stream.isSent ? .sentRequest : .receivedRequest
    default: return stream.isSent ? .sentAnswer : .receivedAnswer
    }
  }
}
