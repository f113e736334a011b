import Bytes

/// How the parameters of one HCI command or event lie: their names and kinds, in order.
///
/// A table of these covers a whole group of packets; `ParameterDecoder` walks any of them. Names
/// are spelled as in Core Vol 4, Part E, 7, without the index of array parameters (`Num_Handles`,
/// `Connection_Handle`, not `Connection_Handle[i]`).
///
///     ParameterLayout("LE Set Scan Enable", [
///       .code("LE_Scan_Enable", .disabledEnabled),
///       .code("Filter_Duplicates", .disabledEnabled),
///     ])
package struct ParameterLayout: Sendable, BitwiseCopyable {
  package let name: StaticString
  let steps: PermanentArray<LayoutStep>
  /// Those for a line, which shows few of the parameters.
  let briefSteps: PermanentArray<LayoutStep>
  /// Of a layout of which a line shows nothing.
  private let silence: SilentLayout?

  /// - Precondition: each count that a parameter refers to by name stands before it. A test makes
  ///   every layout once.
  @inline(never)
  package init(_ name: StaticString, _ parameters: [Parameter]) {
    self.name = name
    let brief = LayoutTranslation(parameters, isBrief: true).steps
    steps = PermanentArray(LayoutTranslation(parameters, isBrief: false).steps)
    briefSteps = PermanentArray(brief)
    silence = SilentLayout(brief)
  }

  /// Whether a line says nothing of these parameters: they are not for it, none is missing, and
  /// nothing is left after them.
  func isSilent(_ parameters: ByteRange) -> Bool {
    guard let silence, !parameters.isCut else { return false }
    return silence.fits(parameters.count)
  }
}

/// One parameter of a layout, as tables are written. A class, though it never changes, as
/// parameters hold others; `LayoutStep` is what is read by.
package final class Parameter: Sendable {
  package let name: StaticString
  package let kind: Kind
  package let isBrief: Bool
  package let role: FieldRole
  /// Of one number; 0 for all else.
  let octets: Int

  @inline(never)
  init(_ name: StaticString, _ kind: Kind, isBrief: Bool = false, role: FieldRole = .plain) {
    octets = kind.octets
    self.name = name
    self.kind = kind
    self.isBrief = isBrief
    self.role = role
  }

  package enum Kind: Sendable {
    case unsigned(octets: Int, FieldUnit, special: CodeNames?)
    case signed(octets: Int, FieldUnit, special: CodeNames?)
    case hex(octets: Int)
    case code(octets: Int, CodeNames)
    case bits(octets: Int, CodeNames)
    case split(octets: Int, [Part])
    case status
    case connectionHandle
    case attributeHandle
    case address
    /// Of 2, 4 or 16 octets.
    case uuid(octets: Int)
    case channel
    case company
    case opcode
    case duration(octets: Int, FieldTime, special: CodeNames?)
    case bytes(Length)
    case secret(Length)
    case text(Length)
    case advertisingData(Length)
    case supportedCommands
    case list(Count, [Parameter])
    /// Parameters of one element: `Codec_ID`, which is three.
    case group([Parameter])
    /// What is there depends on the number of an earlier parameter; for a number that is not listed
    /// there is nothing.
    case choice(Reference, [UInt64: [Parameter]])
  }

  /// A part of a number: bits `low`, and up to as many as are `width`.
  package struct Part: Sendable, BitwiseCopyable {
    package let name: StaticString
    package let low: Int
    package let width: Int
    package let names: CodeNames?
    package let role: FieldRole

    @inline(never)
    package init(
      _ name: StaticString, bit low: Int, width: Int = 1, _ names: CodeNames? = nil,
      role: FieldRole = .plain
    ) {
      precondition(low >= 0 && width > 0 && low + width <= 64)
      self.name = name
      self.low = low
      self.width = width
      self.names = names
      self.role = role
    }
  }

  package enum Length: Sendable {
    case fixed(Int)
    case counted(Reference)
    /// All that is left.
    case rest
  }

  package enum Count: Sendable {
    case fixed(Int)
    case counted(Reference)
    /// One element for each bit that is set.
    case perBit(of: Reference)
    /// As many as there is room for.
    case untilEnd
  }

  /// An earlier parameter, by its name.
  package struct Reference: Sendable, ExpressibleByStringLiteral {
    package let name: StaticString

    package init(stringLiteral name: StaticString) { self.name = name }
  }

  /// This parameter belongs in a summary of one line.
  @inline(never)
  package var brief: Parameter { Parameter(name, kind, isBrief: true, role: role) }

  /// What this parameter means to those who redact a capture.
  @inline(never)
  package func role(_ role: FieldRole) -> Parameter {
    Parameter(name, kind, isBrief: isBrief, role: role)
  }
}

// MARK: - What tables are written with

// None is inlined: the optimizer's time grows with the square of a table's initialiser.
extension Parameter {
  @inline(never)
  package static func u8(
    _ name: StaticString, _ unit: FieldUnit = .none, special: CodeNames? = nil
  ) -> Parameter {
    Parameter(name, .unsigned(octets: 1, unit, special: special))
  }

  @inline(never)
  package static func u16(
    _ name: StaticString, _ unit: FieldUnit = .none, special: CodeNames? = nil
  ) -> Parameter {
    Parameter(name, .unsigned(octets: 2, unit, special: special))
  }

  @inline(never)
  package static func u32(
    _ name: StaticString, _ unit: FieldUnit = .none, special: CodeNames? = nil
  ) -> Parameter {
    Parameter(name, .unsigned(octets: 4, unit, special: special))
  }

  @inline(never)
  package static func u64(_ name: StaticString, _ unit: FieldUnit = .none) -> Parameter {
    Parameter(name, .unsigned(octets: 8, unit, special: nil))
  }

  /// - Parameter special: by the octet as it stands there, 127 or 0x81 for instance.
  @inline(never)
  package static func i8(
    _ name: StaticString, _ unit: FieldUnit = .none, special: CodeNames? = nil
  ) -> Parameter {
    Parameter(name, .signed(octets: 1, unit, special: special))
  }

  @inline(never)
  package static func i16(
    _ name: StaticString, _ unit: FieldUnit = .none, special: CodeNames? = nil
  ) -> Parameter {
    Parameter(name, .signed(octets: 2, unit, special: special))
  }

  @inline(never)
  package static func hex(_ name: StaticString, octets: Int) -> Parameter {
    Parameter(name, .hex(octets: octets))
  }

  @inline(never)
  package static func code(
    _ name: StaticString, octets: Int = 1, _ names: CodeNames
  ) -> Parameter {
    Parameter(name, .code(octets: octets, names))
  }

  @inline(never)
  package static func bits(
    _ name: StaticString, octets: Int = 1, _ names: CodeNames
  ) -> Parameter {
    Parameter(name, .bits(octets: octets, names))
  }

  @inline(never)
  package static func split(_ name: StaticString, octets: Int, _ parts: [Part]) -> Parameter {
    Parameter(name, .split(octets: octets, parts))
  }

  @inline(never)
  package static func status(_ name: StaticString = "Status") -> Parameter {
    Parameter(name, .status).brief
  }

  @inline(never)
  package static func handle(_ name: StaticString = "Connection_Handle") -> Parameter {
    Parameter(name, .connectionHandle).brief
  }

  @inline(never)
  package static func address(_ name: StaticString = "BD_ADDR") -> Parameter {
    Parameter(name, .address).brief
  }

  @inline(never)
  package static func uuid(_ name: StaticString, octets: Int) -> Parameter {
    precondition(octets == 2 || octets == 4 || octets == 16)
    return Parameter(name, .uuid(octets: octets))
  }

  @inline(never)
  package static func channel(_ name: StaticString) -> Parameter {
    Parameter(name, .channel).brief
  }

  @inline(never)
  package static func restText(_ name: StaticString) -> Parameter {
    Parameter(name, .text(.rest))
  }

  @inline(never)
  package static func company(_ name: StaticString) -> Parameter { Parameter(name, .company) }

  @inline(never)
  package static func opcode(_ name: StaticString) -> Parameter { Parameter(name, .opcode).brief }

  @inline(never)
  package static func time(
    _ name: StaticString, octets: Int = 2, _ unit: FieldTime, special: CodeNames? = nil
  ) -> Parameter {
    Parameter(name, .duration(octets: octets, unit, special: special))
  }

  @inline(never)
  package static func bytes(_ name: StaticString, _ count: Int) -> Parameter {
    Parameter(name, .bytes(.fixed(count)))
  }

  @inline(never)
  package static func bytes(_ name: StaticString, countedBy count: Reference) -> Parameter {
    Parameter(name, .bytes(.counted(count)))
  }

  @inline(never)
  package static func rest(_ name: StaticString) -> Parameter { Parameter(name, .bytes(.rest)) }

  @inline(never)
  package static func secret(_ name: StaticString, _ count: Int) -> Parameter {
    Parameter(name, .secret(.fixed(count)))
  }

  @inline(never)
  package static func secretRest(_ name: StaticString) -> Parameter {
    Parameter(name, .secret(.rest))
  }

  @inline(never)
  package static func text(_ name: StaticString, _ count: Int) -> Parameter {
    Parameter(name, .text(.fixed(count)))
  }

  @inline(never)
  package static func text(_ name: StaticString, countedBy count: Reference) -> Parameter {
    Parameter(name, .text(.counted(count)))
  }

  @inline(never)
  package static func advertisingData(
    _ name: StaticString, _ length: Length
  ) -> Parameter {
    Parameter(name, .advertisingData(length))
  }

  @inline(never)
  package static func supportedCommands(_ name: StaticString) -> Parameter {
    Parameter(name, .supportedCommands)
  }

  @inline(never)
  package static func list(
    _ name: StaticString, countedBy count: Reference, _ element: [Parameter]
  ) -> Parameter {
    Parameter(name, .list(.counted(count), element))
  }

  @inline(never)
  package static func list(
    _ name: StaticString, perBitOf bits: Reference, _ element: [Parameter]
  ) -> Parameter {
    Parameter(name, .list(.perBit(of: bits), element))
  }

  @inline(never)
  package static func list(_ name: StaticString, _ count: Int, _ element: [Parameter]) -> Parameter
  {
    Parameter(name, .list(.fixed(count), element))
  }

  @inline(never)
  package static func list(untilEnd name: StaticString, _ element: [Parameter]) -> Parameter {
    Parameter(name, .list(.untilEnd, element))
  }

  @inline(never)
  package static func group(_ name: StaticString, _ parameters: [Parameter]) -> Parameter {
    Parameter(name, .group(parameters))
  }

  @inline(never)
  package static func choice(
    by number: Reference, _ cases: [UInt64: [Parameter]]
  ) -> Parameter {
    Parameter(number.name, .choice(number, cases))
  }

  /// Codec_ID: coding format, company and the company's codec.
  @inline(never)
  package static func codec(_ name: StaticString) -> Parameter {
    .group(
      name,
      [
        .code("Coding_Format", .codingFormat), .company("Company_ID"),
        .hex("Vendor_Codec_ID", octets: 2),
      ])
  }
}

extension Parameter.Kind {
  /// Of one number; 0 for all else.
  fileprivate var octets: Int {
    switch self {
    case .unsigned(let octets, _, _), .signed(let octets, _, _), .hex(let octets),
      .code(let octets, _), .bits(let octets, _), .split(let octets, _), .uuid(let octets),
      .duration(let octets, _, _):
      octets
    case .status: 1
    case .connectionHandle, .attributeHandle, .channel, .company, .opcode: 2
    case .address: 6
    case .bytes, .secret, .text, .advertisingData, .supportedCommands, .list, .group, .choice: 0
    }
  }
}
