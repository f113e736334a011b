import Testing

@testable import Comparison
@testable import Report

/// What one side did not look for is unknown there, and neither gone nor new.
@Suite("Attributes that were not asked for")
struct UnaskedTests {
  typealias Connection = ReportV1.Connection
  typealias Search = ReportV1.SearchedHandles

  private static let whole = 1...0xFFFF

  private func search(
    _ kind: ReportV1.SearchKind, _ range: ClosedRange<Int>, _ uuid: String? = nil
  ) -> Search {
    Search(kind: kind, uuid: uuid, startHandle: range.lowerBound, endHandle: range.upperBound)
  }

  /// A device whose services have ten handles each, with a characteristic at the second and a
  /// descriptor at the third.
  private func connection(
    _ services: [String], _ searched: [Search], characteristics: Bool = true,
    descriptors: Bool = true
  ) -> Connection {
    let list = services.enumerated().map { index, uuid in
      let start = index * 10 + 1
      return ReportV1.Service(
        uuid: uuid, startHandle: start, endHandle: start + 9,
        characteristics: !characteristics
          ? []
          : [
            .init(
              uuid: "FF0\(index)", declarationHandle: start + 1, valueHandle: start + 2,
              properties: ["notify"],
              descriptors: descriptors ? [.init(uuid: "2902", handle: start + 3)] : [])
          ], primary: true)
    }
    return Connection(
      transport: .le, role: .central, peer: .init(address: "1", addressType: "public", name: "A"),
      gatt: .init(server: .peer, services: list, searched: searched))
  }

  private func gatt(_ base: [Connection], _ new: [Connection]) -> [String] {
    compare(base: [run(base)], new: [run(new)]).entries.filter {
      $0.measure == "gatt" && $0.verdict != .same
    }.map { "\($0.verdict) \($0.subject.text): \($0.statement)" }
  }

  private var all: Connection {
    connection(
      ["AA00", "BB00"],
      [
        search(.primaryServices, Self.whole), search(.characteristics, 1...20),
        search(.attributes, 4...10), search(.attributes, 14...20),
      ])
  }

  @Test("a service is missing where all services were looked for, or this one was")
  func services() {
    let gone = ["worse \"A\", service BB00: is missing"]
    func fresh(_ searched: [Search]) -> [Connection] { [connection(["AA00"], searched)] }
    #expect(gatt([all], fresh([search(.primaryServices, Self.whole)])) == gone)
    #expect(gatt([all], fresh([search(.primaryServices, Self.whole, "BB00")])) == gone)
    #expect(
      gatt([all], fresh([search(.primaryServices, 1...9), search(.primaryServices, 10...0xFFFF)]))
        == gone)
    for unasked in [
      [], [search(.primaryServices, Self.whole, "AA00")], [search(.primaryServices, 1...100)],
      [search(.secondaryServices, Self.whole)], [search(.characteristics, Self.whole)],
    ] {
      #expect(gatt([all], fresh(unasked)) == [], "\(unasked)")
    }
  }

  @Test("a characteristic is missing where its service was looked through")
  func characteristics() {
    func fresh(_ searched: [Search]) -> [Connection] {
      [connection(["AA00", "BB00"], searched, characteristics: false)]
    }
    #expect(
      gatt([all], fresh([search(.characteristics, 11...20)]))
        == ["worse \"A\", characteristic FF01 in BB00: is missing"])
    #expect(gatt([all], fresh([search(.primaryServices, Self.whole)])) == [])
    #expect(gatt([all], fresh([search(.characteristics, 12...19)])) == [])
  }

  @Test("a descriptor is missing where the handles behind its characteristic were looked through")
  func descriptors() {
    func fresh(_ searched: [Search]) -> [Connection] {
      [connection(["AA00", "BB00"], searched, descriptors: false)]
    }
    let found = search(.characteristics, 1...20)
    #expect(
      gatt([all], fresh([found, search(.attributes, 4...10)]))
        == ["worse \"A\", descriptor 2902 of FF00 in AA00: is missing"])
    #expect(gatt([all], fresh([found])) == [])
    #expect(gatt([all], fresh([search(.attributes, 4...10)])) == [])
  }

  @Test("what only the new side looked for is not new")
  func new() {
    let little = connection(["AA00"], [search(.primaryServices, Self.whole, "AA00")])
    #expect(gatt([little], [all]) == [])
    let sure = connection(["AA00"], [search(.primaryServices, Self.whole)])
    #expect(gatt([sure], [all]) == ["different \"A\", service BB00: is new"])
  }

  @Test("a report of an earlier version says of nothing that it is missing")
  func earlier() {
    #expect(gatt([all], [connection(["AA00"], [])]) == [])
  }

  @Test("a device has one list of differences, however often it was connected to")
  func onceADevice() {
    let less = connection(["AA00"], [search(.primaryServices, Self.whole)])
    #expect(
      gatt([all, all, all], [less, less, less]) == ["worse \"A\", service BB00: is missing"])
    // Another connection found it.
    #expect(
      gatt([all, all], [less, all]) == [
        "unclear \"A\", service BB00: is missing in 1 of 2 connections; may be another mode of the "
          + "device"
      ])
    // And another one looked for it.
    let unasked = connection(["AA00"], [])
    #expect(gatt([all, all], [unasked, less]) == ["worse \"A\", service BB00: is missing"])
  }

  @Test("what was missing in one connection of the base already is no regression: another mode")
  func modes() {
    let less = connection(["AA00"], [search(.primaryServices, Self.whole)])
    #expect(
      gatt([all, less], [less])
        == ["different \"A\", service BB00: is missing, as in a connection of the base"])
    // That one did not look for it.
    let unasked = connection(["AA00"], [])
    #expect(gatt([all, unasked], [less]) == ["worse \"A\", service BB00: is missing"])
    var changed = all
    changed.gatt.services[1].characteristics[0].properties = ["read"]
    #expect(gatt([all], [changed]).first?.hasPrefix("worse ") == true)
    #expect(
      gatt([all, changed], [changed])
        == [
          "different \"A\", characteristic FF01 in BB00: lost notify, gained read, "
            + "as in a connection of the base"
        ])
  }

  @Test("our server and the peer's are not mixed")
  func servers() {
    var ours = connection(["CC00"], [search(.primaryServices, Self.whole)])
    ours.gatt.server = .local
    #expect(gatt([all], [ours]) == [])
    var both = all
    both.gattOtherSide = ours.gatt
    var lacking = both
    lacking.gattOtherSide = connection(["DD00"], [search(.primaryServices, Self.whole)]).gatt
    lacking.gattOtherSide?.server = .local
    #expect(
      gatt([both], [lacking]) == [
        "worse \"A\", our service CC00: is missing", "different \"A\", our service DD00: is new",
      ])
  }
}
