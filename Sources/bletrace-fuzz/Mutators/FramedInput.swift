import BletraceTestSupport
import CaptureFiles

/// An input taken apart into records, to be put together again with lengths that fit.
struct FramedInput {
  enum Framing: Hashable {
    /// `PacketScript`: an octet, the length in one octet, the packet.
    case script
    case btsnoop
    /// Version 2, after a header of btsnoop.
    case btsnooz
    case pcap(ByteOrder)
    case pcapng(ByteOrder)
    case packetLogger(ByteOrder)
  }

  struct Record: Equatable {
    /// What the framing has beside lengths and octets: a type, flags, the time.
    var head: [UInt8]
    /// How long the packet was on the air, where the framing says it.
    var original: UInt32?
    var octets: [UInt8]
    /// A pcapng packet's options.
    var tail: [UInt8] = []
  }

  let framing: Framing
  /// The stage's own octets, and the file's header.
  var prefix: [UInt8]
  var header: [UInt8]
  var records: [Record] = []

  /// `nil` for what has no record in it.
  init?(_ input: [UInt8], as form: InputForm) {
    let own: Int
    switch form {
    case .octets, .documents: return nil
    case .script(let count): own = count
    case .capture(let count): own = count
    }
    prefix = Array(input.prefix(own))
    let rest = Array(input.dropFirst(own))
    if case .script = form {
      framing = .script
      header = []
      for (choice, octets) in PacketScript.pieces(of: rest) {
        records.append(Record(head: [choice], octets: octets))
      }
    } else {
      guard let framing = Framing(rest) else { return nil }
      self.framing = framing
      header = Array(rest.prefix(framing.headerLength))
      var index = header.count
      while let record = framing.record(rest, &index) { records.append(record) }
    }
    if records.isEmpty { return nil }
  }

  var octets: [UInt8] {
    records.reduce(into: prefix + header) { bytes, record in
      framing.append(record, to: &bytes)
    }
  }

  /// Of all packets of a pcap file, and of a pcapng file's first interface.
  var linkType: UInt8 {
    switch framing {
    case .pcap(.little): header.count > 20 ? header[20] : 0
    case .pcap(.big): header.last ?? 0
    case .pcapng(let order):
      records.first { $0.head == order.octets(1) }
        .flatMap { $0.octets.count > 1 ? $0.octets[order == .little ? 0 : 1] : nil } ?? 0
    default: 0
    }
  }
}

extension FramedInput.Framing {
  /// The first that fits. What has no framing here is changed as octets.
  init?(_ file: [UInt8]) {
    guard file.count >= 16,
      let framing = CaptureFormat.allCases.lazy.compactMap({ Self.framing(of: file, as: $0) }).first
    else { return nil }
    self = framing
  }

  /// By the magic number; PacketLogger by a first length that makes sense.
  private static func framing(of file: [UInt8], as format: CaptureFormat) -> Self? {
    let magic = Array(file[..<4])
    switch format {
    case .btsnoop:
      guard magic == Array("btsn".utf8) else { return nil }
      // No record of btsnoop is that long.
      let first = file.count >= 20 ? ByteOrder.big.word(file, 16) : 0
      return first > CaptureLimits.recordLength ? .btsnooz : .btsnoop
    case .pcap:
      switch magic {
      case [0xD4, 0xC3, 0xB2, 0xA1], [0x4D, 0x3C, 0xB2, 0xA1]: return .pcap(.little)
      case [0xA1, 0xB2, 0xC3, 0xD4], [0xA1, 0xB2, 0x3C, 0x4D]: return .pcap(.big)
      default: return nil
      }
    case .pcapng:
      guard magic == [0x0A, 0x0D, 0x0D, 0x0A] else { return nil }
      return .pcapng(file[8] == 0x4D ? .little : .big)
    case .packetlogger:
      // There is no magic number: what begins as a record does, and another one follows.
      let orders: [ByteOrder] = [.little, .big]
      return orders.first { order in
        let length = order.word(file, 0)
        guard (9...4096).contains(length) else { return false }
        let next = Int(length) + 4
        return next + 4 > file.count || (9...4096).contains(order.word(file, next))
      }.map(Self.packetLogger)
    // A container that the fuzzer takes apart has a case here; of others it changes octets.
    default: return nil
    }
  }

  var headerLength: Int {
    switch self {
    case .btsnoop, .btsnooz: 16
    case .pcap: 24
    case .script, .pcapng, .packetLogger: 0
    }
  }

  /// The record at `index`, which is then after it; `nil` where there is no whole one.
  func record(_ file: [UInt8], _ index: inout Int) -> FramedInput.Record? {
    let start = index
    func part(_ from: Int, _ count: Int) -> [UInt8]? {
      guard count >= 0, count <= file.count - start - from else { return nil }
      index = start + from + count
      return Array(file[start + from..<index])
    }
    switch self {
    case .script: return nil
    case .btsnoop:
      guard let head = part(8, 16), let octets = part(24, Int(ByteOrder.big.word(file, start + 4)))
      else { return nil }
      return .init(head: head, original: ByteOrder.big.word(file, start), octets: octets)
    case .btsnooz:
      guard let head = part(4, 5) else { return nil }
      let lengths = ByteOrder.little.word(file, start)
      guard let octets = part(9, Int(lengths & 0xFFFF) - 1) else { return nil }
      return .init(head: head, original: lengths >> 16, octets: octets)
    case .pcap(let order):
      guard let head = part(0, 8), part(8, 8) != nil,
        let octets = part(16, Int(order.word(file, start + 8)))
      else { return nil }
      return .init(head: head, original: order.word(file, start + 12), octets: octets)
    case .packetLogger(let order):
      guard let head = part(4, 8), let octets = part(12, Int(order.word(file, start)) - 8)
      else { return nil }
      return .init(head: head, octets: octets)
    case .pcapng(let order):
      guard let head = part(0, 4), part(4, 4) != nil else { return nil }
      let length = Int(order.word(file, start + 4))
      guard let body = part(8, length - 12), part(length - 4, 4) != nil else { return nil }
      guard head == order.octets(6), body.count >= 20 else {
        return .init(head: head, octets: body)
      }
      let captured = Int(order.word(body, 12))
      let padded = (captured + 3) & ~3
      guard padded <= body.count - 20 else { return .init(head: head, octets: body) }
      return .init(
        head: head + body[..<12], original: order.word(body, 16),
        octets: Array(body[20..<20 + captured]), tail: Array(body[(20 + padded)...]))
    }
  }

  /// Of pcapng, blocks that hold a packet.
  func isPacket(_ record: FramedInput.Record) -> Bool {
    guard case .pcapng(let order) = self else { return true }
    return [2, 3, 6].contains(order.word(record.head, 0))
  }

  func append(_ record: FramedInput.Record, to bytes: inout [UInt8]) {
    let count = UInt32(record.octets.count)
    let original = record.original ?? count
    func append(_ words: UInt32..., in order: ByteOrder) {
      for word in words { bytes += order.octets(word) }
    }
    func appendHead(_ count: Int) {
      bytes += record.head.prefix(count)
      bytes += [UInt8](repeating: 0, count: max(0, count - record.head.count))
    }
    switch self {
    case .script:
      appendHead(1)
      bytes.append(UInt8(min(count, 255)))
      bytes += record.octets.prefix(255)
    case .btsnoop:
      append(original, count, in: .big)
      appendHead(16)
      bytes += record.octets
    case .btsnooz:
      append((count + 1) & 0xFFFF | original << 16, in: .little)
      appendHead(5)
      bytes += record.octets.prefix(0xFFFE)
    case .pcap(let order):
      appendHead(8)
      append(count, original, in: order)
      bytes += record.octets
    case .packetLogger(let order):
      append(count + 8, in: order)
      appendHead(8)
      bytes += record.octets
    case .pcapng(let order):
      var body = ByteWriter(order)
      if record.original != nil {
        body.put(Array(record.head.dropFirst(4)))
        body.put(count)
        body.put(original)
      }
      body.put(record.octets)
      body.padTo(multipleOf: 4)
      body.put(record.tail)
      body.padTo(multipleOf: 4)
      appendHead(4)
      append(UInt32(body.bytes.count + 12), in: order)
      bytes += body.bytes
      append(UInt32(body.bytes.count + 12), in: order)
    }
  }
}

extension ByteOrder {
  func word(_ bytes: [UInt8], _ index: Int) -> UInt32 {
    let octets = bytes[index..<index + 4]
    return self == .big
      ? octets.reduce(0) { $0 << 8 | UInt32($1) }
      : octets.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  fileprivate func octets(_ word: UInt32) -> [UInt8] {
    let octets = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    return self == .big ? octets : octets.reversed()
  }
}
