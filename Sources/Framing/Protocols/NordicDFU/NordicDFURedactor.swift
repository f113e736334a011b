import Bytes

/// Nordic Secure DFU: requests and answers stay, data are replaced, and a CRC that was that of the
/// data becomes that of what replaces them. One that was wrong stays wrong.
struct NordicDFURedactor: FramedRedactor {
  /// The CRC of the original and that of what replaces it; nil where octets are not known.
  private struct Pair: Sendable {
    var original = CRC32()
    var image = CRC32()
  }

  /// The objects of one type, as `NordicDFUTransfer` has them.
  private struct Objects: Sendable {
    var executed = 0
    var executedPair: Pair? = Pair()
    var count = 0
    var pair: Pair? = Pair()
    var isOpen = false
    /// By offset.
    var checkpoints: [Int: (original: UInt32, image: UInt32)] = [:]
    static let mostCheckpoints = 4096

    func known(_ offset: Int) -> (original: UInt32, image: UInt32)? {
      if let known = checkpoints[offset] { return known }
      guard offset == executed, let pair = executedPair else { return nil }
      return (pair.original.value, pair.image.value)
    }

    mutating func create() {
      count = 0
      pair = executedPair
      isOpen = true
      checkpoints = [:]
    }

    mutating func add(_ original: ByteRange, _ octets: [UInt8], _ image: [UInt8]) {
      guard isOpen else { return }
      count += original.originalCount
      if original.isCut { pair = nil }
      pair?.original.add(original, in: octets.span)
      pair?.image.add(original, in: image.span)
      if let pair, checkpoints.count < Self.mostCheckpoints {
        checkpoints[executed + count] = (pair.original.value, pair.image.value)
      }
    }

    mutating func execute() {
      guard isOpen else { return }
      executed += count
      executedPair = pair
      count = 0
      isOpen = false
    }
  }

  private var current: NordicDFUObject?
  private var initPacket = Objects()
  private var firmware = Objects()
  private var scanner = InitPacketScanner()

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    let octets = value.octets
    if value.role == .control {
      let message = try? NordicDFUMessage(value.range, in: octets.span)
      let header = message.map(Self.octets) ?? Self.octetsWithoutMeaning(octets.first)
      return octets.indices.map { $0 < header ? .header : .payload }
    }
    guard current == .initPacket, !value.isFromServer else { return octets.map { _ in .payload } }
    defer { if value.range.isCut { scanner.lose() } }
    return octets.map { scanner.part($0) }
  }

  /// How many octets of a message the protocol has; what follows them may be anything.
  private static func octets(of message: NordicDFUMessage) -> Int {
    switch message {
    case .create: 6
    case .receipts: 3
    case .checksum, .execute, .other: 1
    case .select: 2
    case .answer(let answer): octets(of: answer)
    }
  }

  /// It still has an opcode, and perhaps an object that there is not; an answer that the logger cut
  /// has the request's opcode and the result.
  private static func octetsWithoutMeaning(_ opcode: UInt8?) -> Int {
    switch opcode {
    case 0x01, 0x06: 2
    case 0x60: 3
    default: 1
    }
  }

  private static func octets(of answer: NordicDFUAnswer) -> Int {
    let header = 3
    if answer.extended != nil { return header + 1 }
    guard answer.offset != nil else { return header }
    return header + (answer.longest == nil ? 8 : 12)
  }

  mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replaced: ([UInt8]) -> [UInt8]
  ) -> [DigestStep] {
    if value.role == .data {
      if !value.isFromServer { add(value, image) }
      return []
    }
    switch try? NordicDFUMessage(value.range, in: value.octets.span) {
    case .select(let object) where !value.isFromServer: current = object
    case .create(let object, _) where !value.isFromServer: create(object)
    case .answer(let answer) where value.isFromServer && answer.result == 1:
      if answer.opcode == 0x04 { execute() }
      if let offset = answer.offset, let crc = answer.crc {
        let end = answer.opcode == 0x06 ? 15 : 11
        guard end <= image.count else { break }
        let found = self.crc(crc, at: Int(offset), replaced)
        for index in 0..<4 {
          image[end - 4 + index] = UInt8(truncatingIfNeeded: found >> (8 * index))
        }
      }
    default: break
    }
    return []
  }

  private mutating func add(_ value: FramedOctets, _ image: [UInt8]) {
    switch current {
    case .initPacket: initPacket.add(value.range, value.octets, image)
    case .firmware: firmware.add(value.range, value.octets, image)
    case nil: break
    }
  }

  private mutating func create(_ object: NordicDFUObject) {
    current = object
    if object == .firmware { return firmware.create() }
    // Another update.
    (initPacket, firmware, scanner) = (Objects(), Objects(), InitPacketScanner())
    initPacket.create()
  }

  private mutating func execute() {
    if current == .initPacket { initPacket.execute() } else { firmware.execute() }
  }

  private func crc(
    _ found: UInt32, at offset: Int, _ replaced: ([UInt8]) -> [UInt8]
  ) -> UInt32 {
    // The CRC of nothing.
    guard offset > 0 || found != 0 else { return 0 }
    let known = current == .initPacket ? initPacket.known(offset) : firmware.known(offset)
    if let known, known.original == found { return known.image }
    let octets = (0..<4).map { UInt8(truncatingIfNeeded: found >> (8 * $0)) }
    let image = replaced(octets).enumerated().reduce(UInt32(0)) {
      $0 | UInt32($1.element) << (8 * $1.offset)
    }
    return image == known?.image ? ~image : image
  }
}

/// Says which octets of an init packet are structure or numbers, such as sizes and versions: a
/// protocol buffer whose messages are `NordicInitPacket`'s. Hashes and signatures are neither.
struct InitPacketScanner: Sendable {
  private enum State: Sendable { case tag, number, length, content }

  /// Octets that are left of each message, from the outermost; and the field that it is.
  private var open: [(left: UInt64, path: [UInt64])] = []
  private var state = State.tag
  private var value: UInt64 = 0
  private var shift: UInt64 = 0
  private var path: [UInt64] = []
  private var isLost = false

  /// Messages: the command; the signed command and the command in it; the init command in either.
  /// What else an init command holds is a number, or the hash, a message of a type and octets.
  private static let messages: Set<[UInt64]> = [[1], [2], [2, 1], [1, 2], [2, 1, 2]]

  mutating func lose() { isLost = true }

  /// Numbers: the opcodes of both commands and the signature type; of an init command the versions,
  /// the type, the three sizes and whether it is for debugging.
  private static let numbers: Set<[UInt64]> = {
    var numbers: Set<[UInt64]> = [[1, 1], [2, 1, 1], [2, 2]]
    for command in [[1, 2], [2, 1, 2]] as [[UInt64]] {
      for field in [1, 2, 4, 5, 6, 7, 9] as [UInt64] { numbers.insert(command + [field]) }
    }
    return numbers
  }()

  mutating func part(_ octet: UInt8) -> FramedOctet {
    let isUnknown = state == .number && !Self.numbers.contains(path)
    return isHeader(octet) ? (isUnknown ? .varint : .header) : .payload
  }

  private mutating func isHeader(_ octet: UInt8) -> Bool {
    guard !isLost else { return false }
    if state == .content { return spend(1, isContent: true) }
    value |= UInt64(octet & 0x7F) << shift
    shift += 7
    let isLast = octet < 0x80
    guard isLast || shift < 63 else {
      isLost = true
      return false
    }
    if isLast { endNumber() }
    return spend(1, isContent: false)
  }

  private mutating func endNumber() {
    defer { (value, shift) = (0, 0) }
    switch state {
    case .tag:
      path = (open.last?.path ?? []) + [value >> 3]
      switch value & 7 {
      case 0: state = .number
      case 2: state = .length
      default: isLost = true
      }
    case .number: state = .tag
    case .length:
      open.append((left: value &+ 1, path: path))
      state = Self.messages.contains(path) ? .tag : .content
    case .content: break
    }
  }

  /// Goes on by an octet in each message.
  private mutating func spend(_ count: UInt64, isContent: Bool) -> Bool {
    for index in open.indices {
      guard open[index].left >= count else {
        isLost = true
        return false
      }
      open[index].left -= count
    }
    while open.last?.left == 0 {
      open.removeLast()
      state = .tag
    }
    return !isContent
  }
}
