import TraceBytes

/// The structures of advertising data, each as a group of its fields. What an early end leaves
/// behind is filling, and no field.
package func describeAdvertisingData(
  _ data: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
) {
  var structures = AdvertisingData(data)
  list.move(to: data.start)
  do throws(DecodeIssue) {
    while !list.isFull, let structure = try structures.next(in: bytes) {
      let layout = ADLayouts.layout(structure.type)
      list.move(to: structure.value.start - 2)
      let group = list.beginGroup(layout?.name ?? "Reserved AD type")
      list.add("Length", .unsigned(UInt64(structure.value.count + 1), .octets), octets: 1)
      list.add("AD Type", .hex(UInt64(structure.type.rawValue), digits: 2), octets: 1)
      if let layout {
        ParameterDecoder.decode(layout, structure.value, .gap, in: bytes, into: &list)
      } else {
        list.add("AD Data", .bytes, structure.value)
      }
      list.move(to: structure.value.end)
      list.endGroup(group)
    }
  } catch {
    list.add(error)
  }
}
