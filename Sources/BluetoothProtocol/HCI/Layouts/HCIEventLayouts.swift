/// The events of the specification, one family a file: `InquiryEventLayouts.swift` and so on.
///
/// Core 6.0, Vol 4, Part E, 7.7; and those that the specification has since removed, as they were.
/// Names are those of the newest version, and this is the only list of them.
package enum HCIEventLayouts {
  /// Nil for an event that is newer than these tables.
  package static func layout(_ code: HCIEventCode) -> ParameterLayout? { all[code.rawValue] }

  package static let all: [UInt8: ParameterLayout] = [
    outer, connection, security, controller, inquiry, amp,
  ].reduce(into: [:]) { $0.merge($1) { _, _ in preconditionFailure("one event twice") } }

  /// Events that hold others.
  private static let outer: [UInt8: ParameterLayout] = [
    HCIEventCode.leMeta.rawValue:
      ParameterLayout("LE Meta", [.hex("Subevent_Code", octets: 1), .rest("Parameters")]),
    HCIEventCode.vendorSpecific.rawValue:
      ParameterLayout("Vendor Specific", [.rest("Parameters")]),
  ]
}

/// The events of HCI_LE_Meta, by subevent code, one family a file: `LEConnectionEventLayouts.swift`
/// and so on.
///
/// Core 6.0, Vol 4, Part E, 7.7.65; what later versions added, as far as public sources say.
package enum LEMetaLayouts {
  /// Nil for an event that is newer than these tables.
  package static func layout(_ subevent: LEMetaSubevent) -> ParameterLayout? {
    all[subevent.rawValue]
  }

  package static let all: [UInt8: ParameterLayout] = [
    leConnection, leAdvertising, lePeriodicAdvertising, leDirectionFinding, leIsochronous,
    leChannelSounding,
  ].reduce(into: [:]) { $0.merge($1) { _, _ in preconditionFailure("one event twice") } }
}

/// Event masks: a bit for each event, in the order of the codes.
///
/// Core Vol 4, Part E, 7.3.1, 7.3.69 and 7.8.1.
extension CodeNames {
  /// From event 0x01 on, without those three that cannot be turned off.
  package static let eventMask = CodeNames(
    bits(of: HCIEventLayouts.all, from: 0x01, through: 0x3E).filter {
      ![0x0E, 0x0F, 0x13].contains($0.0 + 1)
    })
  package static let eventMaskPage2 = CodeNames(
    bits(of: HCIEventLayouts.all, from: 0x40, through: 0x7F))
  package static let leEventMask = CodeNames(bits(of: LEMetaLayouts.all, from: 0x01, through: 0x40))

  private static func bits(
    of layouts: [UInt8: ParameterLayout], from first: UInt8, through last: UInt8
  ) -> [(UInt64, String)] {
    (first...last).compactMap { code in
      layouts[code].map { (UInt64(code - first), $0.name.description) }
    }
  }
}
