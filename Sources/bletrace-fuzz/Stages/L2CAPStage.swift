import BletraceTestSupport
import CaptureFiles

/// ACL packets of any fragmentation on two connections: reassembly, signalling, credit-based
/// channels.
enum L2CAPStage: FuzzStage {
  static let name = "l2cap"

  static func run(_ input: [UInt8]) {
    var packets = CaptureBuilder(step: 5000)
    packets.connect(0x40)
    packets.connect(0x41, isPeripheral: true)
    for (choice, data) in PacketScript.pieces(of: input) {
      let direction: RecordDirection = choice & 1 == 0 ? .rx : .tx
      let handle = UInt16(0x40 | choice >> 1 & 1)
      if choice & 0x80 != 0 {
        packets.l2cap(direction, 0x0005, data, handle)
        continue
      }
      let header = octets(handle | UInt16(choice & 0x30) << 8) + octets(UInt16(data.count))
      packets.add(
        .acl, direction, header + data,
        originalLength: choice & 0x40 == 0 ? nil : 4 + data.count + Int(choice & 0x0C))
    }
    PacketScript.run(packets)
  }
}
