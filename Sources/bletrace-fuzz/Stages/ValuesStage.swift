import BluetoothProtocol
import Bytes

/// Values of standard characteristics, by each format that there is.
enum ValuesStage: FuzzStage {
  static let name = "values"
  static let form = InputForm.octets
  static let longest = 128
  /// Descriptors, and the two blocks of characteristics.
  static let blocks: [UInt16] = [0x2A00, 0x2B00, 0x2900, 0x2A00]

  static func run(_ input: [UInt8]) {
    guard input.count >= 2 else { return }
    let uuid = BluetoothUUID(uuid16: blocks[Int(input[1] & 3)] | UInt16(input[0]))
    guard let format = GATTValue.format(of: uuid) else { return }
    let octets = Array(input.dropFirst(2))
    for held in [octets.count, octets.count / 2] {
      let range = ByteRange(start: 0, end: held, originalCount: octets.count)
      describe(format, range, octets)
    }
  }

  private static func describe(
    _ format: any GATTValueFormat.Type, _ range: ByteRange, _ octets: [UInt8]
  ) {
    if let issue = format.issue(range, in: octets.span) {
      promise(issue.offset <= octets.count, "an issue behind the end")
    }
    if case .text(let text) = GATTValue.describe(format, range, in: octets.span) {
      promise(text.utf8.count <= 4096 + 16 * octets.count, "a text without end")
    }
  }
}
