/// A record of the Linux monitor in a file, read and written by as little code as will do: what is
/// tested with it is not to be read by what is tested.
package struct MonitorRecord: Hashable, Sendable {
  package var controller: Int
  package var opcode: Int
  /// Since 1970.
  package var microseconds: Int
  package var drops: Int
  package var bytes: [UInt8]

  // Opcodes.
  package static let newIndex = 0
  package static let deleteIndex = 1
  package static let event = 3
  package static let aclTX = 4
  package static let aclRX = 5
  package static let systemNote = 12
  package static let userLogging = 13
  package static let controlClose = 15
  /// Of what the kernel gives a new reader when it begins: notes, controllers, who else is there.
  package static let replayed: Set = [newIndex, 8, 10, systemNote, 14]
  package static let noController = 0xFFFF

  package init(
    controller: Int, opcode: Int, microseconds: Int, drops: Int = 0, bytes: [UInt8] = []
  ) {
    self.controller = controller
    self.opcode = opcode
    self.microseconds = microseconds
    self.drops = drops
    self.bytes = bytes
  }

  package enum Problem: Error {
    case header
    case cut(at: Int)
  }

  // MARK: - btsnoop with datalink 2001

  package static let btsnoopHeader: [UInt8] =
    Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x07, 0xD1]
  private static let btsnoopEpoch = 0x00DC_DDB3_0F2F_8000

  package static func btsnoop(_ file: [UInt8]) throws -> [MonitorRecord] {
    guard file.starts(with: btsnoopHeader) else { throw Problem.header }
    return try read(file, from: 16, header: 24) { header in
      let time = header.big(16) << 32 | header.big(20)
      return (
        count: header.big(4),
        MonitorRecord(
          controller: header.big(8) >> 16, opcode: header.big(8) & 0xFFFF,
          microseconds: time &- btsnoopEpoch, drops: header.big(12))
      )
    }
  }

  /// As it stands in such a file.
  package var btsnoop: [UInt8] {
    let time = microseconds &+ Self.btsnoopEpoch
    let words = [
      bytes.count, bytes.count, controller << 16 | opcode, drops, time >> 32, time,
    ]
    return words.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    } + bytes
  }

  // MARK: - pcap with link type 254

  /// Little-endian. The controller and the opcode begin the packet.
  package static func pcap(_ file: [UInt8]) throws -> [MonitorRecord] {
    guard file.starts(with: [0xD4, 0xC3, 0xB2, 0xA1]), file.count >= 24, file[20] == 254 else {
      throw Problem.header
    }
    return try read(file, from: 24, header: 20) { header in
      (
        count: header.little(8) - 4,
        MonitorRecord(
          controller: header.big(16) >> 16, opcode: header.big(16) & 0xFFFF,
          microseconds: header.little(0) * 1_000_000 + header.little(4))
      )
    }
  }

  private static func read(
    _ file: [UInt8], from start: Int, header: Int,
    _ parse: (ArraySlice<UInt8>) -> (count: Int, MonitorRecord)
  ) throws -> [MonitorRecord] {
    var records: [MonitorRecord] = []
    var index = start
    while index < file.count {
      guard index + header <= file.count else { throw Problem.cut(at: index) }
      var (count, record) = parse(file[index..<index + header])
      guard count >= 0, index + header + count <= file.count else { throw Problem.cut(at: index) }
      record.bytes = Array(file[(index + header)...].prefix(count))
      records.append(record)
      index += header + count
    }
    return records
  }
}

extension ArraySlice<UInt8> {
  /// Four octets.
  fileprivate func big(_ index: Int) -> Int {
    dropFirst(index).prefix(4).reduce(0) { $0 << 8 | Int($1) }
  }

  fileprivate func little(_ index: Int) -> Int {
    dropFirst(index).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Collection where Element == MonitorRecord {
  /// Without what the kernel gives each reader when it begins: its version and that of its
  /// Bluetooth.
  package var withoutOpeningNotes: [MonitorRecord] {
    Array(drop { $0.opcode == MonitorRecord.systemNote })
  }

  /// Without the last records about sockets that were closed: those of readers that end, which some
  /// of them see and others do not.
  package var withoutEnd: [MonitorRecord] {
    var records = Array(self)
    while records.last?.opcode == MonitorRecord.controlClose { records.removeLast() }
    return records
  }

  /// What another reader, which was there before, recorded since this one began: the first of its
  /// notes says when that was.
  package func since(_ other: [MonitorRecord]) -> [MonitorRecord] {
    guard let began = other.first?.microseconds else { return [] }
    return filter { $0.microseconds > began }
  }
}
