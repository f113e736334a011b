import Bytes

/// A Security Manager command as fields. Keys are marked as such: they are shown only with all
/// octets.
package func describeSMP(_ pdu: ByteRange, in bytes: Span<UInt8>, into list: inout FieldList) {
  list.move(to: pdu.start)
  let depth = list.depth
  do throws(DecodeIssue) {
    let command = try SMPCommand(pdu, in: bytes)
    let layout = SMPLayouts.layout(command.code)
    let group = list.beginGroup(layout?.name ?? "Reserved SMP command")
    list.add(
      "Code", .hex(UInt64(command.code.rawValue), digits: 2), octets: 1, brief: layout == nil)
    if let layout {
      ParameterDecoder.decode(layout, command.parameters, .smp, in: bytes, into: &list)
    } else {
      list.addLeftOver(command.parameters)
    }
    list.endGroup(group)
  } catch {
    list.add(error)
    list.close(to: depth)
  }
}

/// The commands of the Security Manager. Core Vol 3, Part H, 3.5 and 3.6.
package enum SMPLayouts {
  package static func layout(_ code: SMPCode) -> ParameterLayout? { layouts[code.rawValue] }

  package static let codes: [UInt8] = layouts.keys.sorted()

  private static let layouts: [UInt8: ParameterLayout] = [
    0x01: ParameterLayout("Pairing Request", pairing),
    0x02: ParameterLayout("Pairing Response", pairing),
    0x03: ParameterLayout("Pairing Confirm", [.secret("Confirm Value", 16)]),
    0x04: ParameterLayout("Pairing Random", [.secret("Random Value", 16)]),
    0x05: ParameterLayout("Pairing Failed", [.code("Reason", .smpReason).brief]),
    0x06: ParameterLayout("Encryption Information", [.secret("Long Term Key", 16)]),
    0x07: ParameterLayout(
      "Central Identification",
      [.hex("EDIV", octets: 2).role(.secret), .hex("Rand", octets: 8).role(.secret)]),
    0x08: ParameterLayout("Identity Information", [.secret("Identity Resolving Key", 16)]),
    0x09: ParameterLayout(
      "Identity Address Information",
      [.code("AddrType", ["Public", "Static random"]).brief, .address()]),
    0x0A: ParameterLayout("Signing Information", [.secret("Signature Key", 16)]),
    0x0B: ParameterLayout("Security Request", [authReq]),
    0x0C: ParameterLayout(
      "Pairing Public Key",
      [.bytes("Public Key X", 32).role(.secret), .bytes("Public Key Y", 32).role(.secret)]),
    0x0D: ParameterLayout("Pairing DHKey Check", [.bytes("DHKey Check", 16).role(.secret)]),
    0x0E: ParameterLayout(
      "Pairing Keypress Notification",
      [
        .code(
          "Notification Type",
          [
            "Passkey entry started", "Passkey digit entered", "Passkey digit erased",
            "Passkey cleared", "Passkey entry completed",
          ]
        ).brief
      ]),
  ]

  /// `SMPPairingFeatures` reads the same for analysis.
  private static let pairing: [Parameter] = [
    .code(
      "IO Capability",
      ["DisplayOnly", "DisplayYesNo", "KeyboardOnly", "NoInputNoOutput", "KeyboardDisplay"]
    ).brief,
    .code(
      "OOB data flag",
      ["OOB Authentication data not present", "OOB Authentication data from remote device present"]),
    authReq,
    .u8("Maximum Encryption Key Size", .octets).brief,
    .bits("Initiator Key Distribution", keys),
    .bits("Responder Key Distribution", keys),
  ]

  private static let authReq = Parameter.split(
    "AuthReq", octets: 1,
    [
      .init("Bonding_Flags", bit: 0, width: 2, ["No Bonding", "Bonding"]),
      .init("MITM", bit: 2, .noYes), .init("SC", bit: 3, .noYes),
      .init("Keypress", bit: 4, .noYes), .init("CT2", bit: 5, .noYes),
      .init("Reserved", bit: 6, width: 2),
    ]
  ).brief

  private static let keys: CodeNames = ["EncKey", "IdKey", "SignKey", "LinkKey"]
}

extension SMPPairingMethod {
  /// What comes of both sides' features, reported with the second of them.
  package static func describe(
    initiator: SMPPairingFeatures, responder: SMPPairingFeatures, into list: inout FieldList
  ) {
    let method = SMPPairingMethod(initiator: initiator, responder: responder)
    let isSecure =
      initiator.authentication.secureConnections && responder.authentication.secureConnections
    list.addDerived("Pairing", .code(isSecure ? 1 : 0, digits: 1, kinds))
    list.addDerived("Method", .code(UInt64(method.index), digits: 1, methods))
  }

  private var index: Int {
    switch self {
    case .justWorks: 0
    case .passkeyEntry: 1
    case .numericComparison: 2
    case .outOfBand: 3
    }
  }
}

private let kinds: CodeNames = ["LE legacy pairing", "LE Secure Connections"]

private let methods: CodeNames = [
  "Just Works", "Passkey Entry", "Numeric Comparison", "Out of Band",
]
