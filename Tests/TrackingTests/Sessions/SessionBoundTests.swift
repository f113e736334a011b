import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

/// Each bound of the sessions, reached by input that is made for it: it is reported, and the
/// beginning is kept.
@Suite("Bounds of sessions")
struct BoundTests {
  private let filler = [UInt8](repeating: 0x41, count: 60_000)

  private func connection(
    _ ledger: Ledger = Ledger(), _ build: (inout CaptureBuilder) -> Void
  ) -> ConnectionState {
    var story = CaptureBuilder()
    story.connect()
    build(&story)
    return Followed(story, ledger: ledger).connections[0]
  }

  // MARK: - Lists of a connection

  @Test("ATT errors, and requests that none answered")
  func errorsAndUnanswered() {
    let errors = connection { story in
      for handle in UInt16(1)...1030 {
        story.att(.tx, [0x0A] + octets(handle))
        story.att(.rx, [0x01, 0x0A] + octets(handle) + [0x01])
      }
    }
    #expect(errors.errors.map(\.handle.rawValue) == Array(1...1024))
    #expect(errors.transactions.errors == 1030 && errors.bounds.names == [.attErrors])
    let unanswered = connection { story in
      for handle in UInt16(1)...1100 { story.att(.tx, [0x0A] + octets(handle)) }
    }
    #expect(unanswered.unanswered.count == 1024 && unanswered.transactions.unanswered == 1100)
    #expect(unanswered.bounds.names == [.pendingRequests, .unanswered])
  }

  @Test("parameters, PHYs, data lengths, encryption changes and requests for parameters")
  func parameters() {
    let state = connection { story in
      for number in UInt16(0)..<1030 {
        story.update(interval: 6 + number)
        story.event(0x3E, hex("07 4000 FB00 4808 1B00 4801"))
        story.event(0x3E, hex("0C 00 4000 02 01"))
        story.event(0x08, hex("00 4000 01"))
        story.signalling(.rx, 0x12, UInt8(number % 250 + 1), hex("0600 0C00 0000 C800"))
      }
    }
    #expect(state.parameters.count == 1024 && state.phys.count == 1024)
    #expect(state.dataLengths.count == 1024 && state.encryption.count == 1024)
    #expect(state.parameterRequests.count == 1024)
    #expect(state.parameters[1].intervalUs == 7500)
    #expect(state.bounds.names == [.parameters])
  }

  @Test("pairings, whose last one kept stays what it was")
  func pairings() {
    let state = connection { story in
      for _ in 0..<1030 {
        story.l2cap(.tx, 0x0006, hex("01 04 00 0D 10 0F 0F"))
        story.l2cap(.rx, 0x0006, hex("05 03"))
      }
      story.l2cap(.tx, 0x0006, hex("01 03 00 01 10 0F 0F"))
    }
    #expect(state.pairings.count == 1024 && state.bounds.names == [.pairings])
    #expect(state.pairings.allSatisfy { $0.report.result == .failed })
    #expect(state.pairings.last?.request?.ioCapability == 4)
  }

  @Test("subscriptions")
  func subscriptions() {
    let state = connection { story in
      for number in UInt16(0)..<1030 { story.subscribe(2 * number + 3) }
    }
    let descriptors = (0..<1024).map { (number: UInt16) -> UInt16 in 2 * number + 3 }
    #expect(state.subscriptions.map(\.cccd.rawValue) == descriptors)
    #expect(state.bounds.names == [.subscriptions])
  }

  @Test("channels and their bearers")
  func channels() {
    let state = connection { story in
      for number in UInt16(0)..<70 {
        let rest = hex("0002 F700 0A00")
        story.signalling(
          .tx, 0x14, UInt8(number + 1), octets(0x27) + octets(0x40 + number) + rest)
        story.signalling(
          .rx, 0x15, UInt8(number + 1), octets(0x140 + number) + rest + hex("0000"))
      }
    }
    #expect(state.channels.map { $0.local?.rawValue } == (0x40..<0x80).map { UInt16($0) })
    #expect(state.bounds.names == [.channels])
  }

  @Test("long values")
  func longValues() {
    let state = connection { story in
      for handle in UInt16(1)...1030 {
        story.att(.tx, [0x0A] + octets(handle))
        story.att(.rx, [0x0B] + filler[..<22])
        story.att(.tx, [0x0C] + octets(handle) + octets(22))
        story.att(.rx, [0x0D] + filler[..<10])
      }
    }
    #expect(state.longValues.map(\.handle.rawValue) == Array(1...1024))
    #expect(state.bounds.names == [.longValues])
  }

  // MARK: - Lists of the capture

  @Test("scans, failed connections, resets, quality reports, controllers")
  func events() {
    var story = CaptureBuilder()
    for _ in 0..<Bound.scans.limit + 10 {
      story.command(0x200C, [1, 0])
      story.command(0x200C, [0, 0])
    }
    for _ in 0..<1030 {
      story.event(0x3E, hex("01 3E 0000 00 01 1C7B0AF30D66 1800 0000 F401 05"))
      story.commandComplete(0x0C03)
    }
    for _ in 0..<Bound.qualityReports.limit + 10 {
      story.event(0xFF, [0x58, 0x01, 0x01] + [UInt8](repeating: 1, count: 60))
    }
    for controller in UInt16(1)...70 { story.commandComplete(0x0C03, on: controller) }
    let sessions = Followed(story).tracker.sessions
    #expect(sessions.scans.count == Bound.scans.limit && sessions.scans[0].start.frame == 1)
    #expect(sessions.failures.count == 1024 && sessions.adapterStates.count == 1024)
    #expect(sessions.qualityReports.count == Bound.qualityReports.limit)
    #expect(sessions.controllers.map(\.index) == Array(0..<64))
    #expect(
      sessions.bounds.names
        == [.controllers, .scans, .connectionFailures, .adapterStates, .qualityReports])
  }

  @Test("a connection that found no place counts once, however much it says")
  func omittedOnce() {
    var story = CaptureBuilder()
    for handle in UInt16(1)...4 {
      story.connect(handle)
      for _ in 0..<5 { story.notify(1, [1], handle) }
    }
    for handle in UInt16(1)...4 { story.disconnect(handle) }
    // Room for two that are open.
    let ledger = Ledger(limit: 2 * (Bound.connections.weight + Bound.openConnection) + 1000)
    let heard = Followed(story, ledger: ledger)
    #expect(heard.connections.map(\.handle.rawValue) == [1, 2])
    #expect(heard.tracker.sessions.connectionsOmitted == 2)
    #expect(heard.tracker.sessions.bounds.names == [.memory, .connections])
  }

  // MARK: - Buffers

  /// Room for a connection and this much more.
  private func small(_ octets: Int) -> Ledger {
    Ledger(limit: (Bound.connections.weight + Bound.openConnection + octets) * 8 / 7)
  }

  @Test("fragments that wait for more")
  func reassembly() {
    func state(_ ledger: Ledger) -> ConnectionState {
      connection(ledger) { story in
        story.l2cap(.rx, 0x0004, [0x1B, 1, 0] + filler[..<1000], fragments: [500])
        story.l2cap(.rx, 0x0004, [0x1B, 1, 0] + filler, fragments: [40_000])
      }
    }
    #expect(state(small(300_000)).bounds.names.isEmpty)
    let bounded = state(small(10_000))
    #expect(bounded.bounds.names == [.memory, .reassembly])
    #expect(bounded.pdus.count(.handleValueNotification, .rx) == 1)
  }

  @Test("SDUs whose segments wait for more; those that come when there is room are whole again")
  func sdus() {
    let ledger = small(20_000)
    var story = CaptureBuilder()
    story.connect()
    story.signalling(.tx, 0x14, 1, octets(0x27) + hex("4000 FFFF FFFF 0A00"))
    story.signalling(.rx, 0x15, 1, hex("6000 FFFF FFFF 0500 0000"))
    let long = [0x1B, 1, 0] + filler
    story.l2cap(.rx, 0x0040, octets(UInt16(long.count)) + long[..<30_000])
    story.l2cap(.rx, 0x0040, Array(long[30_000...]))
    story.l2cap(.rx, 0x0040, octets(8) + [0x1B, 1, 0] + Array("small".utf8))
    let heard = Followed(story, ledger: ledger)
    #expect(heard.connections[0].bounds.names == [.memory, .sdus])
    #expect(heard.connections[0].channels[0].rxSDUs == 2)
    #expect(heard.texts.last == "small")
  }

  @Test("requests that wait, with their values")
  func pendingRequests() {
    let state = connection(small(4096)) { story in
      for _ in 0..<10 { story.att(.tx, [0x12, 0x10, 0x00] + filler[..<1000]) }
    }
    #expect(state.bounds.contains(.memory) && state.bounds.contains(.pendingRequests))
    #expect(state.transactions.unanswered == 10)
  }

  @Test("prepared writes and long reads: lengths are known, and what was kept is the beginning")
  func preparedWrites() throws {
    let state = connection(small(4096)) { story in
      for part in UInt16(0)..<100 {
        let body = octets(0x10) + octets(part * 100) + filler[..<100]
        story.att(.tx, [0x16] + body)
        story.att(.rx, [0x17] + body)
      }
      story.att(.tx, hex("18 01"))
      story.att(.rx, hex("19"))
    }
    #expect(state.bounds.names == [.memory, .longValues])
  }

  // MARK: - Attributes

  @Test("attributes, where memory ends before their own bound does")
  func attributes() {
    let state = connection(small(10 * Bound.gattEntries.weight)) { story in
      for number in UInt16(0)..<100 {
        story.discover(declaration: 2 * number + 1, value: 2 * number + 2, uuid: [0x19, 0x2A])
      }
    }
    #expect((5...15).contains(state.peerDatabase.count))
    #expect(state.peerDatabase.characteristics.first?.declaration.rawValue == 1)
    #expect(state.bounds.names == [.memory, .gattEntries])
  }

  @Test("attributes that are remembered take little, until one of them changes")
  func remembered() {
    let ledger = Ledger()
    var story = CaptureBuilder()
    story.connect()
    for number in UInt16(0)..<100 {
      story.discover(declaration: 2 * number + 1, value: 2 * number + 2, uuid: [0x19, 0x2A])
    }
    story.disconnect()
    story.connect()
    let before = Followed(story, finish: false, ledger: ledger)
    #expect(before.connections[1].peerDatabase.count == 100)
    let observed = ledger.held
    #expect(observed < 100 * (Bound.gattEntries.weight + Bound.rememberedEntry) + 60_000)
    // The same again takes no more than to know that it was looked for; another one does.
    story.discover(declaration: 1, value: 2, uuid: [0x19, 0x2A])
    let same = Ledger()
    _ = Followed(story, finish: false, ledger: same)
    #expect(same.held == observed + SearchedHandles.weight)
    story.discover(declaration: 1, value: 2, uuid: [0x1A, 0x2A])
    let other = Ledger()
    _ = Followed(story, finish: false, ledger: other)
    #expect(other.held > observed + 100 * (Bound.gattEntries.weight - Bound.rememberedEntry) - 1)
  }

  // MARK: - The ledger

  @Test("a ledger takes until it is full, but for a reserve, and a copy goes its own way")
  func ledger() {
    let ledger = Ledger(limit: 800)
    #expect(ledger.take(700) && !ledger.take(1) && ledger.take(100, ofReserve: true))
    #expect(!ledger.take(1, ofReserve: true))
    let copy = Ledger(copying: ledger)
    copy.give(500)
    #expect(copy.take(200) && copy.held == 500 && ledger.held == 800)
  }

  @Test("what ends gives back what only the open one took")
  func given() {
    let ledger = Ledger()
    var story = CaptureBuilder()
    for _ in 0..<10 {
      story.connect()
      story.l2cap(.rx, 0x0004, [0x1B, 1, 0] + filler, fragments: [40_000, 10_000])
      story.att(.tx, [0x12, 0x10, 0x00] + filler[..<2000])
      story.att(.tx, [0x12, 0x10, 0x00] + filler[..<2000])
      story.disconnect()
    }
    _ = Followed(story, ledger: ledger)
    let unanswered = 2 * Bound.unanswered.weight
    #expect(ledger.held == 10 * (Bound.connections.weight + unanswered + Bound.parameters.weight))
  }

  @Test("finishing counts in a ledger of its own")
  func finish() {
    let ledger = Ledger()
    var story = CaptureBuilder()
    story.connect()
    for handle in UInt16(1)...5 { story.att(.tx, [0x0A] + octets(handle)) }
    var heard = Followed(story, finish: false, ledger: ledger)
    let held = ledger.held
    heard.tracker.finish()
    #expect(heard.connections[0].unanswered.count == 5)
    #expect(ledger.held == held)
  }
}
