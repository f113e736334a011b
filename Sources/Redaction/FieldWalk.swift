import BluetoothProtocol
import Bytes

/// Replaces what a packet's fields hold, by what the layouts say that they are. Octets that belong
/// to no field are replaced too: only what is known to be harmless stays.
struct FieldWalk {
  /// The octets, with what is replaced.
  private(set) var octets: [UInt8]
  private var isCovered: [Bool]
  private let original: [UInt8]
  /// What comes before belongs to the capture, and stays.
  private let start: Int

  init(_ octets: [UInt8], from start: Int = 0) {
    self.octets = octets
    self.start = start
    original = octets
    isCovered = [Bool](repeating: false, count: octets.count)
    cover(0..<start)
  }

  /// What an attribute value is, which stands in no octet of it.
  enum ValueKind {
    case data, name
    /// What belongs to the protocol, if it has one of these lengths; nil stands for any.
    case kept(Set<Int>?)
  }

  /// Walks fields whose ranges are in `octets`.
  ///
  /// - Parameters:
  ///   - data: what bytes are that no name says more about.
  ///   - value: what the value of an attribute is; `nil` stands for the one that a request asked
  ///     for.
  mutating func replace(
    _ fields: FieldList, _ data: RedactedKind, isAdvertising: Bool = false,
    _ replacements: inout Replacements, value kind: (ATTHandle?) -> ValueKind = { _ in .data }
  ) {
    var handle: ATTHandle?
    var company: UInt16?
    var service: BluetoothUUID?
    var type: UInt64 = 0
    // What is replaced together with the field before it ends here.
    var done = 0
    for index in 0..<fields.count {
      let field = fields[index]
      let range = clipped(field.range)
      guard range.lowerBound >= start else { continue }
      let name = field.name.description
      if name == "Option Type" || name == "Info Type" { type = field.value.number ?? 0 }
      switch field.value {
      case .group, .element:
        continue
      case .missing:
        // The length that is wrong shows where structures of advertising data end.
        if isAdvertising, let first = firstUncovered(before: range.upperBound) {
          isCovered[first] = true
        }
      case .leftOver:
        continue
      case .address where range.count == 6:
        set(range, replacements.address(Array(original[range])))
      case .secret:
        set(range, replacements.key(Array(original[range])))
      case .text:
        set(range, text(name, Array(original[range]), isAdvertising, data, &replacements))
      case .attributeValue,
        .uuid where name == "Attribute Value":
        replaceValue(range, field.range.originalCount, kind(handle), &replacements)
      case .bytes where data == .values:
        replaceValue(range, field.range.originalCount, kind(handle), &replacements)
      case .bytes where !range.isEmpty && range.upperBound <= done:
        continue
      case .bytes:
        if let most = HarmlessFields.most(
          name, type: type, octets: field.range.originalCount)
        {
          // What is longer than the specification says may hold anything.
          cover(range.prefix(most))
          let rest = range.dropFirst(most)
          set(rest, replacements.raw(Array(original[rest]), data))
        } else if isFilling(name, range) {
          cover(range)
        } else if HarmlessFields.secrets.contains(name) {
          set(range, replacements.key(Array(original[range])))
        } else {
          let beacon = isAdvertising ? beaconHeader(range, name, company, service) : 0
          cover(range.prefix(beacon))
          let rest = range.dropFirst(beacon)
          set(rest, replacements.raw(Array(original[rest]), isAdvertising ? .advertising : data))
        }
      case .hex, .unsigned, .code, .bits, .special, .signed, .duration:
        if HarmlessFields.secrets.contains(name) {
          set(range, replacements.key(Array(original[range])))
        } else if name == "Service_Data" {
          set(range, replacements.raw(Array(original[range]), .advertising))
        } else if name == "Vendor ID Source", let key = temporaryKey(range) {
          set(key, replacements.key(Array(original[key])))
        } else {
          cover(range)
        }
      case .attributeHandle(let number):
        handle = ATTHandle(number)
        cover(range)
      case .company(let number):
        company = number
        cover(range)
        let whole = structure(range)
        if isAdvertising, range.count == 2, replacements.isLikeAddress(whole) {
          set(range, replacements.company(Array(original[range])))
          if replacements.kept.contains(.advertising) {
            done = range.lowerBound + whole.count
            set(range.lowerBound..<done, replacements.raw(whole, .advertising))
          }
        }
      case .uuid(let uuid):
        service = uuid
        cover(range)
        replacements.keep(Array(original[range]))
      case .address, .connectionHandle, .opcode, .channel:
        cover(range)
      }
    }
  }

  /// Octets that no field accounts for.
  mutating func replaceRest(_ kind: RedactedKind, _ replacements: inout Replacements) {
    var index = 0
    while index < octets.count {
      guard !isCovered[index] else {
        index += 1
        continue
      }
      var end = index
      while end < octets.count, !isCovered[end] { end += 1 }
      set(index..<end, replacements.raw(Array(original[index..<end]), kind))
      index = end
    }
  }

  mutating func cover(_ range: Range<Int>) {
    for index in range where index < octets.count { isCovered[index] = true }
  }

  mutating func set(_ range: Range<Int>, _ image: [UInt8]) {
    // Bits of one octet may be several fields: what was replaced stays so.
    for (offset, index) in range.enumerated() where offset < image.count {
      octets[index] = image[offset]
      isCovered[index] = true
    }
  }

  private mutating func replaceValue(
    _ range: Range<Int>, _ count: Int, _ kind: ValueKind, _ replacements: inout Replacements
  ) {
    switch kind {
    case .kept(let lengths) where lengths?.contains(count) ?? true:
      cover(range)
      // What was looked at already has no lengths, and may be replaced.
      if lengths != nil { replacements.keep(Array(original[range])) }
    case .name: set(range, replacements.name(Array(original[range])))
    case .data, .kept: set(range, replacements.value(Array(original[range])))
    }
  }

  private func text(
    _ name: String, _ octets: [UInt8], _ isAdvertising: Bool, _ data: RedactedKind,
    _ replacements: inout Replacements
  ) -> [UInt8] {
    // `hci0`, which the kernel gives.
    if name == "Name", octets.starts(with: Array("hci".utf8)) { return octets }
    return replacements.name(octets, as: data == .notes ? .notes : .names)
  }

  /// What is behind the end of advertising data, mostly nothing but zeros.
  private func isFilling(_ name: String, _ range: Range<Int>) -> Bool {
    ["Filling", "Further flags", "Unused octets"].contains(name)
      && original[range].allSatisfy { $0 == 0 }
  }

  /// A structure of advertising data from a field, its first, to its end.
  private func structure(_ first: Range<Int>) -> [UInt8] {
    let start = first.lowerBound
    guard start >= 2 else { return [] }
    return Array(original[start...].prefix(max(0, Int(original[start - 2]) - 1)))
  }

  /// The octets of a Security Manager TK Value, which has the type of a Device ID: all that has
  /// not the length of one.
  private func temporaryKey(_ first: Range<Int>) -> Range<Int>? {
    let key = structure(first)
    guard first.lowerBound >= 2, original[first.lowerBound - 1] == 0x10, key.count != 8
    else { return nil }
    return first.lowerBound..<first.lowerBound + key.count
  }

  /// Octets that say which format a beacon has: findings do not take it for a phone.
  private func beaconHeader(
    _ range: Range<Int>, _ name: String, _ company: UInt16?, _ service: BluetoothUUID?
  ) -> Int {
    if name == "Data", company == 0x004C, original[range].starts(with: [0x02, 0x15]) { return 2 }
    if name == "Service Data", service == BluetoothUUID(uuid16: 0xFEAA) {
      return min(1, range.count)
    }
    return 0
  }

  private func firstUncovered(before end: Int) -> Int? {
    var first: Int?
    var index = min(end, octets.count)
    if index < octets.count, !isCovered[index] { first = index }
    while index > 0, !isCovered[index - 1] {
      index -= 1
      first = index
    }
    return first
  }

  private func clipped(_ range: ByteRange) -> Range<Int> {
    let start = min(range.start, octets.count)
    return start..<min(max(range.end, start), octets.count)
  }
}

/// Fields that the kinds of the layouts do not distinguish.
enum HarmlessFields {
  /// Octets that say what a radio or a protocol can do, and how many there are at most.
  private static let bytes: [String: Int] = [
    "AFH_Channel_Map": 10, "AFH_Host_Channel_Classification": 10, "Channel_Classification": 10,
    "Channel_Map": 10, "FeaturePage": 24, "LE Features": 8, "LE_Features": 248, "Reason Data": 4,
    "Rx_Flow_Spec": 16, "Tx_Flow_Spec": 16,
  ]

  /// The lengths of the configuration options of L2CAP, and of Information Responses.
  private static let options: [UInt64: Int] = [1: 2, 2: 2, 3: 22, 4: 9, 5: 1, 6: 16, 7: 2]
  private static let information: [UInt64: Int] = [1: 2, 2: 4, 3: 8]

  /// How many octets of a field stay; nil where nothing says that it is harmless.
  ///
  /// - Parameter type: of an option, or of information.
  static func most(_ name: String, type: UInt64, octets: Int) -> Int? {
    switch name {
    case "Option Data": options[type] == octets ? octets : 0
    case "Info": information[type] ?? 0
    default: bytes[name]
    }
  }

  /// Numbers and octets that belong to a pairing, or to the encryption of a link.
  static let secrets: Set<String> = [
    "C", "DHKey Check", "DRBG_Nonce", "EDIV", "Encrypted_Data", "Encrypted_Diversifier", "IV_C",
    "IV_P", "Key_X_Coordinate", "Key_Y_Coordinate", "Numeric_Value", "Passkey", "Public Key X",
    "Public Key Y", "R", "Rand", "Random_Number", "SKD_C", "SKD_P",
  ]
}
