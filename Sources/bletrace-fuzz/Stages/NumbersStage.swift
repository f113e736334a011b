import Bytes
import Framing

/// Sessions of the protocols that are specified, with numbers and times at the ends of what their
/// octets hold. What is promised is what `ProtocolStage` promises.
///
///     octet   0          1..<end
///             protocol   for each message: its kind, numbers, what else it is (`Message`)
enum NumbersStage: FuzzStage {
  static let name = "numbers"
  static let form = InputForm.octets

  static func run(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let all = FramingProtocol.allCases
    let framing = all[Int(first & 0x7F) % all.count]
    var follower = ProtocolStage.Follower(framing, startIsKnown: first & 0x80 == 0)
    var choices = ChoiceInput(input.dropFirst())
    while !choices.isAtEnd {
      let message = ProtocolScript.next(framing, &choices)
      let choice = choices.octet()
      // Cut, or late.
      let rest = choice & 0x30
      let time =
        choice & 0x80 == 0
        ? nil : TraceTime(microseconds: Int64(truncatingIfNeeded: choices.number()))
      follower.add(
        message.octets, rest | UInt8(message.characteristic) | (message.isFromServer ? 8 : 0),
        at: time)
    }
    follower.close()
  }
}
