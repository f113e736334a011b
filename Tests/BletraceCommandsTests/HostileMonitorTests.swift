import BletraceTestSupport
import CaptureFiles
import Foundation
import Report
import Testing

@testable import BletraceCommands
@testable import LiveCapture

/// What a kernel's monitor could give, if it or a driver went wrong: taken where libpcap hands it
/// over, and through all that `live` does with it.
@Suite("A hostile monitor")
struct HostileMonitorTests {
  /// A packet as libpcap gives it: controller and opcode, big-endian, and what the controller said.
  private func packet(_ controller: Int, _ opcode: Int, _ bytes: [UInt8] = [])
    -> MadeUpMonitor.Packet
  {
    MadeUpMonitor.Packet(
      bytes: [
        UInt8(controller >> 8), UInt8(controller & 0xFF), UInt8(opcode >> 8), UInt8(opcode & 0xFF),
      ] + bytes)
  }

  private let event: [UInt8] = [0x0E, 0x04, 0x01, 0x03, 0x0C, 0x00]

  /// Runs a capture of these packets to its end, and holds it against its recording.
  private func run(
    _ packets: [MadeUpMonitor.Packet], drops: [Int?] = [0], words: [Argument] = []
  ) throws -> (capture: ReportV1.Capture, lines: String, recorded: [MonitorRecord]) {
    let folder = try TemporaryFolder()
    let (output, errors) = (MemorySink(), MemorySink())
    let invocation = Invocation(
      arguments: [], standardInput: -1, output: output, errors: errors,
      environment: [.language: "C.UTF-8"])
    guard case .run(let parsed) = try parse(["live"] + words) else {
      throw MonitorError.unsupported
    }
    let settings = try LiveSettings(parsed, invocation)
    var wanted: UInt16?
    if case .device(let controller) = settings.source { wanted = controller }
    let device = try MadeUpMonitor(packets, drops: drops)
    let source = MonitorSource(device, controller: wanted)
    let queue = try #require(ByteQueue(capacity: source.waiting))
    let recording = try CaptureRecording(Argument(folder["walk"]))
    let session = LiveSession(
      settings, name: "any", queue: queue, signals: nil,
      display: EventLines(
        invocation, settings.analyze, try #require(OutputQueue(invocation.output))),
      recording: recording)
    #expect(source.start(into: queue))
    session.run()
    // The device has nothing more, and says so, unless the capture ended before.
    #expect(
      session.failures == [CommandFailure("any: that was all")]
        || session.failures.isEmpty && words.contains("--exit-on-unplug"))
    for (sink, form) in [(output, OutputForm.text()), (errors, .text())] {
      if let problem = form.problem(in: sink.bytes) { Issue.record("the output \(problem)") }
    }
    let report = try #require(session.report)
    let file = try folder.read("walk")
    let recorded = try MonitorRecord.btsnoop(file)
    let capture = report.captures[0]
    #expect(recorded.count + recording.leftOut == capture.records)
    #expect(try complaints(ofReading: folder["walk"]) == "")
    return (capture, output.text + errors.text, recorded)
  }

  /// What the program says of a recording on standard error.
  private func complaints(ofReading path: String) throws -> String {
    let process = Process()
    let errors = Pipe()
    process.executableURL = URL(filePath: BuiltProgram.bletrace)
    process.arguments = ["analyze", "--quiet", path]
    process.environment = [:]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    try process.run()
    let said = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    return String(decoding: said, as: UTF8.self)
  }

  // MARK: - Packets

  @Test("what is too short for a header is none, what is shorter than it says is kept as it is")
  func short() throws {
    var packets = (0..<4).map { MadeUpMonitor.Packet(bytes: [UInt8](repeating: 0, count: $0)) }
    packets += (0..<20).flatMap { opcode in
      (0..<24).map { packet(0, opcode, [UInt8](repeating: 0xFF, count: $0)) }
    }
    let (capture, _, recorded) = try run(packets + [packet(0, 3, event)])
    #expect(capture.records == 20 * 24 + 1)
    #expect(recorded.last?.bytes == event)
    #expect(capture.undecodableRecords > 100)
  }

  @Test("lengths that lie, of the packet on the air and inside the packet")
  func lengths() throws {
    var packets: [MadeUpMonitor.Packet] = []
    for original in [0, 3, 4, 5, 0xFFFF, Int(UInt32.max)] {
      var one = packet(0, 3, event)
      one.original = original
      packets.append(one)
    }
    // An event of 255 octets, ACL and ISO data of 65 535, in a few.
    packets += [
      packet(0, 3, [0x3E, 0xFF, 0x01]), packet(0, 5, [0x40, 0x20, 0xFF, 0xFF, 0xFF, 0xFF]),
    ]
    packets += [packet(0, 19, [0x40, 0x20, 0xFF, 0xFF]), packet(0, 2, [0x03, 0x0C, 0xFF])]
    // As long as the kernel's field can say, and as long as libpcap takes.
    for count in [0xFFFF, 0x3FFFC] {
      packets.append(packet(0, 5, [0x40, 0x20] + [UInt8](repeating: 0xFF, count: count - 2)))
    }
    let (capture, _, recorded) = try run(packets)
    #expect(capture.records == packets.count)
    #expect(recorded.map(\.bytes.count) == packets.map { $0.bytes.count - 4 })
    // What was longer on the air was cut.
    #expect(capture.truncatedRecords == 2)
  }

  @Test("unknown opcodes are counted, and recorded where there is room for them")
  func opcodes() throws {
    let opcodes = Array(20...300) + [0x0FFF, 0x7FFF, 0xFFFE, 0xFFFF]
    let (capture, _, recorded) = try run(opcodes.map { packet(0, $0, [1, 2, 3]) })
    #expect(capture.records == opcodes.count)
    // The reader does not distinguish those from 255 on: none is recorded as another one.
    #expect(recorded.map(\.opcode) == Array(20...254))
  }

  @Test("octets by chance, on every opcode")
  func chance() throws {
    var random = SeededRandom(seed: 20)
    let packets = (0..<20_000).map { _ in
      let count = Int.random(in: 0...40, using: &random)
      return packet(
        Int.random(in: 0...3, using: &random), Int.random(in: 0...21, using: &random),
        random.octets(count))
    }
    let (capture, _, recorded) = try run(packets)
    #expect(capture.records == packets.count)
    #expect(recorded.map(\.bytes) == packets.map { Array($0.bytes.dropFirst(4)) })
  }

  // MARK: - Controllers

  @Test("controllers that were never announced are there all the same")
  func unannounced() throws {
    let packets = (0..<10).flatMap { index in
      [packet(index * 7, 3, event), packet(index * 7, 5, [0x40, 0x20, 2, 0, 0, 0])]
    }
    let (capture, _, _) = try run(packets)
    #expect(capture.controllers.map(\.index) == (0..<10).map { $0 * 7 })
  }

  /// There can be no more: the kernel's number has 16 bits, and the last one means none.
  @Test("every controller that can be, coming, talking and going")
  func allControllers() throws {
    let address: [UInt8] = [0, 0, 1, 2, 3, 4, 5, 6]
    var packets: [MadeUpMonitor.Packet] = []
    for index in 0...0xFFFF {
      packets.append(packet(index, 0, address + Array("hci\u{1B}[2J".utf8)))
      if index % 3 == 0 { packets.append(packet(index, 3, event)) }
      packets.append(packet(index, 1))
    }
    let (capture, lines, recorded) = try run(packets)
    #expect(capture.records == packets.count)
    #expect(recorded.count == capture.records)
    #expect(capture.controllers.count <= 64)
    #expect(capture.boundsReached.contains("controllers"))
    #expect(lines.utf8.count < 1 << 20)
  }

  @Test("only the controller that was asked for is taken, whatever the others do")
  func oneController() throws {
    let packets = (0...0xFFFF).map { packet($0, 3, event) }
    let (capture, _, recorded) = try run(packets, words: ["--iface", "hci513"])
    #expect(recorded.map(\.controller) == [513, 0xFFFF])
    #expect(capture.records == 2)
  }

  @Test("a controller that comes and goes without end")
  func flapping() throws {
    let packets = (0..<1000).flatMap { _ in [packet(0, 0, [0, 1]), packet(0, 1)] }
    let (capture, lines, _) = try run(packets, words: ["--iface", "hci0"])
    #expect(capture.records == 2000)
    #expect(lines.split(separator: "\n").count { $0.hasSuffix("hci0 is back") } == 999)
    let (few, _, _) = try run(packets, words: ["--iface", "hci0", "--exit-on-unplug", "--quiet"])
    #expect((2...2000).contains(few.records))
  }

  // MARK: - Time and losses

  @Test("times that no clock has")
  func times() throws {
    let times: [(Int64, Int64)] = [
      (0, 0), (-1, -1), (.max, .max), (.min, .min), (1_700_000_000, 999_999_999), (1, .max),
      (.max / 1_000_000, 999_999), (1_700_000_000, 0),
    ]
    let packets = times.map { time in
      var one = packet(0, 3, event)
      (one.seconds, one.microseconds) = time
      return one
    }
    let (capture, _, recorded) = try run(packets)
    #expect(capture.records == times.count)
    #expect(recorded.count == times.count)
  }

  @Test("a count of lost records that is unknown, falls, and is larger than the format can say")
  func losses() throws {
    let packets = [MadeUpMonitor.Packet](repeating: packet(0, 3, event), count: 5000)
    let counts: [Int?] = [0, nil, 7, 5, nil, -3, Int(UInt32.max), .max, .min, 12]
    let (capture, _, recorded) = try run(packets, drops: counts)
    #expect(capture.records == 5000)
    #expect(capture.droppedRecords >= 7)
    #expect(recorded.allSatisfy { (0..<Int(UInt32.max)).contains($0.drops) })
  }
}

/// Packets made up beforehand; then the device fails.
private final class MadeUpMonitor: MonitorRecords {
  struct Packet {
    var bytes: [UInt8]
    /// What it says of its length on the air.
    var original: Int?
    var seconds: Int64 = 1_700_000_000
    var microseconds: Int64 = 0
  }

  let descriptor: Int32
  private let pipe = Pipe()
  private let packets: [Packet]
  private let counts: [Int?]
  private var taken = 0
  private var asked = 0

  /// - Parameter drops: what it says of losses, each time that it is asked.
  init(_ packets: [Packet], drops: [Int?]) throws {
    self.packets = packets
    counts = drops
    descriptor = pipe.fileHandleForReading.fileDescriptor
    // There is always something to be read.
    try pipe.fileHandleForWriting.write(contentsOf: [0])
  }

  /// What is queued is said to be anything too.
  var state: SocketState? {
    asked += 1
    return counts[(asked - 1) % counts.count].map { count in
      let number = UInt32(truncatingIfNeeded: count)
      return SocketState(queued: number, drops: number)
    }
  }

  /// Not at once, so that many looks are needed.
  var isReadable: Bool { taken % 100 != 99 || asked % 2 == 0 || taken == packets.count }

  func take(_ stream: inout MonitorStream) throws(MonitorError) -> Int? {
    guard taken < packets.count else { throw .other("that was all") }
    let packet = packets[taken]
    taken += 1
    stream.append(
      packet.bytes.span, originalCount: packet.original ?? packet.bytes.count,
      seconds: packet.seconds, microseconds: packet.microseconds)
    return packet.bytes.count
  }
}
