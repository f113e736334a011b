import Bytes
import LinkLayer
import Testing

/// Whether a PDU can be one in clear, where nothing says whether it is encrypted.
@Suite struct LLDataHeaderTests {
  struct Row: Sendable {
    var name: String
    /// The first octets of the payload, and how many there are.
    var head: [UInt8]
    var count: Int
    var isPlausible: Bool?
    var isControl = false
  }

  @Test(arguments: [
    Row(name: "a whole PDU of ATT", head: [7, 0, 4, 0, 0x1B], count: 11, isPlausible: true),
    Row(name: "a first part of 27", head: [40, 0, 4, 0, 0x1B], count: 27, isPlausible: true),
    Row(name: "a peripheral that cuts at 24", head: [26, 0, 4, 0], count: 24, isPlausible: true),
    Row(name: "one that cuts earlier", head: [26, 0, 4, 0], count: 9, isPlausible: true),
    Row(name: "the longest of ATT", head: [5, 2, 4, 0], count: 8, isPlausible: true),
    Row(name: "a short part of too much", head: [6, 2, 4, 0], count: 8, isPlausible: false),
    Row(name: "a short part of a channel", head: [26, 0, 0x41, 0], count: 9, isPlausible: false),
    Row(name: "a part of a channel", head: [26, 0, 0x41, 0], count: 16, isPlausible: true),
    Row(name: "more than it says", head: [7, 0, 4, 0], count: 12, isPlausible: false),
    Row(name: "no channel of LE", head: [26, 0, 9, 1], count: 24, isPlausible: false),
    Row(name: "too short", head: [26, 0], count: 2, isPlausible: nil),
    Row(
      name: "LL_TERMINATE_IND with a MIC", head: [0x02], count: 6, isPlausible: false,
      isControl: true),
  ])
  func inClear(_ row: Row) throws {
    let rest = [UInt8](repeating: 0x55, count: row.count - row.head.count)
    let octets = [row.isControl ? 3 : 2, UInt8(row.count)] + row.head + rest
    let header = try LLDataHeader(
      ByteRange(start: 0, end: octets.count), in: octets.span)
    #expect(header.isPlausible(in: octets.span) == row.isPlausible, "\(row.name)")
  }
}
