import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

@Suite("Values of standard characteristics, in streams")
struct ValueReadingTests {
  private let heartRate: [UInt8] = [0x37, 0x2A]

  @Test("first and last in words, the rest counted")
  func firstAndLast() throws {
    let stream = try only(
      Analysed { story in
        story.discover(declaration: 0x14, value: 0x15, uuid: heartRate)
        story.notify(0x15, [0x04, 0])
        story.notify(0x15, [0x06, 70])
        story.notify(0x15, [0x06, 71])
      })
    let decoded = try #require(stream.decoded)
    #expect(decoded.count == 3 && decoded.undecodable == 0 && decoded.why == nil)
    #expect(decoded.first == "0 bpm, no contact")
    #expect(decoded.last == "71 bpm, contact")
  }

  @Test("what cannot be decoded is counted, and the first says why")
  func undecodable() throws {
    let stream = try only(
      Analysed { story in
        story.discover(declaration: 0x14, value: 0x15, uuid: heartRate)
        story.notify(0x15, [0x01, 70])
        story.notify(0x15, [0x06, 71])
        story.notify(0x15, [UInt8]())
      })
    let decoded = try #require(stream.decoded)
    #expect(decoded.count == 1 && decoded.undecodable == 2)
    #expect(decoded.why == "needs 3 octets, has 2")
    #expect(decoded.first == "71 bpm, contact" && decoded.last == "71 bpm, contact")
  }

  @Test("nothing could be decoded")
  func noneDecodable() throws {
    let stream = try only(
      Analysed { story in
        story.discover(declaration: 0x14, value: 0x15, uuid: heartRate)
        story.notify(0x15, [UInt8]())
      })
    #expect(stream.decoded == .init(undecodable: 1, why: "needs 1 octet, has 0"))
  }

  @Test("a discovery that comes later explains the first value, and those after it")
  func lateDiscovery() throws {
    let stream = try only(
      Analysed { story in
        for rate in UInt8(60)...64 { story.notify(0x15, [0x00, rate]) }
        story.discover(declaration: 0x14, value: 0x15, uuid: heartRate)
        for rate in UInt8(80)...82 { story.notify(0x15, [0x00, rate]) }
      })
    #expect(stream.count == 8)
    #expect(stream.decoded == .init(count: 4, first: "60 bpm", last: "82 bpm"))
  }

  @Test("a discovery behind all values explains the first")
  func discoveryAtTheEnd() throws {
    let stream = try only(
      Analysed { story in
        for rate in UInt8(60)...64 { story.notify(0x15, [0x00, rate]) }
        story.discover(declaration: 0x14, value: 0x15, uuid: heartRate)
      })
    #expect(stream.decoded == .init(count: 1, first: "60 bpm", last: "60 bpm"))
  }

  @Test("a handle that turns out to be something else starts again")
  func otherMeaning() throws {
    let stream = try only(
      Analysed { story in
        story.discover(declaration: 0x14, value: 0x15, uuid: heartRate)
        story.notify(0x15, [0x00, 60])
        story.discover(declaration: 0x14, value: 0x15, uuid: [0x19, 0x2A])
        story.notify(0x15, [60])
      })
    #expect(stream.uuid == "2A19")
    #expect(stream.decoded == .init(count: 1, first: "60 %", last: "60 %"))
  }

  @Test("a format that is not known is left alone")
  func unknown() throws {
    let stream = try only(
      Analysed { story in
        story.discover(declaration: 0x14, value: 0x15, uuid: [0xF4, 0xFF])
        story.notify(0x15, [0x00, 60])
      })
    #expect(stream.uuid == "FFF4" && stream.decoded == nil)
    let undiscovered = try only(Analysed { story in story.notify(0x15, [0x00, 60]) })
    #expect(undiscovered.decoded == nil)
  }

  @Test("a device that comes back is remembered")
  func remembered() throws {
    var story = CaptureBuilder()
    story.connect()
    story.discover(declaration: 0x14, value: 0x15, uuid: heartRate)
    story.disconnect()
    story.connect()
    story.notify(0x15, [0x00, 60])
    let connections = Analysed(story).connections
    try #require(connections.count == 2)
    #expect(connections[1].notifications.first?.decoded?.first == "60 bpm")
  }

  @Test("values longer than any may be are kept in part")
  func bounded() throws {
    let stream = try only(
      Analysed { story in
        story.discover(declaration: 0x14, value: 0x15, uuid: [0x00, 0x2A])
        story.notify(0x15, String(repeating: "a", count: 600))
      })
    let text = try #require(stream.decoded?.last)
    #expect(text == String(repeating: "a", count: 512) + ", cut after 512 of 600 octets")
  }

  private func only(_ analysed: Analysed) throws -> ReportV1.NotificationStream {
    #expect(analysed.streams.count == 1)
    return try #require(analysed.streams.first)
  }
}

@Suite("The heart rate sample, value by value")
struct HeartRateSampleTests {
  @Test func report() throws {
    let capture = try Samples.report("heart-rate-central")
    let stream = try #require(
      capture.connections[0].notifications.first { $0.uuid == "2A37" })
    #expect(stream.count == 45)
    #expect(stream.decoded?.count == 45 && stream.decoded?.undecodable == 0)
    #expect(stream.decoded?.first == "0 bpm, no contact")
  }

  /// As the story has it: contact from the fourth on, each third with 16 bits, the energy with
  /// each tenth, and at most 128 beats a minute.
  @Test func values() throws {
    let story = try Samples.story("heart-rate-central/capture.pklg")
    let listener = HeartRateListener()
    var tracker = SessionTracker(observer: listener)
    let (records, bytes) = story.records()
    tracker.process(records, in: bytes.span)
    let values = listener.values
    try #require(values.count == 45)
    for (n, value) in values.enumerated() {
      #expect(value.text.contains("no contact") == (n < 3), "\(n)")
      #expect(value.text.hasPrefix("0 bpm") == (n < 3), "\(n)")
      #expect((value.flags & 1 == 1) == (n % 3 == 2), "\(n)")
      #expect(value.text.contains("energy") == (n > 0 && n % 10 == 0), "\(n)")
    }
    let rates = values.compactMap { Int($0.text.prefix { $0 != " " }) }
    #expect(rates.count == 45 && rates.max() == 128)
  }
}

/// Keeps the notifications that are Heart Rate Measurements by length and handle.
private final class HeartRateListener: SessionObserver {
  private var handles: Set<ATTHandle> = []
  private(set) var values: [(flags: UInt8, text: String)] = []

  func observe(_ value: AttributeValue, in bytes: Span<UInt8>) {
    guard value.kind == .notification, handles.contains(value.handle) else { return }
    let uuid = BluetoothUUID(uuid16: 0x2A37)
    if case .text(let text) = GATTValue.describe(uuid, value.value, in: bytes) {
      values.append((bytes[value.value.start], text))
    }
  }

  func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {}

  func observe(_ event: SessionEvent) {
    guard case .typeLearned(_, let handle, let uuid, .peer) = event else { return }
    if uuid == BluetoothUUID(uuid16: 0x2A37) { handles.insert(handle) }
  }
}
