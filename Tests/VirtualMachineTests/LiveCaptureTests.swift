import BletraceTestSupport
import Foundation
import Testing

/// `bletrace live` on a Linux kernel's own monitor, beside BlueZ's btmon.
@Suite(
  "Live capture in a virtual machine", .serialized,
  .enabled("there is no virtual machine", { await VirtualMachine.isThere }))
struct LiveCaptureTests {
  // MARK: - A session

  @Test("the session of the two controllers came to its end")
  func session() async throws {
    let scenario = try await Scenario("session")
    #expect(try scenario.text("session.status") == "0")
    #expect(try scenario.lines("session.txt").contains("central: 21 notifications"))
    #expect(try scenario.lines("ends.txt") == ["status 0", "status 0", "status 0"])
  }

  @Test("what is written is what btmon writes, octet for octet")
  func sameFile() async throws {
    let scenario = try await Scenario("session")
    let btmon = try scenario.btsnoop("btmon.btsnoop")
    let live = try scenario.btsnoop("live.btsnoop")
    #expect(live.prefix(2).map(\.bytes) == btmon.prefix(2).map(\.bytes))
    #expect(live.withoutOpeningNotes.count > 200)
    #expect(live.withoutOpeningNotes.withoutEnd == btmon.withoutOpeningNotes.withoutEnd)
    // Not only what this test reads of them: the octets of the files.
    let notes = live.prefix(2).reduce(16) { $0 + 24 + $1.bytes.count }
    let (ours, theirs) = (try scenario.bytes("live.btsnoop"), try scenario.bytes("btmon.btsnoop"))
    #expect(ours.prefix(16) == theirs.prefix(16))
    #expect(theirs.dropFirst(notes).starts(with: ours.dropFirst(notes)))
  }

  @Test("a pcap holds the same records")
  func samePcap() async throws {
    let scenario = try await Scenario("session")
    let btmon = try scenario.btsnoop("btmon.btsnoop")
    let live = try MonitorRecord.pcap(try scenario.bytes("live.pcap"))
    #expect(live.count > 200)
    #expect(live.withoutReplay(beside: btmon).withoutEnd == btmon.since(live).withoutEnd)
  }

  @Test("with one controller wanted, the other's records are left out")
  func oneController() async throws {
    let scenario = try await Scenario("session")
    let hci1 = try scenario.btsnoop("hci1.btsnoop")
    // It began when they were there, and was reported so once more.
    let replayed = hci1.prefix { MonitorRecord.replayed.contains($0.opcode) }
    #expect(replayed.contains { $0.opcode == MonitorRecord.newIndex && $0.controller == 1 })
    let live = hci1.withoutEnd.dropFirst(replayed.count)
    #expect(live.count { $0.controller == 1 } > 100)
    let btmon = try scenario.btsnoop("btmon.btsnoop").since(hci1).filter {
      [1, MonitorRecord.noController].contains($0.controller)
    }.withoutEnd
    // Of these some were taken for replayed above: sockets that were opened just then.
    #expect(live == btmon.suffix(live.count))
    #expect(btmon.dropLast(live.count).allSatisfy(replayed.contains))
  }

  @Test("the report at the end is that of btmon's file")
  func sameReport() async throws {
    let scenario = try await Scenario("session")
    try expectSameReport(scenario, "report.json", as: "btmon.btsnoop")
    let report = try #require(
      try ReportComparison.parsed(try scenario.bytes("report.json")) as? [String: Any])
    let captures = try #require(report["captures"] as? [[String: Any]])
    let connections = try #require(captures.first?["connections"] as? [[String: Any]])
    // The same link, seen from both ends.
    #expect(connections.count == 2)
    for connection in connections {
      let transfers = try #require(connection["transfers"] as? [[String: Any]])
      #expect(transfers.map { $0["complete"] as? Bool } == [true])
      #expect(transfers.map { $0["payload_bytes"] as? Int } == [400])
    }
  }

  /// What must differ: the path, and the time of the first record, which is a note that each reader
  /// gets when it begins; with it all times that count from there.
  private func expectSameReport(
    _ scenario: Scenario, _ report: String, as file: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let live = try scenario.btsnoop("live.btsnoop")
    // As far as the live capture went: sockets are closed behind it.
    let other = try scenario.btsnoop(file).prefix(live.count)
    try scenario.write(MonitorRecord.btsnoopHeader + other.flatMap(\.btsnoop), to: "part-" + file)
    let shift = try #require(other.first).microseconds - (try #require(live.first)).microseconds
    var differences = ReportComparison.differences(
      try ReportComparison.parsed(try scenario.bytes(report)),
      try ReportComparison.analyzed(scenario.path("part-" + file)), shift: shift)
    let allowed = [".bletrace:", ".captures[0].path:", ".captures[0].start:"]
    differences.removeAll { line in allowed.contains { line.hasPrefix($0) } }
    #expect(differences == [], sourceLocation: sourceLocation)
  }

  @Test("the README's line for another computer gives what btmon records there")
  func remoteLine() async throws {
    let scenario = try await Scenario("remote")
    #expect(try scenario.text("session.status") == "0")
    #expect(try scenario.lines("line.end") == ["status 0"])
    let btmon = try scenario.btsnoop("btmon.btsnoop")
    let live = try scenario.btsnoop("live.btsnoop")
    #expect(live.count > 200)
    #expect(live.withoutOpeningNotes == btmon.since(live).withoutOpeningNotes)
    #expect(try scenario.text("report.json").contains(#""payload_bytes": 400"#))
  }

  @Test("Wireshark gets from extcap what btmon records")
  func extcap() async throws {
    let scenario = try await Scenario("extcap")
    #expect(try scenario.text("session.status") == "0")
    #expect(try scenario.lines("ends.txt") == ["status 0"])
    #expect(try scenario.bytes("extcap.out").isEmpty)
    let export = try Process.run(
      URL(filePath: BuiltProgram.path("bletrace")),
      arguments: [
        "export", "-q", scenario.path("extcap.pcapng"), "-o", scenario.path("extcap.btsnoop"),
      ])
    export.waitUntilExit()
    #expect(export.terminationStatus == 0)
    let btmon = try scenario.btsnoop("btmon.btsnoop")
    let live = try scenario.btsnoop("extcap.btsnoop")
    #expect(live.count > 200)
    #expect(live.withoutOpeningNotes.withoutEnd == btmon.since(live).withoutOpeningNotes.withoutEnd)
  }

  @Test("a capture ends by itself when what was waited for has happened")
  func until() async throws {
    let scenario = try await Scenario("session")
    #expect(try scenario.lines("until.end") == ["status 0"])
    #expect(try scenario.text("until.out").contains("transfer complete"))
    #expect(try scenario.btsnoop("until.btsnoop").count > 100)
  }

  @Test("events come as one JSON object a line")
  func events() async throws {
    let lines = try await Scenario("session").lines("live.btsnoop.out")
    #expect(lines.count > 5)
    for line in lines {
      #expect(try ReportComparison.parsed(Array(line.utf8)) is [String: Any], "\(line)")
    }
  }

  // MARK: - Controllers that come and go

  @Test("a controller that vanishes with a link up")
  func unplugged() async throws {
    let scenario = try await Scenario("unplug")
    let btmon = try scenario.btsnoop("btmon.btsnoop").withoutOpeningNotes
    let live = try scenario.btsnoop("live.btsnoop").withoutOpeningNotes
    #expect(live.withoutEnd == btmon.withoutEnd)
    #expect(live.count { $0.opcode == MonitorRecord.deleteIndex } == 3, "three controllers went")
    #expect(try scenario.lines("ends.txt") == ["status 0", "status 0"])
    try expectSameReport(scenario, "report.json", as: "btmon.btsnoop")
    let events = try scenario.text("live.btsnoop.out")
    #expect(events.contains(#""event":"disconnected""#))
    #expect(events.contains(#""text":"unplugged""#))
    // The session switches both off and on before it begins. After that they are only pulled, but
    // the kernel closes a controller before it removes it.
    let later = try #require(events.range(of: #""event":"connected""#))
    #expect(!events[later.lowerBound...].contains("switched off"), "\(events)")
    let notes = try scenario.text("live.btsnoop.out.errors")
    #expect(notes.contains(", the last controller, was unplugged; waiting for one"), "\(notes)")
    #expect(notes.contains("hci0 is there now"), "\(notes)")
  }

  @Test("a capture of one controller ends with it, where that is wanted, or waits for it")
  func unpluggedOne() async throws {
    let scenario = try await Scenario("unplug")
    #expect(try scenario.lines("leaving.end") == ["status 0"])
    let gone = { (record: MonitorRecord) in record.opcode == MonitorRecord.deleteIndex }
    #expect(try scenario.btsnoop("leaving.btsnoop").count(where: gone) == 1)
    #expect(try scenario.btsnoop("waiting.btsnoop").count(where: gone) == 2)
    let notes = try scenario.text("waiting.out.errors")
    #expect(notes.contains("hci0 was unplugged; waiting"), "\(notes)")
    #expect(notes.contains("hci0 is back"), "\(notes)")
  }

  // MARK: - A slow reader

  @Test("records that a slow reader lost are counted, each of them")
  func drops() async throws {
    let scenario = try await Scenario("slow-reader")
    #expect(try scenario.text("session.status") == "0")
    let all = try scenario.btsnoop("btmon.btsnoop").withoutEnd
    let small = try scenario.btsnoop("small.btsnoop").withoutEnd
    let lost = try droppedRecords(scenario, "small.json")
    #expect(lost > 1000)
    #expect(small.withoutReplay(beside: all).count + lost == all.since(small).count)
    #expect(small.last?.drops == lost)
    #expect(try scenario.text("small.json").contains(#""capture-drops""#))
    #expect(try scenario.text("small.out").contains("records lost: "))
    // The silence is the reader's, not the link's.
    #expect(!(try scenario.text("small.json").contains("-stall")))
    // Root has a buffer that holds them all.
    let large = try scenario.btsnoop("large.btsnoop").withoutEnd
    #expect(large.withoutOpeningNotes == all.withoutOpeningNotes)
    #expect(try droppedRecords(scenario, "large.json") == 0)
  }

  // MARK: - Connections that are older than the capture

  @Test("the kernel is asked for connections that are there at the start")
  func existing() async throws {
    let scenario = try await Scenario("existing")
    let errors = try scenario.text("lines.txt.errors")
    #expect(try scenario.lines("ends.txt") == ["status 0", "status 0"], "\(errors)")
    let report = try ReportComparison.parsed(try scenario.bytes("report.json"))
    let capture = try #require(Self.captures(report).first)
    let connections = try #require(capture["connections"] as? [[String: Any]])
      .sorted { ($0["controller"] as? Int ?? 0) < ($1["controller"] as? Int ?? 0) }
    #expect(connections.map { $0["learned_from"] as? String } == ["kernel", "kernel"])
    #expect(connections.map { $0["role"] as? String } == ["central", "peripheral"])
    #expect(connections.map { $0["transport"] as? String } == ["le", "le"])
    let peers = connections.map { ($0["peer"] as? [String: Any])?["address"] as? String }
    #expect(peers == ["00:AA:01:01:00:01", "00:AA:01:00:00:00"])
    // Its own socket, and what the kernel said of two connections.
    #expect(capture["own_records"] as? Int ?? 0 >= 3)
    // The recording says the same.
    let differences = ReportComparison.differences(
      report, try ReportComparison.analyzed(scenario.path("live.btsnoop")), shift: 0)
    #expect(
      differences.filter { !$0.hasPrefix(".bletrace:") && !$0.hasPrefix(".captures[0].path:") }
        == [])
    // Of one controller, in the text.
    let lines = try scenario.text("lines.txt")
    #expect(lines.contains("began before the capture, known from the kernel"), "\(lines)")
    #expect(lines.contains("peer and role known from the kernel"), "\(lines)")
    #expect(!lines.contains("00:AA:01:01:00:01 as"))
  }

  private static func captures(_ report: Any) -> [[String: Any]] {
    (report as? [String: Any])?["captures"] as? [[String: Any]] ?? []
  }

  private func droppedRecords(_ scenario: Scenario, _ file: String) throws -> Int {
    let report = try ReportComparison.parsed(try scenario.bytes(file)) as? [String: Any]
    let captures = try #require(report?["captures"] as? [[String: Any]])
    return try #require(captures.first?["dropped_records"] as? Int)
  }
}

extension [MonitorRecord] {
  /// Without what only this reader got when it began: the notes, and sockets that were open
  /// already, with the time of that moment.
  fileprivate func withoutReplay(beside other: [MonitorRecord]) -> [MonitorRecord] {
    let controlOpen = 14
    return Array(withoutOpeningNotes.drop { $0.opcode == controlOpen && !other.contains($0) })
  }
}
