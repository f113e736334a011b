import Bytes

extension TIOADSession {
  static let name = "ti-oad"
  static let title = "TI OAD"

  static func words(
    of value: ByteRange, _ role: FramingRole, isFromServer: Bool, in bytes: Span<UInt8>
  ) -> String? {
    // Of a block, the form is not known: its number has two octets or four.
    guard
      let message =
        (try? TIOADMessage(
          value, role: role, isFromServer: isFromServer, in: bytes)) ?? nil
    else { return nil }
    func name(_ status: UInt8) -> String {
      TIOADMessage.name(ofStatus: status) ?? "status \(status)"
    }
    let words =
      switch message {
      case .identify(let length, _): "image identify, \(length) octets"
      case .identifyAnswer(let status): "answer to image identify: \(name(status))"
      case .olderRefusal: "answer to image identify: refused"
      case .olderRequest(let block): "block request, block \(block)"
      case .status(let status): "status: \(name(status))"
      case .command(let command): TIOADMessage.name(ofCommand: command)
      case .blockSize(let octets): "answer to block size: \(octets) octets with the number"
      case .answer(let command, let status):
        "answer to \(TIOADMessage.name(ofCommand: command))"
          + (status.map { ": \(name($0))" } ?? "")
      case .request(let block, let status): "block request, block \(block): \(name(status))"
      }
    return words
  }

  static func redactor(firstDigest: Int) -> any FramedRedactor {
    TIOADRedactor()
  }
}
