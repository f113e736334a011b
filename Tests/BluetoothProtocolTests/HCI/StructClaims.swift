import BluetoothProtocol
import Bytes

/// What one of analysis's structs says of a parameter that the layout of the same packet names.
struct StructClaim {
  enum Value {
    case numbers([UInt64])
    /// Whether it is other than 0.
    case flag(Bool)
    /// The number says that there is none.
    case special
    case octets(ByteRange)
  }

  let name: String
  let value: Value

  /// Whether the fields say the same.
  func holds(in list: FieldList) -> Bool {
    let fields = list.fields.filter { $0.name.description == name }
    switch value {
    case .numbers(let numbers): return fields.compactMap(\.value.number) == numbers
    case .flag(let flag): return fields.map { $0.value.number != 0 } == [flag]
    case .special:
      guard fields.count == 1, case .special = fields[0].value else { return false }
      return true
    case .octets(let range): return fields.map(\.range) == [range]
    }
  }
}

/// One number each time that the parameter occurs.
func claim(_ name: String, _ numbers: (any FixedWidthInteger)...) -> StructClaim {
  StructClaim(name: name, value: .numbers(numbers.map { UInt64(truncatingIfNeeded: $0) }))
}

func claim(_ name: String, _ status: HCIStatus) -> StructClaim { claim(name, status.rawValue) }

func claim(_ name: String, _ handle: ConnectionHandle) -> StructClaim {
  claim(name, handle.rawValue)
}

func claim(_ name: String, _ address: DeviceAddress) -> StructClaim {
  claim(name, address.rawValue)
}

func claim(_ name: String, isSet flag: Bool) -> StructClaim {
  StructClaim(name: name, value: .flag(flag))
}

func claim(_ name: String, _ octets: ByteRange) -> StructClaim {
  StructClaim(name: name, value: .octets(octets))
}

func claim(_ name: String, known number: (any FixedWidthInteger)?) -> StructClaim {
  number.map { claim(name, $0) } ?? StructClaim(name: name, value: .special)
}

/// The claims of the struct that analysis has for a packet; nil if it has none.
func structClaims(
  _ key: HCIVector.Key, _ parameters: ByteRange, in bytes: Span<UInt8>
) throws(DecodeIssue) -> [StructClaim]? {
  switch key.kind {
  case .command: try commandClaims(HCIOpcode(key.code), parameters, in: bytes)
  case .returns: try returnClaims(HCIOpcode(key.code), parameters, in: bytes)
  case .event:
    try eventClaims(HCIEventCode(UInt8(truncatingIfNeeded: key.code)), parameters, in: bytes)
  case .leEvent:
    try leEventClaims(LEMetaSubevent(UInt8(truncatingIfNeeded: key.code)), parameters, in: bytes)
  }
}
