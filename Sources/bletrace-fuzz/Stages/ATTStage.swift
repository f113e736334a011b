/// ATT PDUs between two sides: GATT discovery, subscriptions, transfers.
enum ATTStage: FuzzStage {
  static let name = "att"

  static func run(_ input: [UInt8]) {
    var script = PacketScript()
    script.connect(handle: 0x40, peripheral: false)
    for (choice, octets) in PacketScript.pieces(of: input) {
      let direction: PacketScript.Direction = choice & 1 == 0 ? .rx : .tx
      script.addPDU(handle: 0x40 | choice >> 7, channel: 4, direction, octets)
    }
    script.run()
  }
}
