import BletraceTestSupport

/// Changes an input without breaking its framing: the octets of one record, or the order of
/// records, with lengths that fit again.
struct RecordMutator {
  /// Changes octets; the result is no longer than its second argument.
  typealias Change = (inout [UInt8], Int) -> Void

  private var input: FramedInput
  private var random: SeededRandom

  /// `nil` for what has no records; one time in eight also for what has, so that the framing is
  /// changed too.
  init?(_ octets: [UInt8], as form: InputForm, seed: UInt64) {
    guard seed % 8 != 0, let input = FramedInput(octets, as: form) else { return nil }
    self.input = input
    random = SeededRandom(seed: seed)
  }

  /// The changed input, of at most `room` octets.
  mutating func change(room: Int, by mutate: Change) -> [UInt8] {
    let index = next(below: input.records.count)
    switch next(below: 16) {
    case 0, 1: input.records.insert(input.records[index], at: next(below: input.records.count + 1))
    case 2 where input.records.count > 1: input.records.remove(at: index)
    case 3: input.records.swapAt(index, next(below: input.records.count))
    case 4, 5: changeHead(index, mutate)
    case 6: cut(index)
    case 9, 10: putNumber(index)
    case 7 where !input.prefix.isEmpty: changePrefix(mutate)
    case 8 where !input.records[index].tail.isEmpty:
      mutate(&input.records[index].tail, input.records[index].tail.count + 8)
    default: changeOctets(index, mutate)
    }
    return fitted(room)
  }

  /// The input with a run of another one's records in it.
  mutating func cross(with other: [UInt8], as form: InputForm, room: Int) -> [UInt8]? {
    guard let other = FramedInput(other, as: form), other.framing == input.framing else {
      return nil
    }
    let start = next(below: other.records.count)
    let count = 1 + next(below: other.records.count - start)
    let index = next(below: input.records.count + 1)
    let replaced = next(below: 2) * next(below: input.records.count - index + 1)
    input.records.replaceSubrange(
      index..<index + replaced, with: other.records[start..<start + count])
    return fitted(room)
  }

  /// Drops records that there is no room for.
  private mutating func fitted(_ room: Int) -> [UInt8] {
    var octets = input.octets
    while octets.count > room, input.records.count > 1 {
      input.records.remove(at: next(below: input.records.count))
      octets = input.octets
    }
    return Array(octets.prefix(room))
  }

  private mutating func changeHead(_ index: Int, _ mutate: Change) {
    let count = input.records[index].head.count
    mutate(&input.records[index].head, count)
    let missing = count - input.records[index].head.count
    input.records[index].head += [UInt8](repeating: 0, count: max(0, missing))
  }

  private mutating func changePrefix(_ mutate: Change) {
    let count = input.prefix.count
    mutate(&input.prefix, count)
    input.prefix += [UInt8](repeating: 0, count: max(0, count - input.prefix.count))
  }

  /// Puts a number at the end of what its octets hold where a length, an offset or a time may be,
  /// and before some the octet with which CBOR says how long they are.
  private mutating func putNumber(_ index: Int) {
    let isHead = next(below: 4) == 0
    var octets = isHead ? input.records[index].head : input.records[index].octets
    let exponent = next(below: 4)
    let width = 1 << exponent
    guard octets.count >= width else { return }
    let start = next(below: octets.count - width + 1)
    let number = EndNumbers.all[next(below: EndNumbers.all.count)]
    octets.replaceSubrange(
      start..<start + width,
      with: EndNumbers.octets(number, width, isBigEndian: next(below: 2) == 0))
    if !isHead, start > 0, next(below: 4) == 0 { octets[start - 1] = 24 + UInt8(exponent) }
    if isHead { input.records[index].head = octets } else { input.records[index].octets = octets }
  }

  /// Inside the packet's own lengths where it has them, so that half of the changes are no cuts.
  private mutating func changeOctets(_ index: Int, _ mutate: Change) {
    let before = input.records[index].octets.count
    mutate(&input.records[index].octets, max(before, 1) + next(below: 16))
    if next(below: 2) == 0 { fitLengths(index) }
    if input.records[index].original != nil {
      input.records[index].original = UInt32(input.records[index].octets.count)
    }
  }

  /// As a logger does that keeps the beginning of each packet.
  private mutating func cut(_ index: Int) {
    input.records[index].octets.removeLast(next(below: input.records[index].octets.count + 1))
  }

  private mutating func next(below bound: Int) -> Int {
    Int.random(in: 0..<max(bound, 1), using: &random)
  }

  // MARK: Lengths inside of packets

  /// The lengths of an ACL packet and of the L2CAP PDU in it, of an event, of a command.
  private mutating func fitLengths(_ index: Int) {
    guard let (indicator, start) = packet(in: input.records[index]) else { return }
    var octets = Array(input.records[index].octets.dropFirst(start))
    func put(_ value: Int, at index: Int) {
      guard index + 1 < octets.count else { return }
      octets[index] = UInt8(truncatingIfNeeded: value)
      octets[index + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }
    switch indicator {
    case 2 where octets.count > 8:
      put(octets.count - 4, at: 2)
      if octets[1] & 0x30 != 0x10 { put(octets.count - 8, at: 4) }
    case 4 where octets.count > 2: octets[1] = UInt8(truncatingIfNeeded: octets.count - 2)
    case 1 where octets.count > 3: octets[2] = UInt8(truncatingIfNeeded: octets.count - 3)
    // An L2CAP PDU without the packet around it.
    case 0 where octets.count > 4: put(octets.count - 4, at: 0)
    default: break
    }
    input.records[index].octets.replaceSubrange(start..., with: octets)
  }

  /// Where in a record the HCI packet begins, and what H4 calls it; 0 for an L2CAP PDU.
  private mutating func packet(in record: FramedInput.Record) -> (indicator: UInt8, start: Int)? {
    let octets = record.octets
    func h4(_ index: Int) -> (UInt8, Int)? {
      index < octets.count ? (octets[index], index + 1) : nil
    }
    // The monitor's opcodes.
    func monitor(_ opcode: UInt8, _ start: Int) -> (UInt8, Int)? {
      guard octets.count > start else { return nil }
      return switch opcode {
      case 2: (1, start)
      case 3: (4, start)
      case 4, 5: (2, start)
      default: nil
      }
    }
    switch input.framing {
    // What it is, the stage knows; it is tried.
    case .script: return (([0, 1, 4] as [UInt8])[next(below: 3)], 0)
    case .btsnoop:
      switch input.header.last {
      case 0xD1: return monitor(record.head[3], 0)
      case 0xE9: return (record.head[3] & 2 == 0 ? 2 : record.head[3] & 1 == 0 ? 1 : 4, 0)
      default: return h4(0)
      }
    case .btsnooz:
      // After the time is Android's type.
      return switch record.head[4] {
      case 0x10: (4, 0)
      case 0x11, 0x21: (2, 0)
      case 0x20: (1, 0)
      default: nil
      }
    case .packetLogger:
      let indicators: [UInt8] = [1, 4, 2, 2]
      guard let type = octets.first, type < 4 else { return nil }
      return (indicators[Int(type)], 1)
    case .pcap, .pcapng:
      switch input.linkType {
      case 201: return h4(4)
      case 254: return octets.count > 4 ? monitor(octets[3], 4) : nil
      default: return h4(0)
      }
    }
  }
}
