import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Advertising data, structure by structure")
struct AdvertisingDataTests {
  private let vector = hex(
    """
    02 01 06         // flags
    03 03 0D 18      // services: 180D
    01 2A            // a structure without a value
    03 09 68 69      // name "hi"
    """)

  @Test func walk() throws {
    let structures = try decode(vector, advertisingStructures)
    #expect(structures.map(\.type.rawValue) == [0x01, 0x03, 0x2A, 0x09])
    let values = structures.map { octets($0.value, of: vector) }
    #expect(values == [[0x06], hex("0D 18"), [], Array("hi".utf8)])
  }

  @Test func noData() throws {
    #expect(try decode([], advertisingStructures).isEmpty)
  }

  @Test func zeroLengthEndsEarly() throws {
    // What follows is not looked at, whatever it is.
    let structures = try decode(hex("02 01 06 00 03 09 68"), advertisingStructures)
    #expect(structures.map(\.type) == [.flags])
  }

  @Test func structureThatRunsOverTheEnd() {
    let vector = hex("02 01 06 05 09 68 69")
    let issue = DecodeIssue(
      layer: .gap, offset: vectorStart + 4, needed: 5, available: 3, limit: .packet)
    let result = outcome(of: vector, held: 7, original: 7, advertisingStructures)
    #expect(result == .failure(issue))
  }

  /// A short packet that ends between two structures is whole data; a cut capture is not.
  @Test func cutAtEachLength() {
    let ends = [0, 3, 7, 9, 13]
    for held in 0...vector.count {
      let short = outcome(of: vector, held: held, original: held, advertisingStructures)
      let cut = outcome(of: vector, held: held, original: vector.count, advertisingStructures)
      switch short {
      case .success: #expect(ends.contains(held))
      case .failure(let issue):
        #expect(!ends.contains(held))
        #expect(issue.layer == .gap && issue.limit == .packet)
      }
      switch cut {
      case .success: #expect(held == vector.count)
      case .failure(let issue):
        #expect(held < vector.count)
        #expect(issue.layer == .gap && issue.limit == .capture)
      }
    }
  }

  @Test func nothingTraps() {
    for index in vector.indices {
      for value in UInt8.min...UInt8.max {
        var changed = vector
        changed[index] = value
        for held in 0...vector.count {
          _ = outcome(of: changed, held: held, original: held, advertisingStructures)
          _ = outcome(of: changed, held: held, original: changed.count, advertisingStructures)
        }
      }
    }
  }

  @Test(
    arguments: [
      (0x01, "Flags"),
      (0x09, "Complete Local Name"),
      (0x16, "Service Data - 16-bit UUID"),
      (0x3D, "3D Information Data"),
      (0xFF, "Manufacturer Specific Data"),
      (0x00, nil),
      (0x7F, nil),
    ] as [(UInt8, String?)])
  func typeName(code: UInt8, name: String?) {
    #expect(ADType(code).name == name)
  }

  @Test func typeDescription() {
    #expect(ADType.flags.description == "Flags (0x01)")
    #expect(ADType(0x7F).description == "0x7F")
  }
}

private func advertisingStructures(
  _ range: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [AdvertisingStructure] {
  var walk = AdvertisingData(range)
  var structures: [AdvertisingStructure] = []
  do throws(DecodeIssue) {
    while let structure = try walk.next(in: bytes) { structures.append(structure) }
  } catch {
    // Nothing more comes after an issue.
    guard try walk.next(in: bytes) == nil else { return [] }
    throw error
  }
  return structures
}
