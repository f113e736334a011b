/// Whether the sides of a link wait for each other's values: the times in which nothing of this
/// host was out, and what ended them.
///
/// It goes on from one window of rows to the next.
struct Turns: Sendable {
  /// Such times in which a value came from the peer, how long those took, and how long of that up
  /// to the last value.
  private(set) var answered = 0
  private(set) var answeredTime: Int64 = 0
  /// Those without.
  private(set) var others = 0
  private(set) var othersTime: Int64 = 0
  private(set) var received = 0

  private var outstanding = 0
  private var idleSince: Int64?
  private var heard: Int64?

  mutating func add(_ rows: [LogRow], _ roles: RowRoles) {
    for row in rows {
      switch roles[row.stream] {
      case .completion:
        guard outstanding > 0 else { break }
        outstanding = max(0, outstanding - Int(row.length))
        if outstanding == 0, idleSince == nil { (idleSince, heard) = (row.time, nil) }
      case .sent, .sentRequest:
        if let idleSince, row.isPacket { end(idleSince, at: row.time) }
        if row.isPacket { outstanding += 1 }
      case .sentAnswer:
        // What answers the peer says nothing of its own.
        if row.isPacket { outstanding += 1 }
      case .received, .receivedRequest:
        received += 1
        heard = row.time
      default: break
      }
    }
  }

  private mutating func end(_ since: Int64, at time: Int64) {
    idleSince = nil
    if heard != nil {
      answered += 1
      answeredTime &+= max(0, time &- since)
    } else {
      others += 1
      othersTime &+= max(0, time &- since)
    }
  }

  /// Whether what is sent next waits for the peer's values: nearly all of them came while nothing
  /// was out, and those times are longer than others.
  var areTaken: Bool {
    guard answered >= AccountLimits.fewestTurns, answered * 4 >= received * 3 else { return false }
    guard others * 10 > answered else { return true }
    return answeredTime / Int64(answered) / 2 >= othersTime / Int64(others)
  }
}
