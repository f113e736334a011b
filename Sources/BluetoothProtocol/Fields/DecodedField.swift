import Bytes

/// One field of a packet: its name in the specification, what it holds, and the octets it stands
/// in.
///
/// Packets as analysis sees them are structs; this is the same packet for someone who reads it. The
/// headers and the PDUs of ATT are described from those structs. The parameters of HCI, of L2CAP's
/// signalling and of SMP are described by a `ParameterLayout` each, for there are hundreds and
/// analysis wants few of them; the structs that it has for these are held against the layouts,
/// field by field, in the tests.
package struct DecodedField: Sendable {
  package var name: StaticString
  package var value: FieldValue
  /// In the span that was decoded: for a PDU put together from fragments that is not the frame.
  package var range: ByteRange
  /// 0 for the packet itself; a field of a group is one deeper than the group.
  package var depth: UInt8
  /// Whether it belongs in a summary of one line.
  package var isBrief: Bool
  /// By which it is redacted, with its kind.
  package var role: FieldRole

  package init(
    name: StaticString, value: FieldValue, range: ByteRange, depth: UInt8, isBrief: Bool = false,
    role: FieldRole = .plain
  ) {
    self.name = name
    self.value = value
    self.range = range
    self.depth = depth
    self.isBrief = isBrief
    self.role = role
  }
}

/// What a field holds.
package enum FieldValue: Sendable {
  /// A heading: the fields after it, one deeper, belong to it.
  case group
  /// One element of a list, counted from 0.
  case element(Int)
  case unsigned(UInt64, FieldUnit)
  case signed(Int64, FieldUnit)
  /// A number that means something by its digits: so many of them.
  case hex(UInt64, digits: UInt8)
  /// A code, which has a name or is reserved.
  case code(UInt64, digits: UInt8, CodeNames)
  /// A bit field; the names are those of the bits, by number.
  case bits(UInt64, digits: UInt8, CodeNames)
  /// A number in which one value, this one, is no number: 127 for an RSSI that is not known.
  case special(UInt64, digits: UInt8, CodeNames)
  case connectionHandle(UInt16)
  case attributeHandle(UInt16)
  case address(DeviceAddress)
  case uuid(BluetoothUUID)
  case company(UInt16)
  case opcode(HCIOpcode)
  case duration(UInt64, FieldTime)
  /// The octets of the range.
  case bytes
  /// The same, as the value of the attribute whose handle was the last before it, or that the
  /// request asked for.
  case attributeValue
  /// An L2CAP channel identifier.
  case channel(L2CAPChannelID)
  /// The octets of the range, which are a key: shown only where all octets are.
  case secret
  /// Text, up to the first NUL or the end of the range.
  case text
  /// The packet ends, or the capture does, before a field that must be there.
  case missing(needed: Int, available: Int, DecodeIssue.Limit)
  /// Octets that no field accounts for.
  case leftOver
}

extension FieldValue {
  /// The number in it, as it stands in the packet; nil for what is none.
  package var number: UInt64? {
    switch self {
    case .unsigned(let value, _), .hex(let value, _), .code(let value, _, _),
      .bits(let value, _, _), .special(let value, _, _), .duration(let value, _):
      value
    case .signed(let value, _): UInt64(bitPattern: value)
    case .connectionHandle(let handle), .attributeHandle(let handle): UInt64(handle)
    case .address(let address): address.rawValue
    case .company(let company): UInt64(company)
    case .opcode(let opcode): UInt64(opcode.rawValue)
    case .channel(let channel): UInt64(channel.rawValue)
    case .group, .element, .uuid, .bytes, .attributeValue, .secret, .text, .missing, .leftOver: nil
    }
  }

  /// The name of a code; nil where it has none.
  package var codeName: String? {
    switch self {
    case .code(let value, _, let names), .special(let value, _, let names): names[value]
    case .company(let company): CompanyNames.name(for: company)
    case .opcode(let opcode): opcode.name
    default: nil
    }
  }
}

/// What a number counts.
package enum FieldUnit: Sendable, BitwiseCopyable {
  case none, dBm, dB, partsPerMillion, percent, octets, packets, slots, bitsPerSecond
  case octetsPerSecond, degrees, microseconds, milliseconds, seconds, hertz, millimetres
  case kilohertz, megahertz, tenthsOfDBm, tenthsOfDB

  package var suffix: StaticString {
    switch self {
    case .none: ""
    case .dBm: " dBm"
    case .dB: " dB"
    case .partsPerMillion: " ppm"
    case .percent: " %"
    case .octets: " octets"
    case .packets: " packets"
    case .slots: " slots"
    case .bitsPerSecond: " bit/s"
    case .octetsPerSecond: " octets/s"
    case .degrees: " degrees"
    case .microseconds: " us"
    case .milliseconds: " ms"
    case .seconds: " s"
    case .hertz: " Hz"
    case .millimetres: " mm"
    case .kilohertz: " kHz"
    case .megahertz: " MHz"
    case .tenthsOfDBm: " x 0.1 dBm"
    case .tenthsOfDB: " x 0.1 dB"
    }
  }
}

/// The unit of a time, such as 1.25 ms, in nanoseconds so that all of them are whole.
package struct FieldTime: Hashable, Sendable, BitwiseCopyable {
  package let nanoseconds: UInt64

  package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  package static let microseconds = FieldTime(nanoseconds: 1_000)
  package static let milliseconds = FieldTime(nanoseconds: 1_000_000)
  package static let seconds = FieldTime(nanoseconds: 1_000_000_000)
  /// 8 us, in which Constant Tone Extensions are counted
  package static let eightMicroseconds = FieldTime(nanoseconds: 8_000)
  /// 125 us
  package static let frames = FieldTime(nanoseconds: 125_000)
  /// 0.3125 ms, half a slot
  package static let halfSlots = FieldTime(nanoseconds: 312_500)
  /// 0.625 ms
  package static let slots = FieldTime(nanoseconds: 625_000)
  /// 1.25 ms
  package static let slotPairs = FieldTime(nanoseconds: 1_250_000)
  /// 10 ms
  package static let hundredths = FieldTime(nanoseconds: 10_000_000)
  /// 1.28 s
  package static let inquiryUnits = FieldTime(nanoseconds: 1_280_000_000)
}
