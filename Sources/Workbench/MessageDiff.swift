import Framing
import Report

/// What two captures of two actions have in common, and what not: which messages only one has, and
/// which octets of the others differ.
package struct MessageDiff: Sendable {
  package enum Side: Hashable, Sendable { case a, b }

  /// Messages with the same contents but for counters and checksums.
  package struct Entry: Hashable, Sendable {
    /// The layout's number on its side.
    package var layout: Int
    package var kind: Int?
    package var name: String
    package var isRequest: Bool
    package var uuid: String?
    package var valueHandle: Int
    package var octets: [UInt8]
    package var count: Int
    package var firstFrame: Int
    /// The octets that are not compared: counters and checksums.
    package var ignored: [Int]
    /// The octets by which it is known what the message is: those between start, length and
    /// checksum.
    var spoken: [Int]
  }

  /// Two messages that are alike, and the octets that differ.
  package struct Change: Hashable, Sendable {
    package var a: Entry
    package var b: Entry
    package var octets: [Int]
  }

  /// More than a few contents of one kind, such as a measurement or a picture.
  package struct Group: Hashable, Sendable {
    /// The first one.
    package var entry: Entry
    package var contents: Int
    package var count: Int
    package var pattern: KindPattern
    /// The values that each octet has, in order, where they are few.
    var values: [[UInt8]]
  }

  /// A kind that has contents of its own in both captures, and the octets that have no value in
  /// common.
  package struct GroupChange: Hashable, Sendable {
    package struct Octet: Hashable, Sendable {
      package var offset: Int
      package var a: [UInt8]
      package var b: [UInt8]
    }

    package var a: Group
    package var b: Group
    package var octets: [Octet]
  }

  package var groupsA: [Group] = []
  package var groupsB: [Group] = []
  package var groupChanges: [GroupChange] = []
  package var onlyA: [Entry] = []
  package var onlyB: [Entry] = []
  package var changes: [Change] = []
  /// Contents that both have.
  package var same = 0
  /// Whether more contents were there than are compared.
  package var isCut = false

  /// Contents of each side that are compared.
  static let mostEntries = 4096
  /// Contents of each side that are searched for pairs.
  static let mostPaired = 512

  package init(_ a: [MessageTrace], _ b: [MessageTrace]) {
    let (left, right) = (MessageContents(a), MessageContents(b))
    isCut = left.isCut || right.isCut
    var (rest, others) = ([Entry](), [Entry]())
    for (key, entry) in left.inOrder {
      if right.byKey[key] == nil { rest.append(entry) } else { same += 1 }
    }
    for (key, entry) in right.inOrder where left.byKey[key] == nil { others.append(entry) }
    (groupsA, groupsB) = (Group.taken(from: &rest), Group.taken(from: &others))
    pairGroups()
    pair(&rest, &others)
    (onlyA, onlyB) = (rest, others)
  }

  /// Takes out the groups of one kind.
  private mutating func pairGroups() {
    var left: [Group] = []
    for a in groupsA {
      guard let index = groupsB.firstIndex(where: { a.isAlike($0) }) else {
        left.append(a)
        continue
      }
      let b = groupsB.remove(at: index)
      let octets = zip(a.values, b.values).enumerated().compactMap {
        offset, values -> GroupChange.Octet? in
        guard !values.0.isEmpty, !values.1.isEmpty, Set(values.0).isDisjoint(with: values.1) else {
          return nil
        }
        return GroupChange.Octet(offset: offset, a: values.0, b: values.1)
      }
      groupChanges.append(GroupChange(a: a, b: b, octets: octets))
    }
    groupsA = left
  }

  /// Takes out what is alike on both sides: the closest ones first.
  private mutating func pair(_ a: inout [Entry], _ b: inout [Entry]) {
    var found: [(alike: Double, a: Int, b: Int)] = []
    for (i, left) in a.prefix(Self.mostPaired).enumerated() {
      for (j, right) in b.prefix(Self.mostPaired).enumerated() {
        if let alike = left.alike(right) { found.append((alike, i, j)) }
      }
    }
    found.sort { ($0.alike, $1.a, $1.b) > ($1.alike, $0.a, $0.b) }
    var (takenA, takenB): (Set<Int>, Set<Int>) = ([], [])
    for pair in found where !takenA.contains(pair.a) && !takenB.contains(pair.b) {
      takenA.insert(pair.a)
      takenB.insert(pair.b)
      let (left, right) = (a[pair.a], b[pair.b])
      changes.append(Change(a: left, b: right, octets: left.differences(right)))
    }
    changes.sort { $0.a.firstFrame < $1.a.firstFrame }
    a = a.indices.filter { !takenA.contains($0) }.map { a[$0] }
    b = b.indices.filter { !takenB.contains($0) }.map { b[$0] }
  }
}

extension MessageDiff.Entry {
  /// How much of two messages agrees, from 0 to 1; `nil` where they are not of one kind: most of
  /// what they say is different, or their lengths are, or their ways.
  func alike(_ other: Self) -> Double? {
    guard isRequest == other.isRequest, isOn(other), octets.count == other.octets.count else {
      return nil
    }
    let equal = spoken.count { octets[$0] == other.octets[$0] }
    // Nearly all protocols have the command first.
    guard let first = spoken.first, octets[first] == other.octets[first] else { return nil }
    return 2 * equal > spoken.count ? Double(equal) / Double(spoken.count) : nil
  }

  func isOn(_ other: Self) -> Bool {
    uuid == nil && other.uuid == nil ? valueHandle == other.valueHandle : uuid == other.uuid
  }

  func differences(_ other: Self) -> [Int] {
    let skipped = Set(ignored)
    return octets.indices.filter { !skipped.contains($0) && octets[$0] != other.octets[$0] }
  }
}
