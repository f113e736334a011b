import Testing

@testable import Comparison
@testable import Report

/// Values that an app asks for by writing are not missing where it did not ask, and the pauses
/// between its questions are its own.
@Suite("Questions and answers")
struct QuestionTests {
  typealias Stream = ReportV1.NotificationStream

  private func values(_ count: Int = 200, uuid: String? = "FFE1", p99: Int = 50_000) -> Stream {
    Stream(
      valueHandle: 16, uuid: uuid, count: count,
      gapUs: .init(
        count: count - 1, min: 9_000, p50: 10_000, p95: 11_000, p99: p99, max: p99, mean: 10_000))
  }

  private func written(_ count: Int, to uuid: String = "FFE1") -> Stream {
    Stream(
      valueHandle: uuid == "FFE1" ? 16 : 19, uuid: uuid, kind: .write, direction: .tx, count: count)
  }

  /// Subscribed to FFE1.
  private func connection(_ values: [Stream], _ writes: [Stream]) -> ReportV1.Connection {
    var connection = ReportV1.Connection(
      id: 1, peer: .init(address: "66:0D:F3:0A:7B:1C", name: "A"), notifications: values,
      writes: writes)
    connection.gatt = .init(
      services: [
        .init(
          uuid: "FFE0", startHandle: 14, endHandle: 20,
          characteristics: [.init(uuid: "FFE1", valueHandle: 16)])
      ], subscriptions: [.init(cccdHandle: 17, valueHandle: 16, value: .notify)])
    return connection
  }

  private func verdicts(
    _ base: ReportV1.Connection, _ new: ReportV1.Connection, _ measure: String
  ) -> [String] {
    compare(base: [run([base])], new: [run([new])]).entries.filter { $0.measure == measure }
      .map { "\($0.verdict) \($0.subject.part ?? "")" }
  }

  @Test("values are missing where the app asked for them as before, and else it did not ask")
  func missing() {
    func present(_ asked: [Stream], _ now: [Stream]) -> [String] {
      verdicts(connection([values()], asked), connection([], now), "present")
        .filter { $0.hasSuffix("notifications of FFE1") }
    }
    let (lost, unasked) = (["worse notifications of FFE1"], ["different notifications of FFE1"])
    #expect(present([], []) == lost)
    #expect(present([written(3)], [written(3)]) == lost)
    #expect(present([written(3)], []) == unasked)
    // By another characteristic.
    #expect(present([written(3, to: "FFE2")], [written(1, to: "FFE2")]) == lost)
    #expect(present([written(3, to: "FFE2")], []) == unasked)
    #expect(present([written(3, to: "FFE2")], [written(3)]) == unasked)
    // What is written besides makes no difference.
    #expect(present([written(3)], [written(3), written(1, to: "FFE2")]) == lost)
  }

  @Test("a longer pause between answers is the app's, if there were as many questions")
  func pauses() {
    func gap(_ questions: Int, _ measure: String = "notifications.gap_us.p99") -> [String] {
      let asked = questions == 0 ? [] : [written(questions)]
      return verdicts(
        connection([values()], asked), connection([values(p99: 9_000_000)], asked), measure)
    }
    #expect(gap(0) == ["worse notifications of FFE1"])
    #expect(gap(1) == ["worse notifications of FFE1"])
    #expect(gap(2) == ["different notifications of FFE1"])
    #expect(gap(200) == ["different notifications of FFE1"])
    #expect(gap(1, "notifications.gap_us.max") == ["worse notifications of FFE1"])
    #expect(gap(2, "notifications.gap_us.max") == ["different notifications of FFE1"])
  }

  @Test("a slower stream is worse, though a few values were written")
  func rate() {
    var slow = values()
    (slow.gapUs.p50, slow.gapUs.p95) = (300_000, 310_000)
    func p50(_ questions: Int) -> [String] {
      verdicts(
        connection([values()], [written(questions)]), connection([slow], [written(questions)]),
        "notifications.gap_us.p50")
    }
    #expect(p50(90) == ["worse notifications of FFE1"])
    #expect(p50(100) == ["different notifications of FFE1"])
  }

  @Test("a characteristic whose name a capture does not know is the one of the same handle")
  func unnamed() {
    func present(_ base: [Stream], _ new: [Stream]) -> [String] {
      verdicts(connection(base, []), connection(new, []), "present")
    }
    #expect(present([values()], [values(uuid: nil)]) == ["same notifications of FFE1"])
    #expect(present([values(uuid: nil)], [values()]) == ["same notifications of FFE1"])
    #expect(
      present([values(uuid: nil)], [values(uuid: nil)])
        == ["same notifications of an unknown characteristic"])
    // Two names at one handle are two characteristics.
    #expect(
      present([values()], [values(uuid: "FFE9")])
        == ["worse notifications of FFE1", "different notifications of FFE9"])
    // At another handle it may be the one that is missing, and may not.
    var elsewhere = values(uuid: nil)
    elsewhere.valueHandle = 40
    #expect(
      present([values()], [elsewhere])
        == ["different notifications of an unknown characteristic"])
  }

  @Test("a transfer of an unknown characteristic is the one of the same handle, or may be")
  func transfers() {
    func present(_ handle: Int, _ uuid: String?) -> [String] {
      var (base, new) = (connection([], []), connection([], []))
      base.transfers = [.init(valueHandle: 16, uuid: "FFE1", marker: "EOM", complete: true)]
      new.transfers = [.init(valueHandle: handle, uuid: uuid, marker: "EOM", complete: true)]
      return verdicts(base, new, "present")
    }
    #expect(present(16, nil) == ["same transfer 1 of FFE1"])
    #expect(present(40, nil) == ["different transfer 1 of an unknown characteristic"])
    #expect(
      present(16, "FFE9") == ["worse transfer 1 of FFE1", "different transfer 1 of FFE9"])
  }
}
