import BletraceTestSupport
import BluetoothProtocol
import Foundation
import Testing

@testable import LiveCapture

/// Where losses are placed, held against a queue that works as the kernel's.
@Suite struct MonitorReadingTests {
  /// The queue of a socket: each record has a number and takes memory; one that comes while the
  /// queue is full is lost.
  private final class ModelSocket: MonitorRecords {
    let descriptor: Int32 = -1
    private let limit: Int
    private var queue: [(number: Int, length: Int)] = []
    private var queued = 0
    private var drops = 0
    /// The last number given.
    private(set) var sent = 0
    /// Between a look at the queue and a read, and between a read and the next look.
    var between: (ModelSocket) -> Void = { _ in }
    /// Between the count of the memory and the count of the losses.
    var duringCount: (ModelSocket) -> Void = { _ in }

    init(limit: Int) { self.limit = limit }

    /// As the kernel's allocator rounds it.
    private static func memory(_ length: Int) -> Int {
      var size = 512
      while size < length + 326 { size *= 2 }
      return size + 256
    }

    func arrive(_ length: Int) {
      sent += 1
      if queued >= limit {
        drops += 1
      } else {
        queue.append((sent, length))
        queued += Self.memory(length)
      }
    }

    var isReadable: Bool { !queue.isEmpty }

    var state: SocketState? {
      between(self)
      defer { between(self) }
      let queued = queued
      duringCount(self)
      return SocketState(queued: UInt32(queued), drops: UInt32(drops))
    }

    func take(_ stream: inout MonitorStream) throws(MonitorError) -> Int? {
      guard !queue.isEmpty else { return nil }
      let (number, length) = queue.removeFirst()
      queued -= Self.memory(length)
      taken.append((number, stream.drops))
      return length
    }

    func discard(_ most: Int) -> Int {
      let count = min(most, queue.count)
      queue.removeFirst(count)
      queued = queue.reduce(0) { $0 + Self.memory($1.length) }
      return count
    }

    /// Numbers of the records that were taken, and what was counted as lost before each.
    private(set) var taken: [(number: Int, drops: Int)] = []

    /// Records before which losses are counted that lie more than `late` records elsewhere.
    func misplaced(late: Int) -> [Int] {
      taken.indices.filter { index in
        let drops = taken[index].drops
        let least = index < late ? 0 : taken[index - late].number - (index - late + 1)
        let truth = taken[index].number - (index + 1)
        return drops < least || drops > truth
      }
    }
  }

  private struct Reader {
    let device: ModelSocket
    var reading = MonitorReading()
    var stream = MonitorStream(controller: nil)

    init(_ device: ModelSocket) { self.device = device }

    /// Takes so many records, or all.
    mutating func read(_ count: Int = .max) throws {
      for _ in 0..<count {
        guard try reading.takeOne(from: device, into: &stream) else { return }
      }
    }
  }

  @Test("a loss is placed behind all that was queued, as one")
  func afterTheBacklog() throws {
    let device = ModelSocket(limit: 768 * 40_000)
    var reader = Reader(device)
    for _ in 0..<50_000 { device.arrive(20) }
    try reader.read(2000)
    #expect(reader.reading.drops == 10_000)
    // More of the same gap and what comes behind it, while the backlog is read.
    for _ in 0..<100 { device.arrive(20) }
    try reader.read()
    #expect(device.taken.count == 40_100)
    #expect(device.taken.filter { $0.number <= 40_000 }.allSatisfy { $0.drops == 0 })
    #expect(device.taken.filter { $0.number > 50_000 }.allSatisfy { $0.drops == 10_000 })
  }

  @Test("losses of a backlog with room in between each have their own position")
  func severalInOneBacklog() throws {
    let device = ModelSocket(limit: 768 * 1000)
    var reader = Reader(device)
    for round in 0..<20 {
      for _ in 0..<1500 { device.arrive(20 + round % 2) }
      try reader.read(300)
    }
    try reader.read()
    #expect(Set(device.taken.map(\.drops)).count == 20)
    #expect(device.misplaced(late: 0) == [])
  }

  @Test("a loss before a record of that length was taken, while each makes room for another")
  func unknownLength() throws {
    let device = ModelSocket(limit: 768 * 555)
    var reader = Reader(device)
    for _ in 0..<3 { device.arrive(40) }
    try reader.read()
    for _ in 0..<2000 { device.arrive(20) }
    var rounds = 0
    device.between = { device in
      rounds += 1
      if rounds < 20 { device.arrive(20) }
    }
    try reader.read()
    #expect(device.misplaced(late: 1) == [])
  }

  @Test("the queue fills and runs over while the kernel counts")
  func filledDuringCount() throws {
    let device = ModelSocket(limit: 768 * 100)
    var reader = Reader(device)
    device.arrive(20)
    try reader.read(1)
    for _ in 0..<10 { device.arrive(20) }
    device.duringCount = { device in
      device.duringCount = { _ in }
      for _ in 0..<200 { device.arrive(20) }
    }
    try reader.read()
    #expect(device.taken.count == 101)
    #expect(device.misplaced(late: 0) == [])
  }

  @Test("records of any length come at any time", arguments: 0..<40 as Range<UInt64>)
  func chance(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let device = ModelSocket(limit: Int.random(in: 2000...200_000, using: &random))
    var reader = Reader(device)
    let pressure = Int.random(in: 1...3, using: &random)
    let lengths = (0..<5).map { _ in Int.random(in: 4...1500, using: &random) }
    // The reader learns what each takes while there is little to do.
    for length in lengths {
      device.arrive(length)
      try reader.read(2)
    }
    device.between = { device in
      for _ in 0..<Int.random(in: 0...pressure, using: &random) where random.next() % 3 == 0 {
        device.arrive(lengths.randomElement(using: &random)!)
      }
    }
    for _ in 0..<200 {
      for _ in 0..<Int.random(in: 0...400, using: &random) {
        device.arrive(lengths.randomElement(using: &random)!)
      }
      try reader.read(Int.random(in: 0...300, using: &random))
    }
    device.between = { _ in }
    try reader.read()
    #expect(device.taken.count + reader.reading.drops == device.sent)
    // What finds room in the place of the longest: six short ones and the one that goes beyond.
    #expect(device.misplaced(late: 7) == [])
  }

  @Test("what waits at the end is taken as far as there is time, and the rest is counted")
  func drained() throws {
    for (most, kept) in [(Int.max, 1000), (300, 300), (0, 0)] {
      let device = ModelSocket(limit: 768 * 1000)
      var reader = Reader(device)
      _ = reader.stream.take()
      for _ in 0..<1500 { device.arrive(20) }
      var looks = 0
      try reader.reading.drain(device, into: &reader.stream) {
        looks += 1
        return looks <= most
      }
      #expect(device.taken.count == kept && !device.isReadable)
      #expect(reader.reading.drops == 1500 - kept)
      // The losses at the end have a record of their own.
      let bytes = MonitorRecord.btsnoopHeader + reader.stream.take()
      #expect(try MonitorRecord.btsnoop(bytes).map(\.drops) == [1500 - kept])
    }
  }

  @Test("at the end nothing is waited for, and nothing is noted where nothing was lost")
  func nothingToDrain() throws {
    let device = ModelSocket(limit: 768 * 1000)
    var reader = Reader(device)
    _ = reader.stream.take()
    for _ in 0..<10 { device.arrive(20) }
    // What comes meanwhile is not the capture's any more.
    device.between = { device in device.arrive(20) }
    try reader.reading.drain(device, into: &reader.stream) { true }
    #expect((10...500).contains(device.taken.count))
    #expect(reader.reading.drops == 0 && reader.stream.take() == [])
  }

  @Test("what the kernel says of connections goes behind what was queued when it was asked")
  func connections() throws {
    let device = SwitchedOn()
    var reading = MonitorReading()
    var stream = MonitorStream(controller: nil)
    while try reading.takeOne(from: device, into: &stream) {}
    let records = try MonitorRecord.btsnoop(stream.take())
    #expect(records.map(\.opcode) == [8, 3, 3, 13, 3])
    #expect(records.map(\.controller) == [1, 1, 1, 1, 1])
    #expect(records[3].bytes == device.connection.octets)
    #expect(device.asked == [1])
    // Where the capture shows the beginning, no more is said of it.
    let late = SwitchedOn(event: hex("3E 13 01 00 40 00 00 00 E7"))
    reading = MonitorReading()
    while try reading.takeOne(from: late, into: &stream) {}
    #expect(try MonitorRecord.btsnoop(MonitorRecord.btsnoopHeader + stream.take()).count == 4)
    #expect(late.asked == [1])
    // Of a controller that is not wanted, nothing is asked.
    let other = SwitchedOn()
    reading = MonitorReading()
    stream = MonitorStream(controller: 0)
    while try reading.takeOne(from: other, into: &stream) {}
    #expect(other.asked == [])
  }

  /// A controller is on, two of its records wait, and another comes when they are taken.
  private final class SwitchedOn: MonitorRecords {
    let descriptor: Int32 = -1
    let connection = KernelConnectionNote(
      handle: ConnectionHandle(64), transport: .le, role: .central,
      peer: DeviceAddress(littleEndian48: 0x660D_F341_90E7))
    private(set) var asked: [UInt16] = []
    private var queue: [UInt8] = [8, 3, 3]
    private var hasLast = true
    private let event: [UInt8]

    init(event: [UInt8] = [1, 2]) { self.event = event }

    var isReadable: Bool { !queue.isEmpty }
    var state: SocketState? { SocketState(queued: UInt32(768 * queue.count), drops: 0) }

    func take(_ stream: inout MonitorStream) throws(MonitorError) -> Int? {
      guard !queue.isEmpty else { return nil }
      let opcode = queue.removeFirst()
      let record = [0, 1, 0, opcode] + event
      stream.append(
        record.span, originalCount: record.count, seconds: 0, microseconds: 0)
      if queue.count == 1, hasLast {
        hasLast = false
        queue.append(3)
      }
      return 6
    }

    func connections(of controller: UInt16) -> [KernelConnectionNote] {
      asked.append(controller)
      return [connection]
    }
  }

  @Test("where the kernel says nothing, nothing is lost")
  func unknown() throws {
    let silent = SilentSocket()
    var reading = MonitorReading()
    var stream = MonitorStream(controller: nil)
    for _ in 0..<10 { #expect(try reading.takeOne(from: silent, into: &stream)) }
    #expect(reading.drops == 0 && stream.drops == 0)
  }

  private final class SilentSocket: MonitorRecords {
    let descriptor: Int32 = -1
    let isReadable = true
    let state: SocketState? = nil

    func take(_ stream: inout MonitorStream) throws(MonitorError) -> Int? { 10 }
  }
}
