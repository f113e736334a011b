import Testing

@testable import Rendering
@testable import Report

@Suite struct DialogueTotalsTests {
  private func dialogue(
    _ handle: Int, requests: Int, unanswered: Int = 0, period: Int? = nil, distinct: Int? = nil,
    client: ReportV1.PairingSide = .local
  ) -> ReportV1.Dialogue {
    ReportV1.Dialogue {
      $0.client = client
      $0.request.valueHandle = handle
      $0.requests = requests
      $0.unanswered = unanswered
      $0.latencyUs.p50 = 40_000
      $0.periodUs = period
      $0.distinctRequests = distinct
    }
  }

  private func connection(
    _ dialogues: [ReportV1.Dialogue], polled: Int? = nil, distinct: Int = 4
  ) -> ReportV1.Connection {
    var connection = ReportV1.Connection(id: 1)
    connection.peer.address = "66:0D:F3:0A:7B:1C"
    connection.dialogues = dialogues
    if let polled {
      var stream = ReportV1.NotificationStream(valueHandle: 32, kind: .write, count: polled)
      stream.direction = .tx
      stream.uuid = "FFE9"
      (stream.purpose, stream.periodUs) = (.periodic, 1_020_000)
      stream.distinctValues = distinct
      connection.writes = [stream]
    }
    return connection
  }

  private func words(_ connections: [ReportV1.Connection]) -> String {
    var totals = DialogueTotals()
    for connection in connections { totals.add(connection) }
    return totals.words.replacing("\u{A0}", with: " ")
  }

  @Test func aPoll() {
    let poll = dialogue(32, requests: 132, unanswered: 16, period: 1_280_000, distinct: 5)
    #expect(
      words([connection([poll])])
        == "132 requests to 0x0020, one every 1.28 s, 5 different, answered after 40 ms, "
        + "16 not answered")
  }

  @Test func severalAreOneWithWhatIsAskedMost() {
    let few = dialogue(18, requests: 20, unanswered: 1)
    let many = dialogue(32, requests: 100, distinct: 90)
    #expect(
      words([connection([few, many])])
        == "100 requests to 0x0020, answered after 40 ms, 20 requests in 1 other dialogue, "
        + "1 not answered")
    // Two streams that answer the same requests.
    #expect(!words([connection([many, many])]).contains("other"))
    #expect(
      words([connection([dialogue(32, requests: 9, client: .peer)])])
        .hasPrefix("9 requests of the peer to 0x0020"))
  }

  @Test func whatNothingAnsweredInOtherConnectionsIsNamed() {
    let poll = dialogue(32, requests: 387, period: 1_000_000)
    #expect(
      words([connection([], polled: 473), connection([poll]), connection([], polled: 98)])
        == "958 requests to FFE9, one every 1.02 s, in 3 connections, "
        + "in 2 of them none of 571 was answered")
    #expect(DialogueTotals(connection([], polled: 473)).isEmpty)
    // What is sent at a pace, each value another, asks for nothing.
    #expect(
      !words([connection([poll]), connection([], polled: 473, distinct: 400)]).contains("of them"))
    // Of devices whose addresses are not known it is not known whether they are one.
    var unknown = [connection([poll]), connection([], polled: 98)]
    for index in unknown.indices {
      unknown[index].id = index + 1
      unknown[index].peer.address = nil
    }
    #expect(!words(unknown).contains("of them"))
    let few = connection([dialogue(32, requests: 3)])
    #expect(!words([connection([poll]), few]).contains("every"))
  }
}
