import BletraceTestSupport
import Testing

@testable import Report

/// Who is central on a BR/EDR link, and who the two sides of a sniffed one are.
@Suite("Roles")
struct LinkRoleTests {
  private static let other: [UInt8] = [9, 8, 7, 6, 5, 4]

  private func role(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Role? {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story).connections.last?.role
  }

  @Test("Role Change, before or after the Connection Complete")
  func change() {
    #expect(
      role {
        $0.change(CaptureBuilder.peer, 1)
        $0.complete()
      } == .peripheral)
    #expect(
      role {
        $0.complete()
        $0.change(CaptureBuilder.peer, 0)
      } == .central)
    #expect(
      role {
        $0.change(CaptureBuilder.peer, 1)
        $0.complete()
        $0.change(CaptureBuilder.peer, 0)
      } == .central)
  }

  @Test("not of another device, not where it failed, nor of a connection that failed before")
  func others() {
    #expect(
      role {
        $0.change(Self.other, 1)
        $0.complete()
      } == nil)
    #expect(
      role {
        $0.change(CaptureBuilder.peer, 1, status: 0x21)
        $0.complete()
      } == nil)
    #expect(
      role {
        $0.change(CaptureBuilder.peer, 1)
        $0.complete(status: 0x08)
        $0.complete()
      } == nil)
    // Learned from an earlier connection to the same device.
    #expect(
      role {
        $0.complete()
        $0.change(CaptureBuilder.peer, 1)
        $0.disconnect()
        $0.complete()
      } == nil)
  }

  @Test("CONNECT_IND names both sides of a sniffed connection")
  func air() throws {
    var story = AirStory()
    story.advInd()
    story.connect()
    let air = try #require(Analysed(story).connections.first?.air)
    #expect(air.central.address == "C6:05:04:03:02:01")
    #expect(air.central.addressType == "random-static")
    #expect(air.peripheral.address == "D6:15:14:13:12:11")
  }
}

extension CaptureBuilder {
  fileprivate mutating func change(_ peer: [UInt8], _ role: UInt8, status: UInt8 = 0) {
    event(0x12, [status] + peer + [role])
  }

  fileprivate mutating func complete(status: UInt8 = 0) {
    event(0x03, [status] + octets(Self.handle) + Self.peer + [1, 0])
  }
}
