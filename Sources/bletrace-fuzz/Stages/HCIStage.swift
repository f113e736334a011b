/// Commands and events, on connections that they make and end themselves.
enum HCIStage: FuzzStage {
  static let name = "hci"

  static func run(_ input: [UInt8]) {
    var script = PacketScript()
    for (choice, octets) in PacketScript.pieces(of: input) {
      let original = choice & 2 == 0 ? nil : octets.count + Int(choice >> 4)
      if choice & 1 == 0 {
        script.add(.event, .rx, Array(octets), original: original)
      } else {
        script.add(.command, .tx, Array(octets), original: original)
      }
    }
    script.run()
  }
}
