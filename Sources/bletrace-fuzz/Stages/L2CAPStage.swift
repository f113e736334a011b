/// ACL packets of any fragmentation on two connections: reassembly, signalling, credit-based channels.
enum L2CAPStage: FuzzStage {
  static let name = "l2cap"

  static func run(_ input: [UInt8]) {
    var script = PacketScript()
    script.connect(handle: 0x40, peripheral: false)
    script.connect(handle: 0x41, peripheral: true)
    for (choice, octets) in PacketScript.pieces(of: input) {
      let direction: PacketScript.Direction = choice & 1 == 0 ? .rx : .tx
      let handle: UInt8 = 0x40 | choice >> 1 & 1
      if choice & 0x80 != 0 {
        script.addPDU(handle: handle, channel: 5, direction, octets)
        continue
      }
      let count = octets.count
      let header = [handle, choice & 0x30] + PacketScript.octets(count)
      script.add(
        .acl, direction, header + octets,
        original: choice & 0x40 == 0 ? nil : header.count + count + Int(choice & 0x0C))
    }
    script.run()
  }
}
