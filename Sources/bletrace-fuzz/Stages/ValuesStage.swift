import BluetoothProtocol
import TraceBytes

/// Values of standard characteristics, by each format that there is.
enum ValuesStage: FuzzStage {
  static let name = "values"

  static func run(_ input: [UInt8]) {
    guard input.count >= 2 else { return }
    let uuid = BluetoothUUID(
      uuid16: 0x2A00 | UInt16(input[0]) | UInt16(input[1] & 1) << 8)
    guard let format = GATTValue.format(of: uuid) else { return }
    let octets = Array(input.dropFirst(2))
    for held in [octets.count, octets.count / 2] {
      let range = ByteRange(start: 0, end: held, originalCount: octets.count)
      describe(format, range, octets)
    }
  }

  private static func describe<Format: GATTValueFormat>(
    _ format: Format.Type, _ range: ByteRange, _ octets: [UInt8]
  ) {
    do throws(DecodeIssue) {
      _ = try format.init(range, in: octets.span).text
    } catch {
      precondition(error.offset <= octets.count, "an issue behind the end")
    }
  }
}
