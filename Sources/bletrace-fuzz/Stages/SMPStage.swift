import BletraceTestSupport
import CaptureFiles

/// Pairing, and the encryption events around it.
enum SMPStage: FuzzStage {
  static let name = "smp"

  static func run(_ input: [UInt8]) {
    var packets = CaptureBuilder(step: 5000)
    packets.connect()
    for (choice, octets) in PacketScript.pieces(of: input) {
      if choice & 0x80 != 0 {
        packets.add(.event, .rx, octets)
      } else {
        packets.l2cap(choice & 1 == 0 ? .rx : .tx, choice & 2 == 0 ? 6 : 7, octets)
      }
    }
    PacketScript.run(packets)
  }
}
