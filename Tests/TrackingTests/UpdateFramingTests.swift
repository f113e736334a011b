import BletraceTestSupport
import BluetoothProtocol
import Framing
import Testing

@testable import Report
@testable import Tracking

/// Protocols whose UUIDs other devices use, too, count only after a value has shown them.
@Suite("Framings by UUIDs that are not unique")
struct UpdateFramingTests {
  private static func story(_ uuid: UInt16) -> CaptureBuilder {
    var story = CaptureBuilder()
    story.connect()
    story.discover(
      declaration: 0x14, value: 0x15, uuid: [UInt8(uuid & 0xFF), UInt8(uuid >> 8)])
    story.subscribe(0x16)
    return story
  }

  @Test(
    "other traffic on 8020 is no update, and a marker ends it",
    arguments: [0x8020, 0x8022] as [UInt16])
  func other(uuid: UInt16) throws {
    var story = Self.story(uuid)
    story.send(Array("Anna Muster, ".utf8))
    story.send(Array("Musterstadt".utf8))
    story.send(Array("EOM".utf8))
    let connection = Analysed(story).connections[0]
    #expect(connection.framings.isEmpty)
    let transfer = try #require(connection.transfers.first)
    #expect(connection.transfers.count == 1 && transfer.framing == nil)
    #expect(transfer.marker == "EOM" && transfer.payloadBytes == 24)
  }

  /// MCUmgr on 0x0015: an upload, whose offset has 64 bits.
  @Test(
    "an offset that nothing can have ends no analysis",
    arguments: [1 << 32 - 1, 1 << 32, UInt64(Int64.max) - 2, UInt64(Int64.max), .max])
  func farOffset(offset: UInt64) {
    var story = CaptureBuilder()
    story.connect()
    story.discover(
      declaration: 0x14, value: 0x15,
      uuid: hex("DA2E7828FBCE4E01AE9E261174997C48").reversed())
    story.subscribe(0x16)
    let octets = (0..<8).map { UInt8(truncatingIfNeeded: offset >> (8 * (7 - $0))) }
    let body = hex("A2 63 6F6666 1B") + octets + hex("64 64617461 43 010203")
    story.att(
      .tx, [0x52, 0x15, 0] + hex("0200") + [0, UInt8(body.count)] + hex("0001 01 01") + body)
    let connection = Analysed(story).connections[0]
    #expect(connection.framings.map(\.name) == ["mcumgr-smp"])
    #expect(connection.framings.first?.requests == 1)
    let transfers = connection.transfers.filter { $0.framing != nil }
    #expect(transfers.count == (offset < 1 << 32 ? 1 : 0))
    #expect(transfers.allSatisfy { $0.payloadBytes == 3 })
  }

  @Test("an acknowledgement shows an update")
  func update() throws {
    func little(_ number: UInt16) -> [UInt8] {
      [UInt8(truncatingIfNeeded: number), UInt8(number >> 8)]
    }
    let packet: [UInt8] = [7, 0, 0, 0, 8, 0] + [UInt8](repeating: 0, count: 12)
    var story = Self.story(0x8020)
    story.send(packet + little(ESPOTAPacket.checksum(of: packet)))
    story.send(Array("else".utf8))
    let connection = Analysed(story).connections[0]
    #expect(connection.framings.map(\.name) == ["esp-ota"])
    #expect(connection.framings.first?.strayValues == 1)
    #expect(connection.transfers.isEmpty)
  }
}
