import Bytes

/// The structures of advertising data, each as a group of its fields, and what an early end leaves
/// after them.
package func describeAdvertisingData(
  _ data: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
) {
  var structures = AdvertisingData(data)
  list.move(to: data.start)
  do throws(DecodeIssue) {
    while !list.isFull, let structure = try structures.next(in: bytes) {
      let layout = ADLayouts.layout(structure.type)
      if list.isBrief, let layout, layout.isSilent(structure.value) {
        list.move(to: structure.value.end)
        continue
      }
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
    let octets = list.position - data.start
    if octets < data.originalCount {
      list.add(
        "Filling", .bytes,
        ByteRange(
          start: min(list.position, data.end), end: data.end,
          originalCount: data.originalCount - octets), role: .filling)
    }
  } catch {
    // The length of a structure that does not fit.
    if error.offset == list.position + 1, error.offset <= data.end {
      list.add("Length", .unsigned(UInt64(bytes[list.position]), .octets), octets: 1)
    }
    list.add(error)
  }
}
