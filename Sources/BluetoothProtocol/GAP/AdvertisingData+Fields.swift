import TraceBytes

/// The structures of advertising data, each as a group of its fields.
package func describeAdvertisingData(
  _ data: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
) {
  var structures = AdvertisingData(data)
  do throws(DecodeIssue) {
    while let structure = try structures.next(in: bytes) {
      list.move(to: structure.value.start - 2)
      list.add("Length", .unsigned(UInt64(structure.value.count + 1), .octets), octets: 1)
      list.add("AD Type", .code(UInt64(structure.type.rawValue), digits: 2, .adType), octets: 1)
      list.add("AD Data", .bytes, structure.value)
    }
  } catch {
    list.add(error)
  }
}

extension CodeNames {
  package static let adType = CodeNames(octets: { ADType($0).name })
}
