import BletraceTestSupport
import CaptureFiles
import Testing

/// Records like most are read in a short loop, others one by one; what stands between them must not
/// matter.
@Suite struct PlainRecordTests {
  @Test("btsnoop: empty records, cut ones and losses among plain ones")
  func btsnoop() throws {
    var bytes = CaptureBuilder().btsnoop()
    var kinds: [RecordKind] = []
    var cut = 0
    var drops: UInt32 = 0
    for number in 1...5000 as ClosedRange<UInt32> {
      let octets: [UInt8] = number % 97 == 0 ? [] : [number % 3 == 0 ? 4 : 2, 7, 8]
      let isCut = number % 31 == 0
      if number % 101 == 0 { drops += 2 }
      bytes += bigEndian(UInt32(octets.count) + (isCut ? 5 : 0)) + bigEndian(UInt32(octets.count))
      bytes += bigEndian(1) + bigEndian(number % 57 == 0 ? .max : drops)
      bytes += hex("00 E0 3A B4") + bigEndian(number) + octets
      kinds.append(octets.isEmpty ? .unrecognized : octets[0] == 4 ? .event : .acl)
      if isCut { cut += 1 }
    }
    let capture = try read(bytes)
    #expect(capture.records.map(\.number) == Array(1...5000))
    #expect(capture.records.map(\.kind) == kinds)
    #expect(capture.records.map { $0.time - capture.records[0].time } == Array(0..<5000))
    #expect(capture.records.allSatisfy { $0.direction == .rx })
    #expect(capture.truncated == cut && cut == 161)
    #expect(capture.dropped == 98)
    #expect(!capture.cutShort && capture.unreadable == nil)
    #expect(try readNarrowly(bytes) == capture)
  }

  @Test("a loss stated in a record that is not whole yet is not reported before it")
  func lossInCutRecord() throws {
    let story = CaptureBuilder().event([0xFF, 0]).drops(3).event([0xFE, 0])
    let bytes = story.btsnoop()
    var reader = try CaptureReader(MemorySource(bytes, readSize: bytes.count - 2))
    var batch: [CapturedRecord] = []
    #expect(try reader.nextBatch(into: &batch))
    #expect(batch.count == 1 && reader.droppedRecords == 0)
    #expect(try reader.nextBatch(into: &batch))
    #expect(batch.count == 1 && reader.droppedRecords == 3)
    #expect(reader.losses == [RecordLoss(beforeFrame: 2, count: 3)])
  }

  @Test("pcapng: options, other interfaces and other blocks among plain packets")
  func pcapng() throws {
    for order in [ByteOrder.little, .big] {
      var writer = PcapngWriter(order)
      writer.section()
      writer.interface(187)
      writer.interface(1)
      writer.interface(254, [writer.option(9, [9])])
      var times: [Int64] = []
      var skipped = 0
      for number in 1...4000 {
        let event: [UInt8] = [4, 0x0F] + [UInt8](repeating: 9, count: number % 5)
        switch number % 100 {
        case 10: writer.packet(event, ticks: UInt64(number), [writer.direction(.rx)])
        case 20...25:
          let ticks = UInt64(number) * 1000 + 999
          writer.packet([0, 7, 0, 3] + event[1...], interface: 2, ticks: ticks)
        case 30: writer.simplePacket(event)
        case 40:
          writer.packet(event, interface: 1, ticks: UInt64(number))
          skipped += 1
        case 50: writer.packet(event, ticks: UInt64(number), originalLength: 20)
        default: writer.packet(event, ticks: UInt64(number))
        }
        if number % 100 == 60 { writer.block(0x0BAD, [1, 2, 3]) }
        // A simple packet has the time of the one before it.
        if number % 100 != 40 { times.append(Int64(number % 100 == 30 ? number - 1 : number)) }
      }
      let capture = try read(writer.bytes)
      #expect(capture.records.map(\.time) == times)
      #expect(capture.records.allSatisfy { $0.kind == .event && $0.direction == .rx })
      #expect(capture.records.allSatisfy { $0.bytes.count == 1 + $0.number % 5 })
      #expect(capture.records.allSatisfy { ($0.controller == 7) == (20...25 ~= $0.number % 100) })
      #expect(capture.truncated == 40)
      #expect(capture.skipped == skipped && skipped == 40)
      #expect(!capture.cutShort && capture.unreadable == nil)
      #expect(try readNarrowly(writer.bytes) == capture)
    }
  }

  private func bigEndian(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
