extension BluetoothUUID {
  /// The name of the service. For a UUID that a company bought and whose service it has not named,
  /// the company's name: see `memberName`.
  package var serviceName: String? {
    if let short16 { return ServiceUUIDNames.name(for: short16) ?? memberName }
    return VendorServiceUUIDNames.name(for: self) ?? KnownVendorUUIDs.serviceName(for: self)
  }

  /// The member of the Bluetooth SIG or the standards body that owns the 16-bit UUID; `nil` of one
  /// that most devices use without being its owner.
  package var memberName: String? {
    short16.flatMap {
      MisusedNumbers.uuids.contains($0) ? nil : MemberUUIDNames.name(for: $0)
    }
  }

  package var characteristicName: String? {
    if let short16 { return CharacteristicUUIDNames.name(for: short16) }
    return VendorCharacteristicUUIDNames.name(for: self)
      ?? KnownVendorUUIDs.characteristicName(for: self)
  }

  package var descriptorName: String? {
    short16.flatMap { DescriptorUUIDNames.name(for: $0) }
  }

  /// The name of one of the four attribute types that declare what follows them.
  ///
  /// Core Vol 3, Part G, 3.4, table 3.2.
  package var declarationName: String? {
    switch short16 {
    case 0x2800: "Primary Service"
    case 0x2801: "Secondary Service"
    case 0x2802: "Include"
    case 0x2803: "Characteristic"
    default: nil
    }
  }

  /// The name of whatever it is: for a UUID seen as an attribute type, where a declaration, a
  /// descriptor and a characteristic value look alike. No number has two of these meanings.
  package var attributeTypeName: String? {
    declarationName ?? descriptorName ?? characteristicName ?? serviceName
  }
}
