import BletraceTestSupport
import CaptureFiles
import Framing

/// A capture of such a session, with times at the ends of 64 bits among them, in every form of
/// output.
///
///     octet   0          1                  2..<end
///             protocol   form of the output  messages, with what else happens
enum OutputsStage: FuzzStage {
  static let name = "outputs"
  static let form = InputForm.octets
  static let longest = 256

  static func run(_ input: [UInt8]) {
    guard input.count > 2 else { return }
    OutputForm.allCases[Int(input[1]) % OutputForm.allCases.count].check(capture(of: input))
  }

  static func capture(of input: [UInt8]) -> [UInt8] {
    let all = FramingProtocol.allCases
    let framing = all[Int(input[0] & 0x7F) % all.count]
    var story = CaptureBuilder(step: input[0] & 0x80 == 0 ? 30_000 : 2_000_000)
    story.connect()
    story.exchangeMTU(247, 247)
    var handle: UInt16 = 0x10
    var handles: [UInt16] = []
    for (uuid, _) in framing.machine.characteristics {
      let octets = hex(uuid.filter { $0 != "-" })
      story.discover(declaration: handle, value: handle + 1, uuid: octets.reversed())
      story.subscribe(handle + 2)
      handles.append(handle + 1)
      handle += 3
    }
    var choices = ChoiceInput(input.dropFirst(2))
    while !choices.isAtEnd {
      let message = ProtocolScript.next(framing, &choices)
      let choice = choices.octet()
      if choice & 0x80 != 0 { story.time = Int64(truncatingIfNeeded: choices.number()) }
      let value = handles[message.characteristic % handles.count]
      let opcode: UInt8 = message.isFromServer ? 0x1B : 0x52
      story.att(
        message.isFromServer ? .rx : .tx,
        [opcode] + EndNumbers.octets(UInt64(value), 2, isBigEndian: false) + message.octets)
      addMore(choice & 7, value, to: &story)
    }
    return story.btsnoop()
  }

  private static func addMore(_ choice: UInt8, _ handle: UInt16, to story: inout CaptureBuilder) {
    let handle = EndNumbers.octets(UInt64(handle), 2, isBigEndian: false)
    switch choice {
    case 0: story.completed(1)
    case 1: story.signal(-60)
    case 2: story.advertise([1, 2, 3, 4, 5, 6], -70, data: [2, 1, 6])
    case 3: story.att(.tx, [0x0A] + handle)
    case 4: story.att(.rx, [0x0B, 1, 2, 3])
    case 5: story.update(interval: 400)
    case 6: story.command(0x200C, [1, 0])
    default: break
    }
  }
}
