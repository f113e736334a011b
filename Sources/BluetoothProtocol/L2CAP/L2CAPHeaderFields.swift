extension L2CAPBasicHeader {
  /// The basic header as fields.
  ///
  /// - Parameter offset: where it stands.
  package func describe(at offset: Int, into list: inout FieldList) {
    list.move(to: offset)
    let group = list.beginGroup("L2CAP basic header")
    list.add("PDU Length", .unsigned(UInt64(payloadLength), .octets), octets: 2, brief: true)
    list.add("Channel ID", .channel(channel), octets: 2, brief: true)
    list.endGroup(group)
  }
}
