/// A capture file taken apart into records, by as little code as will do: what is tested with it is
/// not to be read by what is tested.
struct FramedCapture {
  let framing: FramedInput.Framing
  /// Of the file; of pcapng all blocks before the first packet.
  let header: [UInt8]
  /// Records with their headers; of pcapng with the blocks after them that are no packets.
  var frames: [[UInt8]] = []
  /// What is there of a last record that is not whole.
  let tail: [UInt8]
  /// Where in a record its time stands.
  let time: Range<Int>
  /// Octets of a record before its packet.
  let recordHeader: Int

  /// `nil` for what is no btsnoop, pcap, pcapng or PacketLogger.
  init?(_ file: [UInt8]) {
    guard let framing = FramedInput.Framing(file) else { return nil }
    switch framing {
    case .btsnoop: (time, recordHeader) = (16..<24, 24)
    case .pcap: (time, recordHeader) = (0..<8, 16)
    case .pcapng: (time, recordHeader) = (12..<20, 28)
    case .packetLogger: (time, recordHeader) = (4..<12, 13)
    case .script, .btsnooz: return nil
    }
    self.framing = framing
    var start = framing.headerLength
    guard file.count >= start else { return nil }
    var header = Array(file[..<start])
    var end = start
    while let record = framing.record(file, &end) {
      let frame = file[start..<end]
      start = end
      if framing.isPacket(record) {
        frames.append(Array(frame))
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
}
