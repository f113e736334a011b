import BletraceTestSupport
import CaptureFiles
import Testing

@testable import bletrace_fuzz

/// A check that finds nothing is worth nothing.
@Suite("The check of damaged captures")
struct DamageCheckTests {
  private static let story: CaptureBuilder = {
    var story = CaptureBuilder()
    story.connect()
    story.exchangeMTU(185, 23)
    story.subscribe(0x16)
    story.notify(0x15, "value")
    story.notify(0x15, "EOM")
    story.disconnect()
    return story
  }()

  @Test("reports where less is intact than was claimed", arguments: Damages.all.map { $0.name })
  func claims(name: String) throws {
    let damage = try #require(Damages.all.first { $0.name == name })
    let check = try #require(DamageCheck(Self.story.btsnoop()))
    let count = damage.count(check.framed)
    var damaged = damage.harm(check.framed, count / 2)
    #expect(check.problem(with: damaged, renders: true) == nil)
    damaged.intact = check.framed.frames.count
    damaged.keepsAllButTimes = false
    #expect(check.problem(with: damaged, renders: false) != nil)
  }

  @Test("reports where records are missing")
  func counts() throws {
    let check = try #require(DamageCheck(Self.story.btsnoop()))
    var damaged = DoubledRecord.harm(check.framed, 2)
    damaged.records = damaged.records.map { $0 - 1 }
    #expect(check.problem(with: damaged, renders: false)?.contains("9 records, not 8") == true)
  }

  /// Each fact that is compared, changed where it is reported.
  @Test("reports which facts are others")
  func facts() throws {
    let reading = try CaptureReading(Self.story.btsnoop(), .line)
    let last = Self.story.entries.count
    #expect(factsThatDiffer(reading.capture, reading.capture, through: last) == [])
    var other = reading.capture
    other.connections[0].mtu.effective = 24
    other.connections[0].disconnect?.reason = 8
    other.connections[0].transfers[0].payloadSha256 = nil
    other.connections[0].gatt.subscriptions[0].cccdHandle = 7
    other.connections[0].parameters[0].latency = 1
    other.start = nil
    let differing = factsThatDiffer(reading.capture, other, through: last)
    #expect(
      differing == [
        "start", "connection 1: parameters", "connection 1: subscriptions", "connection 1: MTU",
        "connection 1: end", "connection 1: transfers",
      ])
    // What is reported by later frames does not count.
    #expect(
      factsThatDiffer(reading.capture, other, through: 1) == ["start", "connection 1: parameters"])
    other.connections = []
    #expect(factsThatDiffer(reading.capture, other, through: last).contains("connections"))
  }

  @Test("takes files apart as they are", arguments: [ByteOrder.little, .big])
  func framing(order: ByteOrder) throws {
    let story = Self.story
    for file in [
      story.btsnoop(), story.pcap(order: order), story.pcapng(order: order),
      story.packetLogger(order: order),
    ] {
      let framed = try #require(FramedCapture(file))
      #expect(framed.frames.count == story.entries.count)
      #expect(framed.bytes == file)
      #expect(framed.tail.isEmpty)
      let cut = try #require(FramedCapture(file.dropLast(3)))
      #expect(cut.frames.count == story.entries.count - 1)
      #expect(cut.bytes == file.dropLast(3))
    }
  }
}
