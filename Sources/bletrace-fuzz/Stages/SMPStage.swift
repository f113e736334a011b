/// Pairing, and the encryption events around it.
enum SMPStage: FuzzStage {
  static let name = "smp"

  static func run(_ input: [UInt8]) {
    var script = PacketScript()
    script.connect(handle: 0x40, peripheral: false)
    for (choice, octets) in PacketScript.pieces(of: input) {
      let direction: PacketScript.Direction = choice & 1 == 0 ? .rx : .tx
      if choice & 0x80 != 0 {
        script.add(.event, .rx, Array(octets))
      } else {
        script.addPDU(handle: 0x40, channel: choice & 2 == 0 ? 6 : 7, direction, octets)
      }
    }
    script.run()
  }
}
