import Bytes

/// Telink's OTA: commands, results and numbers stay, and of the firmware its mark and its size. A
/// CRC-16 that was right becomes that of what replaces the block; one that was wrong stays wrong.
struct TelinkOTARedactor: FramedRedactor {
  /// The characteristic may be used for something else, until a message shows otherwise.
  private var isRecognized = false
  private var block: TelinkOTABlock?
  /// Of the block, and which octets of it stay.
  private var isNext = false
  private var fields: [Range<Int>] = []
  /// Where the firmware begins, seen from the block.
  private var firmware = 0
  /// `nil` where the beginning of the firmware is not known.
  private var head: TelinkFirmwareHead? = TelinkFirmwareHead()
  private var next = 0

  /// The block with the size, which stays if a later one has the mark.
  private struct Sized: Sendable {
    var id: Int
    var block: TelinkOTABlock
    var original: [UInt8]
    var image: [UInt8]
    var field: Range<Int>
  }

  private var sized: Sized?
  private var nextID: Int

  init(firstDigest: Int) { nextID = firstDigest }

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    let octets = value.octets
    (block, isNext, fields) = (nil, false, [])
    let message = (try? TelinkOTAMessage(value.range, in: octets.span)) ?? nil
    if !value.isFromServer, message?.showsProtocol ?? false { isRecognized = true }
    guard isRecognized else { return octets.map { _ in .payload } }
    // Without a meaning, as what the logger cuts, it still has a number that must not become that
    // of a command.
    guard let message else { return octets.indices.map { $0 < 2 ? .header : .payload } }
    switch message {
    case .block(let block):
      guard !value.isFromServer else { return octets.map { _ in .payload } }
      take(block, octets)
    case .start, .extendedStart: (head, next) = (TelinkFirmwareHead(), 0)
    default: break
    }
    let header = Self.header(of: message, isFromServer: value.isFromServer) + fields
    return octets.indices.map { index in
      header.contains { $0.contains(index) } ? .header : .payload
    }
  }

  /// The fields of a message; what follows them may be anything.
  private static func header(
    of message: TelinkOTAMessage, isFromServer: Bool
  ) -> [Range<Int>] {
    switch (message, isFromServer) {
    case (.end(.some), false), (.octetsReceived, true): [0..<6]
    case (.extendedStart, false), (.blocksReceived, true): [0..<4]
    case (.result, true): [0..<3]
    // A version says little, but it is the maker's.
    case (.versionRequest, false), (.versionAnswer, true): [0..<2, 4..<5]
    default: [0..<2]
    }
  }

  private mutating func take(_ block: TelinkOTABlock, _ octets: [UInt8]) {
    self.block = block
    let number = Int(block.number)
    if number > next || block.data.isCut, !(head?.isComplete ?? false) { head = nil }
    isNext = number == next
    next = max(next, number + 1)
    guard isNext, let head else { return }
    firmware = block.data.start - head.count
    self.head?.add(block.data, of: octets.span)
    fields = (self.head?.fields ?? [])
      .map { $0.lowerBound + firmware..<$0.upperBound + firmware }
      .filter { $0.lowerBound >= block.data.start && $0.upperBound <= block.data.end }
  }

  mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replaced: ([UInt8]) -> [UInt8]
  ) -> [DigestStep] {
    guard let block, block.crc != nil, image.count >= 4 else { return settle() }
    Self.setChecksum(of: block, &image)
    return settle() + hold(block, value.octets, image)
  }

  private static func setChecksum(of block: TelinkOTABlock, _ image: inout [UInt8]) {
    let end = image.count - 2
    var new = TelinkOTABlock.checksum(of: ByteRange(start: 0, end: end), in: image.span)
    if !block.isIntact { new = ~new }
    image[end] = UInt8(truncatingIfNeeded: new)
    image[end + 1] = UInt8(truncatingIfNeeded: new >> 8)
  }

  // MARK: - The size before the mark

  private mutating func hold(
    _ block: TelinkOTABlock, _ original: [UInt8], _ image: [UInt8]
  ) -> [DigestStep] {
    guard isNext, let head, !head.isComplete, head.fields.isEmpty else { return [] }
    let size = TelinkFirmwareHead.sizeField
    let field = size.lowerBound + firmware..<size.upperBound + firmware
    guard field.lowerBound >= block.data.start, field.upperBound <= block.data.end else {
      return []
    }
    nextID += 1
    sized = Sized(id: nextID, block: block, original: original, image: image, field: field)
    return [.wait(id: nextID, 2..<image.count)]
  }

  /// Whether the size stays shows with a mark, with the end of the head, or with another start.
  private mutating func settle() -> [DigestStep] {
    guard let sized else { return [] }
    if let head, head.fields.isEmpty, !head.isComplete, next > 0 { return [] }
    self.sized = nil
    guard let head, !head.fields.isEmpty else {
      return [.write(id: sized.id, original: [], image: [])]
    }
    var image = sized.image
    image.replaceSubrange(sized.field, with: sized.original[sized.field])
    Self.setChecksum(of: sized.block, &image)
    return [
      .write(id: sized.id, original: Array(sized.original[2...]), image: Array(image[2...]))
    ]
  }
}
