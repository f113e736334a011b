import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

/// Many connections on several controllers, which are reset and unplugged, with a clock that goes
/// back and leaps, and damaged records. What fills captures takes a quicker way than through all
/// layers when records come in batches.
@Suite("Values of many connections are measured as through all layers")
struct CrowdMeasureTests {
  private struct Place: Hashable {
    var controller: UInt16
    var handle: UInt16
  }

  private static func leaps(_ seed: UInt64) -> Bool { seed % 5 == 0 }

  private static func story(seed: UInt64) -> CaptureBuilder {
    var random = SeededRandom(seed: seed)
    var story = CaptureBuilder()
    let controllers: [UInt16] = [0, 1, 500]
    for controller in controllers where random.next() % 3 > 0 {
      story.commandComplete(
        0x2002, [0, 27, 0, UInt8(1 + random.next() % 20)], on: controller)
    }
    let indices = (0..<[3, 20, 300][Int(seed % 3)]).map { number in
      Place(controller: controllers[number % 3], handle: UInt16(0x40 + number / 3))
    }
    for index in indices { story.connect(index.handle, on: index.controller) }
    let isCrowded = indices.count > 256
    for _ in 0..<(isCrowded ? 1500 : 600) {
      let index = indices[Int(random.next() % UInt64(indices.count))]
      story.step = [0, 400, 7500, 30_000, 150_000, -2000][Int(random.next() % 6)]
      build(of: index, in: &story, isCrowded: isCrowded, &random)
      if random.next() % 40 == 0 { story.entries[story.entries.count - 1].direction = .unknown }
      if random.next() % 40 == 0 { story.entries[story.entries.count - 1].originalLength += 3 }
      if leaps(seed), random.next() % 100 == 0 {
        story.time = Int64(bitPattern: random.next())
      }
    }
    if seed % 2 == 0 { damage(&story, &random) }
    return story
  }

  private static func build(
    of index: Place, in story: inout CaptureBuilder, isCrowded: Bool, _ random: inout SeededRandom
  ) {
    let (handle, controller) = (index.handle, index.controller)
    let direction: RecordDirection = random.next() % 2 == 0 ? .tx : .rx
    // Little but values, where so many connections are to wait.
    switch random.next() % (isCrowded ? 2000 : 60) {
    case 0: story.disconnect(handle, on: controller)
    case 1, 2: story.connect(handle, on: controller)
    case 3: story.commandComplete(0x0C03, on: controller)
    case 4: story.add(.closeIndex, .rx, [], controller: controller)
    case 5: story.update(handle, interval: [6, 24, 400][Int(random.next() % 3)], on: controller)
    case 6...8:
      story.att(.tx, [0x02] + octets(UInt16(23 + random.next() % 200)), handle, on: controller)
      story.att(.rx, [0x03] + octets(UInt16(23 + random.next() % 200)), handle, on: controller)
    case 9, 10: story.subscribe(0x16, UInt16(random.next() % 4), handle, on: controller)
    case 11:
      story.att(
        direction, [0x1B, 0x15, 0x00] + random.octets(40), handle, on: controller, fragments: [20])
    case 12: story.acl(direction, boundary: 1, random.octets(5), handle, on: controller)
    case 13: story.commandComplete(0x2002, [0, 27, 0, UInt8(random.next() % 12)], on: controller)
    case 14: story.wait(by: Int64(random.next() % 3_000_000))
    case 15: story.att(direction, [0x0A, 0x15, 0x00], handle, on: controller)
    case 16: story.att(direction, [0x0B] + random.octets(9), handle, on: controller)
    case 17...29: story.completed(UInt16(random.next() % 12), handle, on: controller)
    default: values(direction, index, in: &story, most: isCrowded ? 2 : 8, &random)
    }
  }

  private static func values(
    _ direction: RecordDirection, _ index: Place, in story: inout CaptureBuilder, most: UInt64,
    _ random: inout SeededRandom
  ) {
    let opcode: UInt8 = random.next() % 3 == 0 ? 0x1B : 0x52
    let size = [0, 2, 8, 20, 20, 182][Int(random.next() % 6)]
    let attributes: [UInt8] =
      random.next() % 3 == 0 ? [0x15, 0x18, 0x1B, 0x1E, 0x21, 0x24] : [0x15, 0x15, 0x15, 0x18]
    let count = random.next() % 30 == 0 ? random.next() % (50 * most) : random.next() % most
    var value = random.octets(size)
    for _ in 0...count {
      switch random.next() % 30 {
      case 0: value = Array("EOM".utf8)
      case 1: value = Array("EO".utf8)
      case 2: break
      case 3: value = random.octets(5) + Array("EOM".utf8)
      case 4: value = random.octets(Int(random.next() % 24))
      default: value = random.octets(size)
      }
      let attribute = attributes[Int(random.next() % UInt64(attributes.count))]
      story.att(
        direction, [opcode, attribute, 0x00] + value, index.handle, on: index.controller)
    }
  }

  /// Octets of headers that are others, records that end early, or are of another kind or
  /// controller.
  private static func damage(_ story: inout CaptureBuilder, _ random: inout SeededRandom) {
    let kinds: [RecordKind] = [
      .acl, .event, .command, .newIndex, .openIndex, .closeIndex, .deleteIndex, .indexInfo, .sco,
    ]
    var index = 0
    for _ in 0..<(story.entries.count / 5) {
      // Some more than once: what is of another controller may be cut, too.
      if random.next() % 2 == 0 { index = Int(random.next() % UInt64(story.entries.count)) }
      let count = story.entries[index].bytes.count
      switch random.next() % 10 {
      case 0: story.entries[index].kind = kinds[Int(random.next() % UInt64(kinds.count))]
      case 1: story.entries[index].controller = UInt16(random.next() % 70)
      case 2, 3: story.entries[index].bytes.removeLast(Int(random.next() % UInt64(count + 1)))
      default:
        guard count > 0 else { continue }
        let changed = Int(random.next() % UInt64(min(count, 14)))
        story.entries[index].bytes[changed] = UInt8(truncatingIfNeeded: random.next())
      }
    }
  }

  /// - Parameter batches: how many records come at a time; 0 for each by itself.
  private func report(
    _ story: CaptureBuilder, batches: Int
  ) throws -> ReportV1.Capture {
    let (records, bytes) = story.records()
    let ledger = Ledger()
    let observer = CaptureObserver(AnalysisOptions(), sink: nil, ledger)
    var tracker = SessionTracker(observer: observer, ledger: ledger)
    if batches == 0 {
      for record in records { tracker.process(record, in: bytes.span) }
    }
    var rest = batches == 0 ? [] : records[...]
    while !rest.isEmpty {
      tracker.process(Array(rest.prefix(batches)), in: bytes.span)
      rest = rest.dropFirst(batches)
    }
    tracker.finish()
    var clock = ClockWatch()
    clock.pass(records.span)
    var builder = ReportBuilder(
      sessions: tracker.takeSessions(), measures: tracker.context.observer.measures.take(),
      options: AnalysisOptions(), clock: clock)
    return builder.capture(records: records.count)
  }

  @Test("made up", arguments: 1...30)
  func crowd(seed: UInt64) throws {
    let story = Self.story(seed: seed)
    // Where the clock leaps by centuries, it matters in which order a mean is summed up.
    let leavesOut = { (key: String) in Self.leaps(seed) && key == "mean" }
    let single = try report(story, batches: 0)
    for batches in [7, 1024] {
      let difference = try Tree.difference(
        single, report(story, batches: batches), leavesOut: leavesOut)
      #expect(difference == nil)
    }
  }
}
