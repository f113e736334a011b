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
  ///   - undecoded: what continues other packets, so that its fields are none.
  ///   - value: what the value of an attribute is; `nil` stands for the one that a request asked
  ///     for.
  mutating func replace(
    _ fields: FieldList, _ data: RedactedKind, isAdvertising: Bool = false,
    undecoded: [Range<Int>] = [], _ replacements: inout Replacements,
    value kind: (ATTHandle?) -> ValueKind = { _ in .data }
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
      guard range.lowerBound >= start, !undecoded.contains(where: { $0.overlaps(range) })
      else { continue }
      if field.role == .optionType || field.role == .informationType {
        type = field.value.number ?? 0
      }
      switch field.value {
      case .group, .element:
        continue
      case .missing:
        // The length that is wrong shows where structures of advertising data end.
        let isUnknown = undecoded.contains {
          ($0.lowerBound...$0.upperBound).contains(range.lowerBound)
        }
        if isAdvertising, !isUnknown, let first = firstUncovered(before: range.upperBound) {
          isCovered[first] = true
        }
      case .leftOver:
        continue
      case .address where range.count == 6:
        set(range, replacements.address(Array(original[range])))
      case .secret:
        set(range, replacements.key(Array(original[range])))
      case .text:
        set(range, text(field.role, Array(original[range]), data, &replacements))
      case .attributeValue,
        .uuid where field.role == .attributeValue:
        replaceValue(range, field.range.originalCount, kind(handle), &replacements)
      case .bytes where data == .values:
        replaceValue(range, field.range.originalCount, kind(handle), &replacements)
      case .bytes where !range.isEmpty && range.upperBound <= done:
        continue
      case .bytes:
        if let most = HarmlessOctets.most(
          field.role, type: type, octets: field.range.originalCount)
        {
          // What is longer than the specification says may hold anything.
          cover(range.prefix(most))
          let rest = range.dropFirst(most)
          set(rest, replacements.raw(Array(original[rest]), data))
        } else if field.role == .filling, original[range].allSatisfy({ $0 == 0 }) {
          cover(range)
        } else if field.role == .secret {
          set(range, replacements.key(Array(original[range])))
        } else {
          let beacon = isAdvertising ? beaconHeader(range, field.role, company, service) : 0
          cover(range.prefix(beacon))
          let rest = range.dropFirst(beacon)
          set(rest, replacements.raw(Array(original[rest]), isAdvertising ? .advertising : data))
        }
      case .hex, .unsigned, .code, .bits, .special, .signed, .duration:
        if field.role == .secret {
          set(range, replacements.key(Array(original[range])))
        } else if field.role == .place {
          set(range, replacements.raw(Array(original[range]), .notes))
        } else if field.role == .appData {
          set(range, replacements.raw(Array(original[range]), .advertising))
        } else if field.role == .vendorSource, let key = temporaryKey(range) {
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
        // Some devices begin with their address where the UUID of service data is expected.
        if isAdvertising, isServiceData(range), replacements.isLikeAddress(structure(range)) {
          set(range, replacements.raw(Array(original[range]), .advertising))
        } else {
          cover(range)
        }
      case .address, .connectionHandle, .opcode, .channel:
        cover(range)
      }
    }
  }

  /// Octets that no field accounts for.
  ///
  /// - Parameter isKeepable: whether they may stay where their kind does.
  mutating func replaceRest(
    _ kind: RedactedKind, isKeepable: Bool = true, _ replacements: inout Replacements
  ) {
    var index = 0
    while index < octets.count {
      guard !isCovered[index] else {
        index += 1
        continue
      }
      var end = index
      while end < octets.count, !isCovered[end] { end += 1 }
      let part = Array(original[index..<end])
      set(index..<end, replacements.raw(part, kind, isKeepable: isKeepable))
      index = end
    }
  }

  mutating func cover(_ range: Range<Int>) {
    for index in range where index < octets.count { isCovered[index] = true }
  }

  /// Replaces what of addresses, names and keys of the capture is in octets that stay, and parts of
  /// addresses: in UUIDs, and in the fields of a packet that is not what it seems to be.
  ///
  /// - Parameter header: octets at the beginning that say what the packet is.
  mutating func replaceKnown(after header: Int, _ replacements: inout Replacements) {
    for hit in replacements.identities(in: octets) {
      replaceLeft(in: hit, after: header, &replacements)
    }
    for hit in replacements.partsLeft(in: octets, of: original, from: start)
    where octets[hit] == original[hit] {
      replaceLeft(in: hit, after: header, &replacements)
    }
  }

  private mutating func replaceLeft(
    in hit: Range<Int>, after header: Int, _ replacements: inout Replacements
  ) {
    let own = hit.filter { $0 >= start + header && octets[$0] == original[$0] }
    let image = replacements.part(own.map { original[$0] })
    for (index, octet) in zip(own, image) { octets[index] = octet }
  }

  /// Octets that stay, in so long a row that they might be taken for an original.
  func keep(in replacements: inout Replacements, after header: [UInt8] = []) {
    var index = start
    while index < octets.count {
      var end = index
      while end < octets.count, octets[end] == original[end] { end += 1 }
      let before = index == 0 ? header : []
      if before.count + end - index >= SecretSearch.shortestElse {
        replacements.keep(before + octets[index..<end])
      }
      index = end + 1
    }
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
    case .name: set(range, replacements.name(Array(original[range])))
    case .data, .kept: set(range, replacements.value(Array(original[range])))
    }
  }

  private func text(
    _ role: FieldRole, _ octets: [UInt8], _ data: RedactedKind,
    _ replacements: inout Replacements
  ) -> [UInt8] {
    // `hci0`, which the kernel gives.
    let number = octets.dropFirst(3).prefix { (0x30...0x39).contains($0) }
    if role == .controllerName, octets.starts(with: Array("hci".utf8)), !number.isEmpty,
      octets[number.endIndex...].allSatisfy({ $0 == 0 })
    {
      return octets
    }
    return replacements.name(octets, as: data == .notes ? .notes : .names)
  }

  /// A structure of advertising data from a field, its first, to its end.
  private func structure(_ first: Range<Int>) -> [UInt8] {
    let start = first.lowerBound
    guard start >= 2 else { return [] }
    return Array(original[start...].prefix(max(0, Int(original[start - 2]) - 1)))
  }

  /// Whether a UUID begins service data.
  private func isServiceData(_ first: Range<Int>) -> Bool {
    first.lowerBound >= 2 && [0x16, 0x20, 0x21].contains(original[first.lowerBound - 1])
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
    _ range: Range<Int>, _ role: FieldRole, _ company: UInt16?, _ service: BluetoothUUID?
  ) -> Int {
    if role == .manufacturerData, company == 0x004C, original[range].starts(with: [0x02, 0x15]) {
      return 2
    }
    if role == .serviceData, service == BluetoothUUID(uuid16: 0xFEAA) {
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

/// Octets that are harmless, by the role of their field.
enum HarmlessOctets {
  /// The lengths of the configuration options of L2CAP, and of Information Responses.
  private static let options: [UInt64: Int] = [1: 2, 2: 2, 3: 22, 4: 9, 5: 1, 6: 16, 7: 2]
  private static let information: [UInt64: Int] = [1: 2, 2: 4, 3: 8]

  /// How many octets of a field stay; nil where nothing says that it is harmless.
  ///
  /// - Parameter type: of an option, or of information.
  static func most(_ role: FieldRole, type: UInt64, octets: Int) -> Int? {
    switch role {
    case .optionData: options[type] == octets ? octets : 0
    case .information: information[type] ?? 0
    case .capability(let most): Int(most)
    default: nil
    }
  }
}
