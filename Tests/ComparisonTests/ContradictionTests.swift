import BletraceTestSupport
import Testing

@testable import Comparison
@testable import Report

/// A guess is not made against what the captures show.
@Suite("Contradictions")
struct ContradictionTests {
  typealias Connection = ReportV1.Connection

  private func matches(
    _ base: [Connection], _ new: [Connection], _ least: MatchBasis = .name
  ) -> [String] {
    var options = ComparisonOptions()
    options.leastMatch = least
    return compare(base: [run(base)], new: [run(new)], options: options).matches.map {
      "\($0.base[0].connection) with \($0.new[0].connection) \($0.basis)"
    }
  }

  // MARK: Names and services

  private func named(_ name: String?, _ id: Int = 1, service: String = "FFF0") -> Connection {
    Connection(
      id: id, peer: .init(name: name),
      gatt: .init(services: [.init(uuid: service, startHandle: 1, endHandle: 9)]))
  }

  @Test("two names are two devices, though both offer the same service of a chip's maker")
  func names() {
    #expect(matches([named("A")], [named("B")]) == [])
    #expect(matches([named("A")], [named(nil)]) == ["1 with 1 services"])
    #expect(matches([named(nil)], [named("B")]) == ["1 with 1 services"])
    #expect(matches([named(nil)], [named(nil)]) == ["1 with 1 services"])
    #expect(matches([named("A")], [named(nil, service: "FEE7")]) == [])
    // Another connection is the one.
    #expect(matches([named("A")], [named("B"), named(nil, 2)]) == ["1 with 2 services"])
    #expect(
      matches([named("A"), named(nil, 2)], [named("B"), named("A", 3)])
        == ["1 with 3 name", "2 with 1 services"])
  }

  @Test("who asks for a match by services gets one")
  func asked() {
    #expect(matches([named("A")], [named("B")], .services) == ["1 with 1 services"])
    #expect(matches([named("A")], [named("B")], .nothing) == ["1 with 1 services"])
  }

  @Test("what has one name in some run has no other in the next")
  func severalRuns() {
    let comparison = compare(
      base: [run([named("A")]), run([named(nil)])], new: [run([named("B")])])
    #expect(comparison.isEmpty)
  }

  // MARK: Attribute handles

  private func using(_ handles: [Int], _ id: Int = 1, writes: [Int] = []) -> Connection {
    Connection(
      id: id, notifications: handles.map { .init(valueHandle: $0, count: 9) },
      writes: writes.map { .init(valueHandle: $0, kind: .write, direction: .tx, count: 9) })
  }

  @Test("connections of which only attribute handles are known are matched by these")
  func handles() {
    #expect(
      matches(
        [using([2148, 2116], writes: [2114]), using([2116], 2, writes: [2114])],
        [using([2116], writes: [2114]), using([2148, 2116], 2, writes: [2114])])
        == ["1 with 2 handles", "2 with 1 handles"])
    // Some are the same.
    #expect(matches([using([3, 5])], [using([9]), using([5], 2)]) == ["1 with 2 nothing"])
    // None is.
    #expect(matches([using([3])], [using([9])]) == [])
    #expect(matches([using([3])], [using([], writes: [3])]) == [])
    // Of one it is not known.
    #expect(matches([using([3])], [using([])]) == ["1 with 1 nothing"])
    #expect(matches([using([])], [using([3])]) == ["1 with 1 nothing"])
  }

  @Test("a match by handles is a guess, which counts where all do")
  func guess() {
    func isGood(_ least: MatchBasis) -> Bool {
      var (base, new) = (using([3]), using([3]))
      (base.mtu.effective, new.mtu.effective) = (185, 23)
      (base.mtu.frame, new.mtu.frame) = (5, 5)
      var options = ComparisonOptions()
      options.leastMatch = least
      return !compare(base: [run([base])], new: [run([new])], options: options).hasRegression
    }
    #expect(isGood(.name) && isGood(.services) && !isGood(.nothing))
  }

  @Test("many connections with one service and many names are matched in time")
  func many() {
    let base = (0..<5000).map { named("A\($0)", $0) }
    let new = (0..<5000).map { named("B\($0)", $0) }
    let time = processorTime {
      #expect(matches(base, new + [named(nil, 6000)]) == ["0 with 6000 services"])
    }
    #expect(time < .seconds(30))
  }
}
