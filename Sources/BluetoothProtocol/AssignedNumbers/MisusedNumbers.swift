/// Assigned numbers that most devices use without being their owner. The owner's name would mislead
/// the reader, so that reports print the number alone. `decode` shows company identifiers with the
/// assigned name all the same, as it prints what the octets mean by the list.
package enum MisusedNumbers {
  /// 16-bit UUIDs from FFE0 to FFF5. For ten years these were assigned to no one, and chip makers
  /// used them in sample code that products copied with its numbers: FFE0 with FFE1 by serial
  /// modules and SensorTag keys, FFF0 with FFF1 to FFF5 by the "simple profile". Bodies of
  /// standards received the last of them only later (FFF0 PKOC, FFF2 Aliro, FFF3 FiRa and others);
  /// FFF6 and above are in use by their owners: Matter, FIDO, Remote ID.
  package static let uuids: ClosedRange<UInt16> = 0xFFE0...0xFFF5

  /// Company identifiers that stand in the manufacturer specific data of devices whose makers have
  /// none: 0 and 1, the first of the list (Ericsson, Nokia Mobile Phones), which firmware writes
  /// that leaves the field empty or begins to count; and FFFF, which is for tests.
  package static let companies: Set<UInt16> = [0x0000, 0x0001, 0xFFFF]
}

extension CompanyNames {
  /// The owner of an identifier in advertising data; `nil` where it is no sign of the owner.
  package static func advertiser(_ company: UInt16) -> String? {
    MisusedNumbers.companies.contains(company) ? nil : name(for: company)
  }
}
