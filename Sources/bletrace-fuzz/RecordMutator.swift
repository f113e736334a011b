import BletraceTestSupport

/// Changes a btsnoop capture without breaking its framing: the octets of one record, or the order
/// of records, with lengths that fit again.
struct RecordMutator {
  private struct Record {
    var original: UInt32
    /// Flags, drops and time.
    var rest: [UInt8]
    var octets: [UInt8]
  }

  private let header: [UInt8]
  private var records: [Record] = []
  private var random: SeededRandom

  /// `nil` for what is no btsnoop file with records in it; one time in eight also for what is, so
  /// that the framing is changed too.
  init?(_ input: [UInt8], seed: UInt64) {
    guard input.starts(with: Array("btsnoop\0".utf8)), input.count > 16, seed % 8 != 0 else {
      return nil
    }
    random = SeededRandom(seed: seed)
    header = Array(input[..<16])
    var place = 16
    while place + 24 <= input.count {
      let included = Int(Self.word(input, place + 4))
      guard included <= input.count - place - 24 else { break }
      records.append(
        Record(
          original: Self.word(input, place), rest: Array(input[place + 8..<place + 24]),
          octets: Array(input[place + 24..<place + 24 + included])))
      place += 24 + included
    }
    if records.isEmpty { return nil }
  }

  /// The changed capture; `nil` where it found no room.
  ///
  /// - Parameter mutate: changes octets; the result is no longer than its second argument.
  mutating func change(
    room: Int, by mutate: (inout [UInt8], Int) -> Void
  ) -> [UInt8]? {
    let place = next(below: records.count)
    switch next(below: 8) {
    case 0: records.insert(records[place], at: next(below: records.count + 1))
    case 1 where records.count > 1: records.remove(at: place)
    case 2: records.swapAt(place, next(below: records.count))
    case 3: mutate(&records[place].rest, 16)
    case 4: cut(place)
    default: changeOctets(place, mutate)
    }
    let result = records.reduce(into: header) { bytes, record in
      bytes += Self.bytes(of: record.original)
      bytes += Self.bytes(of: UInt32(record.octets.count))
      bytes += (record.rest + [UInt8](repeating: 0, count: 16)).prefix(16)
      bytes += record.octets
    }
    return result.count <= room ? result : nil
  }

  /// Inside the packet's own lengths where it has them, so that half of the changes are no cuts.
  private mutating func changeOctets(_ place: Int, _ mutate: (inout [UInt8], Int) -> Void) {
    let before = records[place].octets
    mutate(&records[place].octets, max(before.count, 1) + next(below: 16))
    if next(below: 2) == 0 { fitLengths(&records[place].octets) }
    records[place].original = UInt32(records[place].octets.count)
  }

  /// H4: the lengths of an ACL packet and of the L2CAP PDU in it, of an event, of a command.
  private func fitLengths(_ octets: inout [UInt8]) {
    func put(_ value: Int, at place: Int) {
      guard place + 1 < octets.count else { return }
      octets[place] = UInt8(truncatingIfNeeded: value)
      octets[place + 1] = UInt8(truncatingIfNeeded: value >> 8)
    }
    switch octets.first {
    case 2 where octets.count > 9:
      put(octets.count - 5, at: 3)
      if octets[2] & 0x30 != 0x10 { put(octets.count - 9, at: 5) }
    case 4 where octets.count > 3: octets[2] = UInt8(truncatingIfNeeded: octets.count - 3)
    case 1 where octets.count > 4: octets[3] = UInt8(truncatingIfNeeded: octets.count - 4)
    default: break
    }
  }

  /// As a logger does that keeps the beginning of each packet.
  private mutating func cut(_ place: Int) {
    records[place].octets.removeLast(next(below: records[place].octets.count + 1))
  }

  private mutating func next(below bound: Int) -> Int {
    Int.random(in: 0..<max(bound, 1), using: &random)
  }

  private static func word(_ bytes: [UInt8], _ place: Int) -> UInt32 {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private static func bytes(of word: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
  }
}
