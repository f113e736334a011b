/// A record of the Linux monitor, read from a file by as little code as will do: what is tested here
/// is not to be read by what is tested.
struct MonitorRecord: Hashable {
  var controller: Int
  var opcode: Int
  /// Since 1970.
  var microseconds: Int
  var drops: Int
  var bytes: [UInt8]

  // Opcodes.
  static let newIndex = 0
  static let deleteIndex = 1
  static let systemNote = 12
  /// Of what the kernel tells a reader when it begins: notes, controllers, who else is there.
  static let replayed: Set = [newIndex, 8, 10, systemNote, 14]
  static let noController = 0xFFFF

  enum Problem: Error {
    case header
    case cut(at: Int)
  }

  /// btsnoop with datalink 2001.
  static func btsnoop(_ file: [UInt8]) throws -> [MonitorRecord] {
    guard file.starts(with: Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x07, 0xD1]) else {
      throw Problem.header
    }
    return try read(file, from: 16, header: 24) { header in
      let number = { (place: Int) in big(header[(header.startIndex + place)...].prefix(4)) }
      let time = number(16) << 32 | number(20)
      return (
        count: number(4),
        MonitorRecord(
          controller: number(8) >> 16, opcode: number(8) & 0xFFFF,
          microseconds: time - 0x00DC_DDB3_0F2F_8000, drops: number(12), bytes: [])
      )
    }
  }

  /// Little-endian pcap with link type 254; the controller and the opcode begin the packet.
  static func pcap(_ file: [UInt8]) throws -> [MonitorRecord] {
    guard file.starts(with: [0xD4, 0xC3, 0xB2, 0xA1]), file.count >= 24, file[20] == 254 else {
      throw Problem.header
    }
    return try read(file, from: 24, header: 20) { header in
      let number = { (place: Int) in
        big(header[(header.startIndex + place)...].prefix(4).reversed())
      }
      let index = big(header.suffix(4))
      return (
        count: number(8) - 4,
        MonitorRecord(
          controller: index >> 16, opcode: index & 0xFFFF,
          microseconds: number(0) * 1_000_000 + number(4), drops: 0, bytes: [])
      )
    }
  }

  private static func read(
    _ file: [UInt8], from start: Int, header: Int,
    _ parse: (ArraySlice<UInt8>) -> (count: Int, MonitorRecord)
  ) throws -> [MonitorRecord] {
    var records: [MonitorRecord] = []
    var place = start
    while place < file.count {
      guard place + header <= file.count else { throw Problem.cut(at: place) }
      var (count, record) = parse(file[place..<place + header])
      guard count >= 0, place + header + count <= file.count else { throw Problem.cut(at: place) }
      record.bytes = Array(file[(place + header)...].prefix(count))
      records.append(record)
      place += header + count
    }
    return records
  }

  private static func big(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Collection where Element == MonitorRecord {
  /// Without what the kernel tells each reader when it begins: its version and that of its Bluetooth.
  var withoutOpeningNotes: [MonitorRecord] {
    Array(drop { $0.opcode == MonitorRecord.systemNote })
  }

  /// What another reader, which was there before, recorded since this one began: the first of its
  /// notes tells when that was.
  func since(_ other: [MonitorRecord]) -> [MonitorRecord] {
    guard let began = other.first?.microseconds else { return [] }
    return filter { $0.microseconds > began }
  }
}
