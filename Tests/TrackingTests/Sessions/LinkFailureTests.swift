import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

@Suite("What went wrong with a link")
struct LinkFailureTests {
  // MARK: Encryption

  @Test("a failed Encryption Change is kept with its status, and switches nothing")
  func encryptionChange() {
    let heard = Followed { story in
      story.connect()
      story.event(0x08, [0x06, 0x40, 0x00, 0x00])
      story.event(0x59, [0x05, 0x40, 0x00, 0x01, 0x10])
    }
    let connection = heard.connections[0]
    #expect(connection.encryption.isEmpty)
    #expect(
      connection.encryptionFailures == [
        .init(frame: 2, kind: .change, status: 0x06, name: "PIN or Key Missing"),
        .init(frame: 3, kind: .change, status: 0x05, name: "Authentication Failure"),
      ])
  }

  @Test("a key that was not refreshed")
  func keyRefresh() {
    let heard = Followed { story in
      story.connect()
      story.event(0x30, [0x06, 0x40, 0x00])
    }
    #expect(heard.connections[0].encryption.isEmpty)
    #expect(
      heard.connections[0].encryptionFailures == [
        .init(frame: 2, kind: .keyRefresh, status: 0x06, name: "PIN or Key Missing")
      ])
  }

  @Test("LE Long Term Key Request Negative Reply: our host has no key")
  func keyRefused() {
    let heard = Followed { story in
      story.connect(isPeripheral: true)
      story.command(0x201B, [0x40, 0x00])
      story.command(0x201B, [0x40])
    }
    #expect(
      heard.connections[0].encryptionFailures == [
        .init(frame: 2, kind: .keyRefused)
      ])
    #expect(heard.tracker.sessions.undecodableRecords == 1)
  }

  // MARK: The end

  @Test("a Reset ends the connections of its controller, and of no other")
  func reset() {
    let heard = Followed { story in
      story.connect()
      story.connect(on: 1)
      story.commandComplete(0x0C03)
    }
    #expect(heard.connections[0].end?.cause == .controllerReset)
    #expect(heard.connections[0].end?.moment.frame == 3)
    #expect(heard.connections[0].disconnect == nil)
    #expect(heard.connections[1].end == nil)
  }

  @Test(
    "a controller that is switched off or unplugged takes its connections along",
    arguments: [
      (RecordKind.closeIndex, ReportV1.EndCause.controllerOff),
      (RecordKind.deleteIndex, ReportV1.EndCause.controllerGone),
    ])
  func lost(kind: RecordKind, cause: ReportV1.EndCause) {
    let heard = Followed { story in
      story.connect()
      story.add(kind, .unknown, [])
    }
    #expect(heard.connections[0].end?.cause == cause)
    #expect(heard.connections[0].end?.moment.frame == 2)
  }

  @Test("a controller that is closed and removed at once was unplugged")
  func pulled() {
    let heard = Followed { story in
      story.connect()
      story.add(.closeIndex, .unknown, [])
      story.add(.deleteIndex, .unknown, [])
      story.add(.newIndex, .unknown, [UInt8](repeating: 0, count: 16))
      story.add(.openIndex, .unknown, [])
      story.add(.closeIndex, .unknown, [])
      story.add(.openIndex, .unknown, [])
      story.add(.deleteIndex, .unknown, [])
    }
    #expect(heard.connections[0].end?.cause == .controllerGone)
    #expect(heard.connections[0].end?.moment.frame == 2)
    #expect(
      heard.tracker.sessions.adapterStates.map(\.state)
        == [.gone, .poweredOn, .poweredOff, .poweredOn, .gone])
  }

  @Test("a controller that is pulled twice was not switched off either time")
  func pulledTwice() {
    let heard = Followed { story in
      for _ in 0..<2 {
        story.add(.openIndex, .unknown, [])
        story.add(.closeIndex, .unknown, [])
        story.add(.deleteIndex, .unknown, [])
      }
    }
    #expect(heard.tracker.sessions.pulledFrames == [2, 5])
  }

  @Test(
    "a stream of a broadcast that ends is no connection",
    arguments: [
      // LE Create BIG Complete, and LE BIG Sync Established, with two streams.
      "3E 17 1B 00 01 10 27 00 10 27 00 02 03 01 00 01 64 00 08 00 02 50 00 51 00",
      "3E 13 1D 00 01 10 27 00 03 01 00 01 64 00 08 00 02 50 00 51 00",
    ])
  func broadcast(event: String) {
    let heard = Followed { story in
      story.add(.event, .rx, hex(event))
      story.disconnect(0x50)
      story.disconnect(0x51)
    }
    #expect(heard.connections.isEmpty)
    // What failed has none.
    var failed = hex(event)
    failed[3] = 0x0D
    let other = Followed { story in
      story.add(.event, .rx, failed)
      story.disconnect(0x50)
    }
    #expect(other.connections.count == 1)
  }

  @Test("nor is one that began before the capture, where anything shows what it is")
  func olderBroadcast() {
    let heard = Followed { story in
      // ISO data, and the answer to LE Setup ISO Data Path.
      story.add(.iso, .rx, hex("50 20 08 00 01 00 04 00 AA BB CC DD"))
      story.event(0x0E, hex("01 6E 20 00 51 00"))
      story.add(.sco, .rx, hex("52 00 02 01 02"))
      for handle in UInt16(0x50)...0x52 { story.disconnect(handle) }
    }
    #expect(heard.connections.isEmpty)
    // A refusal shows nothing, and a connection stays one.
    let other = Followed { story in
      story.event(0x0E, hex("01 6E 20 02 51 00"))
      story.connect(0x53)
      story.event(0x0E, hex("01 6E 20 00 53 00"))
      story.disconnect(0x51)
      story.disconnect(0x53)
    }
    #expect(other.connections.count == 2)
    #expect(other.connections.allSatisfy { $0.disconnect != nil })
  }

  @Test("a disconnection is an end; a handle that is given anew is none that could be seen")
  func disconnection() {
    let heard = Followed { story in
      story.connect()
      story.disconnect()
      story.connect()
      story.connect()
    }
    #expect(heard.connections[0].end?.cause == .disconnection)
    #expect(heard.connections[0].end?.moment.frame == heard.connections[0].disconnect?.frame)
    #expect(heard.connections[1].end == nil && heard.connections[2].end == nil)
  }

  @Test("a hardware error is kept with its code")
  func hardwareError() {
    let heard = Followed { story in
      story.event(0x10, [0x0C])
      story.event(0x10, [])
    }
    #expect(heard.tracker.sessions.hardwareErrors.map(\.code) == [0x0C])
    #expect(heard.tracker.sessions.hardwareErrors.map(\.moment.frame) == [1])
    #expect(heard.tracker.sessions.undecodableRecords == 1)
  }

  // MARK: Parameters

  @Test("an update that failed on the air, and one that the controller did not take")
  func update() {
    let command = octets(0x40) + hex("0C00 1800 0000 9001 0000 0000")
    let heard = Followed { story in
      story.connect()
      story.command(0x2013, command)
      story.commandStatus(0x2013, 0)
      story.update(status: 0x3B, interval: 24)
      story.command(0x2013, command)
      story.commandStatus(0x2013, 0x12)
      story.commandStatus(0x2013, 0x12)
    }
    #expect(
      heard.connections[0].updateFailures == [
        .init(
          frame: 4, status: 0x3B, name: HCIStatus(0x3B).name, commandFrame: 2, minUs: 15_000,
          maxUs: 30_000, latency: 0, supervisionTimeoutUs: 4_000_000),
        .init(
          frame: 6, status: 0x12, name: HCIStatus(0x12).name, commandFrame: 5, minUs: 15_000,
          maxUs: 30_000, latency: 0, supervisionTimeoutUs: 4_000_000),
      ])
    #expect(heard.connections[0].parameters.count == 1)
  }

  @Test("statuses belong to the commands in their order, whatever connection they are for")
  func updatesOfTwo() {
    let heard = Followed { story in
      story.connect(0x40)
      story.connect(0x41, peer: [1, 2, 3, 4, 5, 0xC6])
      story.command(0x2013, octets(0x40) + hex("0C00 1800 0000 9001 0000 0000"))
      story.command(0x2013, octets(0x41) + hex("2000 2000 0000 9001 0000 0000"))
      story.commandStatus(0x2013, 0x12)
      story.commandStatus(0x2013, 0)
      story.update(0x41, status: 0x3B, interval: 24)
    }
    #expect(heard.connections[0].updateFailures.map(\.commandFrame) == [3])
    #expect(heard.connections[1].updateFailures.map(\.commandFrame) == [4])
  }

  @Test("a command whose update never came explains no later one")
  func staleUpdate() {
    let command = octets(0x40) + hex("0C00 1800 0000 9001 0000 0000")
    func followed(_ build: (inout CaptureBuilder) -> Void) -> ConnectionState {
      Followed { story in
        story.connect(isPeripheral: true)
        story.command(0x2013, command)
        story.commandStatus(0x2013, 0)
        build(&story)
      }.connections[0]
    }
    // An update that the central makes a minute later.
    let later = followed {
      $0.wait(by: 60_000_000)
      $0.update(interval: 80)
    }
    #expect(later.parameterRequests.map(\.report.result) == [.unanswered])
    let failed = followed {
      $0.wait(by: 60_000_000)
      $0.update(status: 0x3B, interval: 24)
    }
    #expect(failed.updateFailures.map(\.commandFrame) == [nil])
    #expect(failed.parameterRequests.map(\.report.result) == [.unanswered])
    // The peer's own request, which the update after it is for.
    let asked = followed {
      $0.event(0x3E, [0x06] + octets(0x40) + hex("5000 5000 0000 9001"))
      $0.update(status: 0x3B, interval: 24)
    }
    #expect(asked.updateFailures.map(\.commandFrame) == [nil])
    // Within the time that a procedure may take it is the command's.
    let slow = followed {
      $0.wait(by: 30_000_000)
      $0.update(interval: 24)
    }
    #expect(slow.parameterRequests.map(\.report.result) == [.accepted])
  }

  @Test("an update of a connection that ended explains none of the next with its handle")
  func updateOfEnded() {
    let heard = Followed { story in
      story.connect()
      story.command(0x2013, octets(0x40) + hex("0C00 1800 0000 9001 0000 0000"))
      story.disconnect()
      story.commandStatus(0x2013, 0x02)
      story.connect()
      story.update(status: 0x3B, interval: 24)
    }
    #expect(heard.connections.count == 2)
    #expect(heard.connections[1].updateFailures.map(\.commandFrame) == [nil])
  }

  @Test("a peripheral's request over the link layer is rejected by either")
  func requestOfPeripheral() {
    let heard = Followed { story in
      story.connect(isPeripheral: true)
      story.command(0x2013, octets(0x40) + hex("0C00 1800 0000 9001 0000 0000"))
      story.commandStatus(0x2013, 0x12)
    }
    #expect(heard.connections[0].parameterRequests.map(\.report.result) == [.rejected])
  }

  // MARK: Subrating

  /// LE Subrate Change: latency 1, timeout 6 s.
  private func subrate(
    _ story: inout CaptureBuilder, status: UInt8 = 0, factor: UInt16, continuation: UInt16 = 0
  ) {
    story.event(
      0x3E,
      [0x23, status] + octets(0x40) + octets(factor) + octets(1) + octets(continuation)
        + octets(600))
  }

  @Test("a subrated connection uses one event of several; the interval stays")
  func subrated() {
    let heard = Followed { story in
      story.connect()
      subrate(&story, factor: 10, continuation: 2)
      subrate(&story, status: 0x1A, factor: 20)
    }
    let parameters = heard.connections[0].parameters
    #expect(parameters.map(\.intervalUs) == [30_000, 30_000])
    #expect(parameters.map(\.subrateFactor) == [1, 10])
    #expect(parameters.map(\.continuationNumber) == [0, 2])
    #expect(parameters.map(\.latency) == [0, 1])
    #expect(parameters.map(\.supervisionTimeoutUs) == [5_000_000, 6_000_000])
    #expect(heard.observed.intervals == [30_000, 300_000])
  }

  @Test("another interval ends it, and the same one does not")
  func subratingEnds() {
    let heard = Followed { story in
      story.connect()
      subrate(&story, factor: 10)
      story.update(interval: 24)
      story.update(interval: 12)
      subrate(&story, factor: 0)
    }
    #expect(heard.connections[0].parameters.map(\.subrateFactor) == [1, 10, 10, 1, 1])
    #expect(heard.observed.intervals == [30_000, 300_000, 300_000, 15_000, 15_000])
  }

  @Test("of an interval that is not known nothing follows")
  func subratedUnknown() {
    let heard = Followed { story in
      subrate(&story, factor: 10)
    }
    #expect(heard.connections[0].parameters.isEmpty && heard.observed.intervals.isEmpty)
    #expect(heard.connections[0].transport == .le)
  }
}
