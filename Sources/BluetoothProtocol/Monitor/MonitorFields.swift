import Bytes

/// A record of the Linux monitor that is no HCI packet, by its opcode; nil for an opcode that is
/// not known.
///
/// BlueZ, doc/btsnoop-protocol, and include/net/bluetooth/hci_mon.h of Linux.
package func describeMonitorRecord(
  opcode: UInt8, _ record: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList
) {
  list.move(to: record.start)
  let layout = MonitorLayouts.layout(opcode)
  let group = list.beginGroup(layout?.name ?? "Unknown monitor record")
  if let layout {
    ParameterDecoder.decode(layout, record, .monitor, in: bytes, into: &list)
  } else {
    list.add(
      "Opcode", .hex(UInt64(opcode), digits: 4),
      ByteRange(start: record.start, end: record.start), brief: true)
    list.add("Data", .bytes, record)
  }
  list.endGroup(group)
}

package enum MonitorLayouts {
  package static func layout(_ opcode: UInt8) -> ParameterLayout? { layouts[opcode] }

  private static let layouts: [UInt8: ParameterLayout] = [
    0: ParameterLayout(
      "New Index",
      [
        .code("Type", ["Primary", "AMP"]), .code("Bus", buses).brief, .address("Address"),
        .text("Name", 8).role(.controllerName).brief,
      ]),
    1: ParameterLayout("Delete Index", []),
    8: ParameterLayout("Open Index", []),
    9: ParameterLayout("Close Index", []),
    10: ParameterLayout(
      "Index Information", [.address("Address"), .company("Manufacturer").brief]),
    11: ParameterLayout("Vendor Diagnostic", [.rest("Data").brief]),
    12: ParameterLayout("System Note", [.restText("Note").brief]),
    13: ParameterLayout(
      "User Logging",
      [
        .code("Priority", priorities).brief, .u8("Ident Length", .octets),
        .text("Ident", countedBy: "Ident Length").brief, .restText("Message").brief,
      ]),
    14: ParameterLayout(
      "Control Open",
      [
        .hex("Cookie", octets: 4), .code("Format", octets: 2, ["RAW", "USER", "MGMT"]).brief,
        .u8("Version").brief, .u16("Revision"), .bits("Flags", octets: 4, ["Trusted socket"]),
        .u8("Ident Length", .octets), .text("Ident", countedBy: "Ident Length").brief,
        .rest("Further data"),
      ]),
    15: ParameterLayout("Control Close", [.hex("Cookie", octets: 4)]),
    16: ParameterLayout(
      "MGMT Command",
      [
        .hex("Cookie", octets: 4), .code("Opcode", octets: 2, ManagementNames.commands).brief,
        .rest("Parameters"),
      ]),
    17: ParameterLayout(
      "MGMT Event",
      [
        .hex("Cookie", octets: 4), .code("Event", octets: 2, ManagementNames.events).brief,
        .rest("Parameters"),
      ]),
  ]

  private static let buses: CodeNames = [
    "Virtual", "USB", "PC Card", "UART", "RS232", "PCI", "SDIO", "SPI", "I2C", "SMD", "VIRTIO",
    "IPC",
  ]

  private static let priorities: CodeNames = [
    3: "Error", 4: "Warning", 6: "Information", 7: "Debug",
  ]
}
