import BletraceTestSupport
import Foundation
import Testing

/// Records that the kernel could not keep, or keeps at the end, and a clock that is set.
@Suite(
  "Losses, ends and clocks, in a virtual machine", .serialized,
  .enabled("there is no virtual machine", { await VirtualMachine.isThere }))
struct LossTests {
  @Test("each loss is placed within one read of where it was")
  func placedLosses() async throws {
    let scenario = try await Scenario("losses")
    #expect(try scenario.text("sender.status") == "0")
    #expect(try scenario.lines("ends.txt") == ["status 0"])
    let records = try scenario.btsnoop("slow.btsnoop")
    // "test", NUL, and the number in eight digits.
    let kept = records.filter {
      $0.opcode == MonitorRecord.userLogging && $0.bytes.count == 16
    }.map { record in
      (number: Int(String(decoding: record.bytes[7..<15], as: UTF8.self)) ?? 0, drops: record.drops)
    }
    let lost = try droppedRecords(scenario, "slow.json")
    #expect(lost > 1000)
    #expect(kept.count + lost == 30_000)
    #expect(records.last?.drops == lost)
    // So many were lost before each record; what is said may be of the record before it.
    let truth = kept.enumerated().map { $1.number - ($0 + 1) }
    let late = kept.indices.filter { index in
      let least = index == 0 ? 0 : truth[index - 1]
      return !(least...truth[index]).contains(kept[index].drops)
    }
    #expect(late.isEmpty, "\(late.prefix(10))")
    // A gap is one loss.
    let gaps = zip(truth, truth.dropFirst()).count { $0 != $1 }
    let points = try dropPoints(scenario, "slow.json")
    #expect(points.count <= gaps + 2)
    // Each is an event at its place.
    let events = try scenario.lines("slow.out").filter { $0.contains(" records lost: ") }
    #expect(events.map { $0.split(separator: " ")[1] } == points.map { "#\($0)" })
  }

  @Test(
    "what waits in the kernel at the end is kept, and what is not kept is counted",
    arguments: ["int", "term", "duration", "small"])
  func ending(name: String) async throws {
    let scenario = try await Scenario("ending")
    #expect(try scenario.lines("ends.txt") == [Substring](repeating: "status 0", count: 4))
    let records = try scenario.btsnoop("\(name).btsnoop")
    let kept = records.count { $0.opcode == MonitorRecord.userLogging && $0.bytes.count == 16 }
    let lost = try droppedRecords(scenario, "\(name).json")
    #expect(kept + lost == 20_000)
    #expect(records.last?.drops == lost)
    #expect(kept > 300, "\(kept)")
  }

  @Test("a clock that is set is a note in the recording, and no step in its times")
  func clock() async throws {
    let scenario = try await Scenario("clock")
    #expect(try scenario.lines("ends.txt") == ["status 0"])
    let live = try scenario.btsnoop("live.btsnoop")
    // Beside btmon's, whose records jump.
    let btmon = try scenario.btsnoop("btmon.btsnoop")
    let jumps = zip(btmon, btmon.dropFirst()).map { $1.microseconds - $0.microseconds }
    #expect(jumps.contains { $0 > 80_000_000_000 } && jumps.contains { $0 < -3_000_000_000 })
    for (one, next) in zip(live, live.dropFirst()) {
      #expect(abs(next.microseconds - one.microseconds) < 5_000_000)
    }
    let report = try ReportComparison.parsed(try scenario.bytes("report.json"))
    let capture = try #require(((report as? [String: Any])?["captures"] as? [[String: Any]])?.first)
    let steps = try #require(capture["clock_steps"] as? [[String: Any]])
    let seconds = steps.map { Double($0["step_us"] as? Int ?? 0) / 1_000_000 }
    #expect(seconds.count == 2)
    #expect(zip(seconds, [86_400, -3600]).allSatisfy { abs($0 - $1) < 2 }, "\(seconds)")
    #expect(steps.map { $0["corrected"] as? Bool } == [true, true])
    // The recording says the same.
    let again = try ReportComparison.analyzed(scenario.path("live.btsnoop"))
    let other = ((again as? [String: Any])?["captures"] as? [[String: Any]])?.first
    #expect(
      ReportComparison.differences(steps, other?["clock_steps"] ?? "absent", shift: 0) == [])
  }

  private func capture(_ scenario: Scenario, _ file: String) throws -> [String: Any] {
    let report = try ReportComparison.parsed(try scenario.bytes(file)) as? [String: Any]
    return try #require((report?["captures"] as? [[String: Any]])?.first)
  }

  /// The frames behind which records were lost.
  private func dropPoints(_ scenario: Scenario, _ file: String) throws -> [Int] {
    let points = try capture(scenario, file)["drop_points"] as? [[String: Any]] ?? []
    return points.map { $0["after_frame"] as? Int ?? -1 }
  }

  private func droppedRecords(_ scenario: Scenario, _ file: String) throws -> Int {
    try #require(try capture(scenario, file)["dropped_records"] as? Int)
  }
}
