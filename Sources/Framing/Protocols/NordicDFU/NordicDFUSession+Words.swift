import Bytes

extension NordicDFUSession {
  static let name = "nordic-dfu"
  static let title = "Nordic Secure DFU"

  static func words(
    of value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String? {
    guard role == .control else { return nil }
    guard let message = (try? NordicDFUMessage(value, in: bytes)) ?? nil else { return nil }
    func name(_ object: NordicDFUObject) -> String {
      object == .initPacket ? "init packet" : "firmware"
    }
    let words =
      switch message {
      case .create(let object, let size): "create, \(name(object)), \(size) octets"
      case .receipts(let every): "set receipts, every \(every) packets"
      case .select(let object): "select, \(name(object))"
      case .checksum, .execute, .other: NordicDFUMessage.name(message.opcode)
      case .answer(let answer): words(ofAnswer: answer)
      }
    return words
  }

  private static func words(ofAnswer answer: NordicDFUAnswer) -> String {
    var words = "answer to \(NordicDFUMessage.name(answer.opcode)): "
    words += answer.name ?? "result \(answer.result)"
    if let longest = answer.longest { words += ", at most \(longest) octets" }
    if let offset = answer.offset { words += ", offset \(offset)" }
    if let crc = answer.crc {
      let digits = String(crc, radix: 16, uppercase: true)
      words += ", CRC-32 0x" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
    }
    return words
  }

  static func redactor(firstDigest: Int) -> any FramedRedactor {
    NordicDFURedactor()
  }
}
