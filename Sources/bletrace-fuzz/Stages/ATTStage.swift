import BletraceTestSupport
import CaptureFiles

/// ATT PDUs between two sides: GATT discovery, subscriptions, transfers.
enum ATTStage: FuzzStage {
  static let name = "att"

  static func run(_ input: [UInt8]) {
    var packets = CaptureBuilder(step: 5000)
    packets.connect(0x40)
    for (choice, pdu) in PacketScript.pieces(of: input) {
      packets.att(choice & 1 == 0 ? .rx : .tx, pdu, UInt16(0x40 | choice >> 7))
    }
    PacketScript.run(packets)
  }
}
