import BluetoothProtocol
import Bytes
import Testing

/// Every command, event and LE event of the specification, with a decoder and a vector.
@Suite("HCI layouts")
struct HCILayoutTests {
  @Test func vectorsAreDecoded() throws {
    #expect(HCIVector.all.count > 800)
    for vector in HCIVector.all {
      let layout = try #require(vector.layout, "no decoder for \(vector.key)")
      #expect(layout.name.description == vector.name || vector.key.kind == .returns)
      let list = fields(layout, vector.octets)
      #expect(text(of: list, in: vector.octets) == vector.parameters, "\(vector.key)")
    }
  }

  @Test func eachLayoutHasAVector() {
    let vectors = HCIVector.all.map(\.key)
    #expect(Set(vectors).count == vectors.count, "a vector twice")
    var layouts: [HCIVector.Key] = []
    for layout in HCICommandLayouts.all where layout.opcode != .noOperation {
      layouts.append(.init(kind: .command, code: layout.opcode.rawValue))
      if layout.returns != nil {
        layouts.append(.init(kind: .returns, code: layout.opcode.rawValue))
      }
    }
    // Those two hold other events, which are in other tests.
    let outer: Set<UInt8> = [HCIEventCode.leMeta.rawValue, HCIEventCode.vendorSpecific.rawValue]
    for code in HCIEventLayouts.all.keys where !outer.contains(code) {
      layouts.append(.init(kind: .event, code: UInt16(code)))
    }
    for code in LEMetaLayouts.all.keys {
      layouts.append(.init(kind: .leEvent, code: UInt16(code)))
    }
    let difference = Set(layouts).symmetricDifference(vectors).map(\.description).sorted()
    #expect(difference == [])
  }

  /// Codes between those of the specification that no layout covers, each with the reason.
  @Test func codesWithoutALayoutAreKnown() {
    let lastCommand: [(ogf: UInt8, ocf: UInt16)] = [
      (1, 0x45), (2, 0x11), (3, 0x84), (4, 0x0F), (5, 0x0D), (6, 0x0A), (8, 0xA6),
    ]
    let commands = lastCommand.flatMap { group in
      (1...group.ocf).map { HCIOpcode(ogf: group.ogf, ocf: $0) }
    }
    let missing = commands.filter { HCILayouts.command($0) == nil }.map(\.rawValue)
    #expect(missing == withoutLayout.commands)

    let lastEvent = HCIEventLayouts.all.keys.filter { $0 < 0xF0 }.max() ?? 0
    let events = (0x01...lastEvent).map { HCIEventCode($0) }.filter { HCILayouts.event($0) == nil }
    #expect(events.map(\.rawValue) == withoutLayout.events)
    let lastLEEvent = LEMetaLayouts.all.keys.max() ?? 0
    let leEvents = (0x01...lastLEEvent).map { LEMetaSubevent($0) }
      .filter { HCILayouts.leEvent($0) == nil }
    #expect(leEvents.map(\.rawValue) == withoutLayout.leEvents)
  }

  /// A packet or a capture may end anywhere: what was there is shown, and nothing is made up.
  @Test func cutAnywhere() throws {
    for vector in HCIVector.all {
      let layout = try #require(vector.layout)
      let total = vector.octets.count
      for held in 0..<total {
        for original in [held, total] {
          let list = fields(layout, vector.octets, held: held, original: original)
          expectSound(list, within: held, "\(vector.key) after \(held) of \(original)")
          // In a short packet a parameter is missing, or shorter; what a capture lacks is marked.
          let isSaid =
            original == held
            ? text(of: list, in: vector.octets) != vector.parameters
            : list.fields.contains(where: \.isCutOrMissing)
          #expect(isSaid, "\(vector.key) after \(held) of \(original)")
        }
      }
    }
  }

  /// Counts and lengths of nothing, and of more than there is.
  @Test func anyOctetZeroOrFull() throws {
    for vector in HCIVector.all {
      let layout = try #require(vector.layout)
      for index in vector.octets.indices {
        for value: UInt8 in [0x00, 0x01, 0x7F, 0x80, 0xFF] {
          var octets = vector.octets
          octets[index] = value
          let list = fields(layout, octets)
          expectSound(list, within: octets.count, "\(vector.key), octet \(index) = \(value)")
        }
      }
    }
  }

  @Test func allOctetsZeroOrFull() throws {
    for vector in HCIVector.all {
      let layout = try #require(vector.layout)
      for value: UInt8 in [0x00, 0xFF] {
        for count in [vector.octets.count, 255] {
          let octets = [UInt8](repeating: value, count: count)
          expectSound(fields(layout, octets), within: count, "\(vector.key), all \(value)")
        }
      }
    }
  }

  @Test func leftOverOctetsAreShown() throws {
    let layout = try #require(HCILayouts.command(HCIOpcode(0x200C)))
    let octets: [UInt8] = [0x01, 0x00, 0xAA, 0xBB]
    let list = fields(layout, octets)
    #expect(text(of: list, in: octets).hasSuffix(", Left over=AABB"))
    #expect(list.fields.last?.range == ByteRange(start: 2, end: 4))
  }
}

extension DecodedField {
  fileprivate var isCutOrMissing: Bool {
    if case .missing = value { return true }
    return range.isCut
  }
}

/// - Commands: numbers that were never assigned, or withdrawn before version 1.1; but 0x2004 and
///   0x20A4, which may be assigned: no public source at hand names them.
/// - Events: never assigned.
private let withoutLayout: (commands: [UInt16], events: [UInt8], leEvents: [UInt8]) = (
  commands: [
    0x0410, 0x0412, 0x0414, 0x0416, 0x0418, 0x041E, 0x0421, 0x0422, 0x0423, 0x0424, 0x0425, 0x0426,
    0x0427, 0x0431, 0x0432, 0x0802, 0x0808, 0x080A, 0x0C02, 0x0C04, 0x0C06, 0x0C07, 0x0C0C, 0x0C0E,
    0x0C0F, 0x0C10, 0x0C30, 0x0C32, 0x0C34, 0x0C40, 0x0C41, 0x0C4A, 0x0C4B, 0x0C4C, 0x0C4D, 0x0C4E,
    0x0C4F, 0x0C50, 0x0C54, 0x0C5C, 0x0C5D, 0x0C5E, 0x1006, 0x1008, 0x1404, 0x1805, 0x1806, 0x2004,
    0x20A4,
  ],
  events: [0x24, 0x25, 0x26, 0x27, 0x28, 0x29, 0x2A, 0x2B, 0x37, 0x3A, 0x3F],
  leEvents: []
)
