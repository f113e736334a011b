import BletraceTestSupport
import Testing

@testable import Report
@testable import Tracking

@Suite("Times to answers, by who answered")
struct AnswerTimesTests {
  @Test("this host's confirmations are not mixed with the peer's answers")
  func sides() throws {
    var story = CaptureBuilder()
    story.connect()
    for _ in 0..<10 {
      story.att(.rx, [0x1D, 0x15, 0x00, 7])
      story.att(.tx, [0x1E])
    }
    for _ in 0..<3 { story.read(after: 60_000) }
    let transactions = Analysed(story).connections[0].att.transactions
    #expect(transactions.latencyUs.count == 13)
    let (local, remote) = (transactions.latencyLocalUs, transactions.latencyRemoteUs)
    #expect(local.count == 10 && remote.count == 3)
    #expect(try #require(local.max) < 2_000)
    #expect(try #require(remote.min) >= 60_000)
    #expect(transactions.answersUs == remote)
  }

  @Test("a peripheral that only answers has the times of its own host")
  func localOnly() {
    var story = CaptureBuilder()
    story.connect()
    for _ in 0..<3 {
      story.att(.rx, [0x0A, 3, 0])
      story.att(.tx, [0x0B, 1])
    }
    let transactions = Analysed(story).connections[0].att.transactions
    #expect(transactions.latencyRemoteUs.count == 0)
    #expect(transactions.answersUs == transactions.latencyLocalUs)
    #expect(transactions.latencyUs == transactions.latencyLocalUs)
  }

  @Test("all answers are the same as before, whichever side came first")
  func all() {
    var times = AnswerTimes()
    var mixed = QuantileSketch()
    for index in 0..<2_000 {
      let latency = Int64(index % 7 == 0 ? 1_000 : 90_000 + index)
      times.add(latency, by: index % 7 == 0 ? .local : .peer)
      mixed.add(latency)
    }
    #expect(times.all.percentiles([50, 95, 99]) == mixed.percentiles([50, 95, 99]))
    #expect(times.all.count == 2_000 && times.local.count + times.remote.count == 2_000)
  }
}
