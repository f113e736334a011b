import BluetoothProtocol
import Text

/// How rules name what the protocols number.
extension Wording {
  /// `Attribute Not Found (0x0A)`, or `0x7F` where the code has no name.
  package static func named(_ name: String?, _ code: Int) -> String {
    name.map { "\($0) (\(Self.code(code)))" } ?? Self.code(code)
  }

  package static func named(_ name: String?, _ status: HCIStatus) -> String {
    named(name, Int(status.rawValue))
  }

  /// `Read By Type Request`; `request` if it is not known.
  package static func pdu(_ opcode: ATTOpcode?) -> String {
    opcode?.key.map(Name.ofSpecification) ?? "request"
  }

  /// `read by type request`; `request` where it is not known.
  package static func request(_ opcode: ATTOpcode?) -> String {
    guard let key = opcode?.key else { return "request" }
    return Name.words(key).replacingWord("mtu", by: "MTU")
  }

  /// `handle 0x0010`, `handles 0x0010, 0x0013 and 0x0016`; beyond four, their number.
  package static func handles(_ handles: [Int]) -> String {
    guard handles.count > 1 else { return handles.first.map(handle) ?? "an unknown handle" }
    guard handles.count <= 4 else { return count(handles.count, "handle") }
    return "handles " + list(handles.map(Quantity.handle))
  }

  /// `a`, `a and b`, `a, b and c`.
  package static func list(_ items: [String], beforeLast word: String = " and ") -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + word + last
  }

  /// `once`, `twice`, `5 times`.
  package static func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(count) times"
    }
  }

  /// `12 %`, `0.4 %`, `under 0.1 %`: the share of `part` in `whole`.
  package static func share(_ part: Int, of whole: Int) -> String {
    guard whole > 0, part >= 0 else { return "0 %" }
    guard part < whole else { return "100 %" }
    let twice = whole.dividingFullWidth(part.multipliedFullWidth(by: 2000)).quotient
    let perMille = (twice + 1) / 2
    if perMille == 0 { return part == 0 ? "0 %" : "under 0.1 %" }
    if perMille >= 100 || perMille % 10 == 0 { return "\((perMille + 5) / 10) %" }
    return "\(perMille / 10).\(perMille % 10) %"
  }

  /// At most five frames, each once, ascending: as many as a reader looks up.
  package static func handful(_ frames: some Sequence<Int>) -> [Int] {
    Array(Set(frames).sorted().prefix(5))
  }
}

extension String {
  fileprivate func replacingWord(_ word: String, by other: String) -> String {
    split(separator: " ").map { $0 == word ? other : String($0) }.joined(separator: " ")
  }
}

extension Quantity {
  package static func code(_ status: HCIStatus) -> String { code(Int(status.rawValue)) }
}
