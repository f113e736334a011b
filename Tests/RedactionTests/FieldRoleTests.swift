import Bytes
import CaptureFiles
import Testing

@testable import BluetoothProtocol
@testable import LinkLayer
@testable import Redaction

/// What a field means is its role and its kind, and never its label.
@Suite struct FieldRoleTests {
  private static let octets: [UInt8] = [0x31, 0x42, 0x53, 0x64, 0x75, 0x86, 0x97, 0xA8]

  private func walked(
    _ name: StaticString, _ value: FieldValue, _ role: FieldRole, _ data: RedactedKind = .undecoded
  ) -> [UInt8] {
    var list = FieldList()
    list.add(name, value, octets: Self.octets.count, role: role)
    var replacements = Replacements(
      salt: [UInt8](repeating: 7, count: 32), markers: [], kept: [], known: nil)
    var walk = FieldWalk(Self.octets)
    walk.replace(list, data, &replacements)
    return walk.octets
  }

  @Test("the label of a field decides nothing", arguments: [FieldRole.secret, .place, .appData])
  func label(role: FieldRole) {
    let number = FieldValue.hex(0xA897_8675_6453_4231, digits: 16)
    #expect(walked("Anything", number, role) != Self.octets)
    #expect(walked("Passkey", number, .plain) == Self.octets)
    #expect(walked("Country_Code", number, .plain) == Self.octets)
  }

  @Test("octets that are harmless: as many as the specification has")
  func harmless() {
    #expect(walked("Anything", .bytes, .capability(8)) == Self.octets)
    #expect(walked("Channel_Map", .bytes, .plain) != Self.octets)
    let longer = walked("Anything", .bytes, .capability(4))
    #expect(longer.prefix(4) == Self.octets.prefix(4))
    #expect(longer.suffix(4) != Self.octets.suffix(4))
    #expect(walked("Filling", .bytes, .filling) != Self.octets)
  }

  /// Each field of a layout whose label speaks of a key or of a random number.
  @Test("what belongs to pairing and encryption is marked as secret")
  func secrets() {
    let words = [
      "Key", "Rand", "Nonce", "Passkey", "Hash", "SKD", "IV_", "EDIV", "Diversifier", "DHKey",
      "Encrypted", "PIN_Code", "Numeric_Value", "Confirm",
    ]
    // Numbers of keys, and what is random and no secret.
    let harmless: Set<String> = [
      "Num_Keys_Read", "Num_Keys_Deleted", "Max_Num_Keys", "RTT_Random_Payload_N",
    ]
    var count = 0
    for (layout, step) in Self.steps {
      let label = step.name.description
      guard words.contains(where: label.contains), !harmless.contains(label) else { continue }
      switch step.action {
      case .bytes, .hex, .unsigned:
        // One octet is a type, a size or a flag.
        guard step.octets != 1 else { continue }
        #expect(step.role == .secret, "\(layout): \(label)")
      case .secret: break
      default: continue
      }
      count += 1
    }
    #expect(count >= 40)
  }

  private static var steps: [(layout: String, step: LayoutStep)] {
    var layouts = HCICommandLayouts.all.flatMap { [$0.command, $0.returns].compactMap { $0 } }
    layouts += HCIEventLayouts.all.values
    layouts += LEMetaLayouts.all.values
    layouts += LLControlLayouts.all.values
    layouts += SMPLayouts.codes.compactMap { SMPLayouts.layout(SMPCode(rawValue: $0)) }
    return layouts.flatMap { layout in
      (0..<layout.steps.count).map { (layout.name.description, layout.steps[$0]) }
    }
  }
}
