import CaptureFiles

/// Traffic made up at random in which values come many at a time, with all that ends a burst, or
/// makes one need a closer look, among them.
extension CaptureBuilder {
  package static func bursts(seed: UInt64, rounds: Int = 60) -> CaptureBuilder {
    var random = SeededRandom(seed: seed)
    var story = CaptureBuilder()
    // LE Read Buffer Size: few enough for all of them to be taken now and then.
    if seed % 2 == 0 { story.commandComplete(0x2002, [0, 27, 0, 4 + UInt8(seed % 5)]) }
    story.connect(0x40)
    story.connect(0x41, isPeripheral: true)
    if seed % 3 > 0 { story.exchangeMTU(185, 185) }
    story.subscribe(0x16)
    for _ in 0..<rounds { story.round(&random) }
    return story
  }

  private mutating func round(_ random: inout SeededRandom) {
    let handle: UInt16 = random.next() % 4 == 0 ? 0x41 : 0x40
    let direction: RecordDirection = random.next() % 3 == 0 ? .tx : .rx
    step = [0, 400, 7500, 30_000, 150_000, -2000][Int(random.next() % 6)]
    switch random.next() % 20 {
    case 0: disconnect(handle)
    case 1: connect(handle, isPeripheral: handle == 0x41)
    case 2: subscribe(0x16, UInt16(random.next() % 4), handle)
    case 3: completed(UInt16(random.next() % 9), handle)
    case 4: update(handle, interval: [6, 24, 400][Int(random.next() % 3)])
    case 5: acl(direction, boundary: 1, random.octets(5), handle)
    case 6: att(direction, [0x1B, 0x15, 0x00] + random.octets(40), handle, fragments: [20])
    case 7: l2cap(direction, 0x0004, [0x1B, 0x15, 0x00] + random.octets(20), handle, keeping: 18)
    case 8: att(direction, [0x1B, 0x15], handle)
    case 9: wait(by: Int64(random.next() % 900_000))
    case 10: acl(direction, boundary: 2, [9, 0, 4, 0, 0x1B, 0x15, 0] + random.octets(9), handle)
    case 11: events(&random)
    case 12: burst(direction, handle, attributes: [0x15, 0x18, 0x1B, 0x1E, 0x21, 0x24], &random)
    case 13: for handle: UInt16 in [0x40, 0x41, 0x40, 0x41] { burst(.rx, handle, &random) }
    default: burst(direction, handle, &random)
    }
    if random.next() % 16 == 0 { entries[entries.count - 1].direction = .unknown }
  }

  /// Events that come many at a time, and some like them that hold more or less than one thing.
  private mutating func events(_ random: inout SeededRandom) {
    for _ in 0..<(1 + random.next() % 8) {
      let report = [0, 1] + random.octets(6) + [3, 2, 1, 6, 0xC0]
      switch random.next() % 12 {
      case 0: completed(UInt16(random.next() % 3), 0x40)
      case 1: event(0x13, [2, 0x40, 0, 1, 0, 0x41, 0, 1, 0])
      case 2: event(0x13, [0])
      case 3: event(0x13, [2, 0x40, 0, 1, 0])
      case 4: event(0x3E, [2, 2] + report + report)
      case 5: event(0x3E, [2, 1] + report + [0])
      case 6: event(0x3E, [2, 1] + report.dropLast())
      default:
        let size = Int(random.next() % 32)
        advertise(random.octets(1) + [1, 2, 3, 4, 5], -60, data: random.octets(size))
      }
    }
  }

  private mutating func burst(
    _ direction: RecordDirection, _ handle: UInt16,
    attributes: [UInt8] = [0x15, 0x15, 0x15, 0x15, 0x18], _ random: inout SeededRandom
  ) {
    let opcode: UInt8 = random.next() % 3 == 0 ? 0x52 : 0x1B
    let size = [0, 2, 3, 7, 8, 20, 20, 20, 182][Int(random.next() % 9)]
    var value = random.octets(size)
    for _ in 0..<(1 + random.next() % 12) {
      let attribute = attributes[Int(random.next() % UInt64(attributes.count))]
      switch random.next() % 24 {
      case 0: value = Array("EOM".utf8)
      case 1: value = Array("EO".utf8)
      case 2: value = Array("M".utf8)
      case 3: value = random.octets(5) + Array("EOM".utf8)
      // The same once more.
      case 4, 5: break
      case 6: value = random.octets(Int(random.next() % 24))
      default: value = random.octets(size)
      }
      att(direction, [opcode, attribute, 0x00] + value, handle)
    }
  }
}
