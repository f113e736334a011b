/// Where the time of a link went, in each direction: each moment has exactly one cause.
///
/// It is a pass over the rows of the link's log. Between two rows nothing changes on the link: the
/// time there is divided by what was under way, by what the controller was busy with, and by what
/// is usual.
///
/// | under way                         | sent                                | received            |
/// |-----------------------------------|-------------------------------------|---------------------|
/// | a request of this host            | `answer-peer`                       | `answer-peer`       |
/// | packets with the controller       | `connection-events`, then `latency` | as below            |
/// |                                   | as far as it allows, then what else |                     |
/// |                                   | the radio or the link did           |                     |
/// | a request of the peer             | `answer-local`                      | `answer-local`      |
/// | nothing                           | `sender`                            | an interval and a   |
/// |                                   |                                     | half, then `sender` |
///
/// Where answers were captured, and nothing of the side that asked, it is unknown who waited for
/// whom: `answer-peer`, `answer-local` and `sender` are `unexplained` then.
package struct TimeAccount: Sendable {
  package let sent: TimeLine
  package private(set) var received: TimeLine

  init(_ pass: AccountPass) {
    sent = pass.sent
    received = pass.received
  }

  /// The peer's values came at its own period: between them it had nothing to send, so that nothing
  /// waited for connection events.
  package mutating func notePeriod(from start: Int64, to end: Int64) {
    received.recast(.connectionEvents, as: .sender, from: start, to: end)
  }
}
