import BletraceTestSupport

/// Commands and events, on connections that they make and end themselves.
enum HCIStage: FuzzStage {
  static let name = "hci"

  static func run(_ input: [UInt8]) {
    var packets = CaptureBuilder(step: 5000)
    for (choice, octets) in PacketScript.pieces(of: input) {
      let original = choice & 2 == 0 ? nil : octets.count + Int(choice >> 4)
      if choice & 1 == 0 {
        packets.add(.event, .rx, octets, originalLength: original)
      } else {
        packets.add(.command, .tx, octets, originalLength: original)
      }
    }
    PacketScript.run(packets)
  }
}
