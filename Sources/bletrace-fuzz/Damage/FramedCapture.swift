import BletraceTestSupport
import CaptureFiles

/// A capture file taken apart into records, by as little code as will do: what is tested with it is
/// not to be read by what is tested.
struct FramedCapture {
  enum Container: Hashable, Sendable { case btsnoop, pcap, pcapng, packetLogger }

  let container: Container
  /// Of the file; of pcapng all blocks before the first packet.
  let header: [UInt8]
  /// Records with their headers; of pcapng with the blocks behind them that are no packets.
  var frames: [[UInt8]] = []
  /// What is there of a last record that is not whole.
  let tail: [UInt8]
  private let order: ByteOrder

  /// `nil` for what is none of the four.
  init?(_ file: [UInt8]) {
    if file.starts(with: Array("btsnoop\0".utf8)) {
      (container, order) = (.btsnoop, .big)
    } else if let order = Self.pcapOrder(file) {
      (container, self.order) = (.pcap, order)
    } else if file.starts(with: [0x0A, 0x0D, 0x0D, 0x0A]), file.count > 8 {
      (container, order) = (.pcapng, file[8] == 0x4D ? .little : .big)
    } else if file.count > 4, file[0] == 0 || file[3] == 0 {
      (container, order) = (.packetLogger, file[0] == 0 ? .big : .little)
    } else {
      return nil
    }
    var start = Self.fileHeader(container)
    guard file.count >= start else { return nil }
    var header = Array(file[..<start])
    while let count = Self.length(file[start...], container, order), start + count <= file.count {
      let frame = Array(file[start..<start + count])
      start += count
      if container != .pcapng || [2, 3, 6].contains(Self.word(frame, 0, order)) {
        frames.append(frame)
      } else if frames.isEmpty {
        header += frame
      } else {
        frames[frames.count - 1] += frame
      }
    }
    self.header = header
    tail = Array(file[start...])
  }

  var bytes: [UInt8] { frames.reduce(into: header) { $0 += $1 } + tail }

  /// Where in the file each record begins; the last is where the tail does.
  var starts: [Int] {
    frames.reduce(into: [header.count]) { $0.append($0[$0.count - 1] + $1.count) }
  }

  /// Where in a record its time stands.
  var time: Range<Int> {
    switch container {
    case .btsnoop: 16..<24
    case .pcap: 0..<8
    case .pcapng: 12..<20
    case .packetLogger: 4..<12
    }
  }

  /// Octets of a record before its packet.
  var recordHeader: Int {
    switch container {
    case .btsnoop: 24
    case .pcap: 16
    case .pcapng: 28
    case .packetLogger: 13
    }
  }

  // MARK: - Layouts

  private static func pcapOrder(_ file: [UInt8]) -> ByteOrder? {
    guard file.count >= 24 else { return nil }
    for order in [ByteOrder.big, .little]
    where [0xA1B2_C3D4, 0xA1B2_3C4D].contains(word(file, 0, order)) { return order }
    return nil
  }

  private static func fileHeader(_ container: Container) -> Int {
    switch container {
    case .btsnoop: 16
    case .pcap: 24
    case .pcapng, .packetLogger: 0
    }
  }

  /// Of the record that begins there, with its header.
  private static func length(
    _ rest: ArraySlice<UInt8>, _ container: Container, _ order: ByteOrder
  ) -> Int? {
    let header =
      switch container {
      case .btsnoop: 24
      case .pcap: 16
      case .pcapng: 12
      case .packetLogger: 13
      }
    guard rest.count >= header else { return nil }
    let bytes = Array(rest.prefix(24))
    let length =
      switch container {
      case .btsnoop: 24 + word(bytes, 4, order)
      case .pcap: 16 + word(bytes, 8, order)
      case .pcapng: word(bytes, 4, order)
      case .packetLogger: 4 + word(bytes, 0, order)
      }
    return length > 0 ? length : nil
  }

  private static func word(_ bytes: [UInt8], _ place: Int, _ order: ByteOrder) -> Int {
    let octets = bytes[place..<place + 4]
    let ordered = order == .big ? Array(octets) : octets.reversed()
    return ordered.reduce(0) { $0 << 8 | Int($1) }
  }
}
