import Bytes

/// The fields of one packet, in the order of its octets. It only grows, up to a bound.
package struct FieldList: Sendable {
  /// No packet needs more: 65,535 octets of two-octet entries are cut here, and that is said.
  package static let limit = 4096

  /// Fields of this packet, and after them elements that are used again.
  private var slots: [DecodedField] = []
  package private(set) var count = 0
  /// Whether there were more than are kept.
  package private(set) var isFull = false
  /// Where the next field starts.
  package private(set) var position = 0
  package private(set) var depth: UInt8 = 0
  /// Whether only brief fields are kept, for a line: the others are walked over all the same.
  package let isBrief: Bool
  /// The first connection handle among the fields.
  package private(set) var connectionHandle: ConnectionHandle?

  package init(isBrief: Bool = false) {
    self.isBrief = isBrief
    slots.reserveCapacity(64)
  }

  package var isEmpty: Bool { count == 0 }

  package subscript(index: Int) -> DecodedField {
    precondition(index >= 0 && index < count)
    return slots[index]
  }

  /// A copy of all fields.
  package var fields: [DecodedField] { Array(slots[..<count]) }

  /// Starts again, with a packet whose first octet is at `position`.
  package mutating func removeAll(at position: Int = 0) {
    count = 0
    isFull = false
    connectionHandle = nil
    depth = 0
    self.position = position
  }

  package subscript(name: String) -> FieldValue? {
    fields.first { $0.name.description == name }?.value
  }

  /// The next field starts here.
  package mutating func move(to position: Int) { self.position = position }

  /// A field of so many octets, from where the last one ended.
  ///
  /// - Precondition: they were there to be decoded.
  package mutating func add(
    _ name: StaticString, _ value: FieldValue, octets: Int, brief: Bool = false,
    role: FieldRole = .plain
  ) {
    add(name, value, ByteRange(start: position, end: position + octets), brief: brief, role: role)
  }

  /// A field in a range of its own; the next one follows it.
  package mutating func add(
    _ name: StaticString, _ value: FieldValue, _ range: ByteRange, brief: Bool = false,
    role: FieldRole = .plain
  ) {
    position = range.end
    if isBrief && !brief { return }
    append(name, value, range, brief, role)
  }

  /// A field that stands in octets of the field before it: bits, or what they come to.
  package mutating func addPart(
    _ name: StaticString, _ value: FieldValue, _ range: ByteRange, brief: Bool = false,
    role: FieldRole = .plain
  ) {
    if isBrief && !brief { return }
    append(name, value, range, brief, role)
  }

  /// What follows from the fields before and stands in no octets; part of the last group.
  package mutating func addDerived(_ name: StaticString, _ value: FieldValue) {
    let before = depth
    depth = 1
    append(name, value, ByteRange(start: position, end: position), true)
    depth = before
  }

  private mutating func append(
    _ name: StaticString, _ value: FieldValue, _ range: ByteRange, _ brief: Bool,
    _ role: FieldRole = .plain
  ) {
    guard count < Self.limit else {
      isFull = true
      return
    }
    if connectionHandle == nil, case .connectionHandle(let handle) = value {
      connectionHandle = ConnectionHandle(handle)
    }
    let field = DecodedField(
      name: name, value: value, range: range, depth: depth, isBrief: brief, role: role)
    if count < slots.count { slots[count] = field } else { slots.append(field) }
    count += 1
  }

  /// A heading over the fields up to the matching `endGroup`; its range is set there.
  package mutating func beginGroup(_ name: StaticString, _ value: FieldValue = .group) -> Int {
    var index = count
    if isBrief, depth > 0 {
      index = -1
    } else {
      append(name, value, ByteRange(start: position, end: position), false)
    }
    // Layouts nest a few levels; the bound keeps even a wrong one from wrapping.
    depth = min(depth + 1, 250)
    return index
  }

  package mutating func endGroup(_ index: Int) {
    depth = depth == 0 ? 0 : depth - 1
    guard index >= 0, index < count, slots[index].range.start <= position else { return }
    slots[index].range = ByteRange(start: slots[index].range.start, end: position)
  }

  /// The same, for a heading over octets that the capture may have cut.
  package mutating func endGroup(_ index: Int, _ range: ByteRange) {
    move(to: range.end)
    endGroup(index)
    if index >= 0, index < count { slots[index].range = range }
  }

  /// What follows are parts of the field before; to be closed by what this returns.
  mutating func openParts() -> UInt8 {
    let before = depth
    depth = min(depth + 1, 250)
    return before
  }

  /// Leaves groups that an issue left open.
  mutating func close(to depth: UInt8) { self.depth = depth }

  /// Says what is missing. The fields decoded before it stay.
  package mutating func add(_ issue: DecodeIssue) {
    let end = issue.offset + max(0, issue.available)
    append(
      "Missing",
      .missing(needed: issue.needed, available: issue.available, issue.limit),
      ByteRange(start: issue.offset, end: end), false)
    position = end
  }

  /// Says that octets are left which no field accounts for; nothing where none are.
  package mutating func addLeftOver(_ range: ByteRange) {
    guard range.originalCount > 0 else { return }
    add("Left over", .leftOver, range, brief: true)
  }

  /// The same for what is after so many octets of a packet. Where the capture ends before
  /// them, it is unknown what is there, only how much it is.
  package mutating func addLeftOver(_ packet: ByteRange, behind octets: Int) {
    guard packet.originalCount > octets else { return }
    let start = min(packet.start + octets, packet.end)
    addLeftOver(
      ByteRange(start: start, end: packet.end, originalCount: packet.originalCount - octets))
  }
}
