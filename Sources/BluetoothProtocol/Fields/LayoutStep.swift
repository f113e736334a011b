import Bytes

/// One step in reading the parameters of a packet, as `ParameterDecoder` takes it.
///
/// Tables are written as trees of `Parameter`s, which are objects. Walking those for each packet
/// counts references most of the time, so a layout is translated once to a flat list of steps that
/// are plain data: what belongs to a list, a group or a choice is after it.
struct LayoutStep: Sendable, BitwiseCopyable {
  let name: StaticString
  let action: Action
  /// Of one number, or of all that are passed over; 0 for all else.
  var octets: UInt16 = 0
  /// Where its number is kept for a later step that is counted by it; -1 if none is.
  var slot: Int8 = -1
  var isBrief = false
  var role = FieldRole.plain
  /// So many of the steps after it belong to it.
  var inner: UInt16 = 0

  enum Action: Sendable, BitwiseCopyable {
    case unsigned(FieldUnit)
    case unsignedOr(CodeNames, FieldUnit)
    case signed(FieldUnit)
    case signedOr(CodeNames, FieldUnit)
    case hex
    case code(CodeNames)
    case bits(CodeNames)
    case split(PermanentArray<Parameter.Part>)
    case status
    case connectionHandle
    case attributeHandle
    case address
    case uuid
    case channel
    case company
    case opcode
    case duration(FieldTime)
    case durationOr(CodeNames, FieldTime)
    /// A number that is not shown and counts what comes.
    case count
    /// Numbers that are not shown, of so many octets each.
    case pass(PermanentArray<UInt8>)
    case bytes(Length)
    case secret(Length)
    case text(Length)
    case advertisingData(Length)
    case supportedCommands
    case list(Count, isPlain: Bool)
    case group
    /// The steps after it are `option`s; the one of the number in this slot is taken.
    case choice(slot: Int8)
    case option(UInt64)
  }

  enum Length: Sendable, BitwiseCopyable {
    case fixed(UInt16)
    case counted(slot: Int8)
    case rest
  }

  enum Count: Sendable, BitwiseCopyable {
    case fixed(UInt16)
    case counted(slot: Int8)
    case perBit(slot: Int8)
    case untilEnd
  }
}

/// How many octets a layout takes of which a line shows nothing.
///
/// Such are most structures of advertising data. Whether all of their octets are there can be known
/// from their count.
struct SilentLayout: Sendable, BitwiseCopyable {
  private let first: UInt16
  /// Octets that may follow any number of times; 0 where none may.
  private let each: UInt16

  /// Nil for steps that show something, or whose octets are not given by a count.
  init?(_ steps: [LayoutStep]) {
    var rest = steps[...]
    var first: UInt16 = 0
    if let step = rest.first, case .pass = step.action {
      first = step.octets
      rest = rest.dropFirst()
    }
    switch (rest.first?.action, rest.count) {
    case (nil, _): each = 0
    case (.bytes(.rest), 1), (.secret(.rest), 1), (.text(.rest), 1):
      if steps.contains(where: \.isBrief) { return nil }
      each = 1
    case (.list(.untilEnd, _), 2):
      guard let element = rest.last, case .pass = element.action else { return nil }
      each = element.octets
    default: return nil
    }
    self.first = first
  }

  func fits(_ octets: Int) -> Bool {
    let more = octets - Int(first)
    if more <= 0 || each == 0 { return more == 0 }
    return each == 1 || more % Int(each) == 0
  }
}

/// Translates parameters to steps.
struct LayoutTranslation {
  private(set) var steps: [LayoutStep] = []
  /// For a line: numbers that it does not show are passed over together.
  private let isBrief: Bool
  /// Names of the parameters that others are counted by.
  private let counting: Set<String>
  /// Those that were read, each at the index of its slot.
  private var slots: [String] = []
  /// The sizes of numbers that are to be passed over next.
  private var passed: [UInt8] = []

  /// - Precondition: each count that a parameter refers to by name stands before it.
  init(_ parameters: [Parameter], isBrief: Bool) {
    self.isBrief = isBrief
    counting = Set(Self.references(in: parameters))
    add(parameters)
  }

  private static func references(in parameters: [Parameter]) -> [String] {
    parameters.flatMap { parameter -> [String] in
      switch parameter.kind {
      case .bytes(.counted(let name)), .secret(.counted(let name)), .text(.counted(let name)),
        .advertisingData(.counted(let name)):
        return [name.name.description]
      case .list(.counted(let name), let element), .list(.perBit(of: let name), let element):
        return [name.name.description] + references(in: element)
      case .list(_, let element), .group(let element): return references(in: element)
      case .choice(let name, let cases):
        return [name.name.description] + cases.values.flatMap { references(in: $0) }
      default: return []
      }
    }
  }

  private mutating func add(_ parameters: [Parameter]) {
    for parameter in parameters { add(parameter) }
    addPassed()
  }

  private mutating func add(_ parameter: Parameter) {
    // Before its own name is entered: nothing is counted by itself.
    let action = action(of: parameter.kind)
    let slot = slot(for: parameter)
    var step = LayoutStep(
      name: parameter.name, action: action, octets: UInt16(parameter.octets), slot: slot,
      isBrief: parameter.isBrief, role: parameter.role)
    if isBrief, !parameter.isBrief, parameter.octets > 0 {
      guard slot >= 0 else { return passed.append(UInt8(parameter.octets)) }
      step = LayoutStep(name: parameter.name, action: .count, octets: step.octets, slot: slot)
    }
    addPassed()
    let index = steps.count
    steps.append(step)
    switch parameter.kind {
    case .list(_, let members), .group(let members): add(members)
    case .choice(_, let cases):
      for (number, members) in cases.sorted(by: { $0.key < $1.key }) {
        let option = steps.count
        steps.append(LayoutStep(name: parameter.name, action: .option(number)))
        add(members)
        close(option)
      }
    default: break
    }
    close(index)
  }

  private mutating func close(_ index: Int) {
    steps[index].inner = UInt16(steps.count - index - 1)
  }

  private mutating func addPassed() {
    guard !passed.isEmpty else { return }
    let octets = passed.reduce(0) { $0 + UInt16($1) }
    steps.append(
      LayoutStep(name: "Passed", action: .pass(PermanentArray(passed)), octets: octets))
    passed = []
  }

  private func action(of kind: Parameter.Kind) -> LayoutStep.Action {
    switch kind {
    case .unsigned(_, let unit, let special):
      special.map { .unsignedOr($0, unit) } ?? .unsigned(unit)
    case .signed(_, let unit, let special): special.map { .signedOr($0, unit) } ?? .signed(unit)
    case .hex: .hex
    case .code(_, let names): .code(names)
    case .bits(_, let names): .bits(names)
    case .split(_, let parts): .split(isBrief ? PermanentArray([]) : PermanentArray(parts))
    case .status: .status
    case .connectionHandle: .connectionHandle
    case .attributeHandle: .attributeHandle
    case .address: .address
    case .uuid: .uuid
    case .channel: .channel
    case .company: .company
    case .opcode: .opcode
    case .duration(_, let unit, let special):
      special.map { .durationOr($0, unit) } ?? .duration(unit)
    case .bytes(let length): .bytes(resolved(length))
    case .secret(let length): .secret(resolved(length))
    case .text(let length): .text(resolved(length))
    case .advertisingData(let length): .advertisingData(resolved(length))
    case .supportedCommands: .supportedCommands
    // A list of single numbers has no need of a heading for each of them.
    case .list(let count, let element): .list(resolved(count), isPlain: element.count == 1)
    case .group: .group
    case .choice(let number, _): .choice(slot: index(of: number))
    }
  }

  private func resolved(_ length: Parameter.Length) -> LayoutStep.Length {
    switch length {
    case .fixed(let count): .fixed(UInt16(count))
    case .counted(let reference): .counted(slot: index(of: reference))
    case .rest: .rest
    }
  }

  private func resolved(_ count: Parameter.Count) -> LayoutStep.Count {
    switch count {
    case .fixed(let number): .fixed(UInt16(number))
    case .counted(let reference): .counted(slot: index(of: reference))
    case .perBit(let reference): .perBit(slot: index(of: reference))
    case .untilEnd: .untilEnd
    }
  }

  private func index(of reference: Parameter.Reference) -> Int8 {
    guard let slot = slots.firstIndex(of: reference.name.description) else {
      preconditionFailure("no parameter \(reference.name) before the one that it counts")
    }
    return Int8(slot)
  }

  /// -1 for a parameter that nothing is counted by.
  private mutating func slot(for parameter: Parameter) -> Int8 {
    guard !counting.isEmpty, counting.contains(parameter.name.description) else { return -1 }
    let name = parameter.name.description
    if let known = slots.firstIndex(of: name) { return Int8(known) }
    slots.append(name)
    precondition(slots.count <= ParameterDecoder.slots, "too many counts in one layout")
    return Int8(slots.count - 1)
  }
}
