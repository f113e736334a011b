import Bytes
import SystemLibraries

/// MCUmgr SMP: the header and the structure of the CBOR stay, and of its keys and integers those
/// that transfers and errors are made of; all else in it is replaced. The SHA-256 in the first
/// request of an upload becomes that of what replaces the image, where it was that of the image.
struct MCUmgrRedactor: FramedRedactor {
  /// What follows from a value, in the order of its octets.
  private enum Step: Sendable {
    case begin
    case data(Range<Int>)
    case digest(Range<Int>)
    /// A request to upload has ended.
    case end(offset: Int?, length: Int?, isKnown: Bool)
  }

  /// The frame of one side that is under way, as `MCUmgrFrames` puts it together.
  private struct Side: Sendable {
    var octets: [UInt8] = []
    var header: MCUmgrHeader?
    var missing = 0
    var scanner = CBORScanner()
    var isKnown = true

    /// The paths of what stays, as `MCUmgrBody` reads it.
    var kept: [[[UInt8]]] = []
    /// Octets of a key that are in this value.
    var keyOctets = 0

    /// Of image management.
    var isUpload: Bool {
      header.map { $0.operation == .write && $0.group == 1 && $0.command == 1 } ?? false
    }
  }

  /// What a request to upload holds; its data are no longer than a frame.
  private struct Request: Sendable {
    var original: [UInt8] = []
    var image: [UInt8] = []
    var digest: [UInt8] = []
    var digests: [Int] = []
  }

  /// An image that is sent.
  private struct Upload: Sendable {
    var original = SHA256()
    var image = SHA256()
    var next = 0
    var length: Int
    var digest: [UInt8]
    /// All that are the same.
    var digests: [Int]
  }

  private var sides = [Side(), Side()]
  private var steps: [Step] = []
  private var request = Request()
  private var upload: Upload?
  private var nextDigest: Int
  private static let mostDigests = 64

  init(firstDigest: Int) { nextDigest = firstDigest }

  // MARK: - What an octet is

  func isOther(_ octet: UInt8) -> Bool { !MCUmgrHeader.mayBegin(octet) }

  mutating func parts(of value: FramedOctets) -> [FramedOctet] {
    steps = []
    let side = value.isFromServer ? 1 : 0
    var parts: [FramedOctet] = []
    if sides[side].missing > 0, isNext(value, side) { sides[side] = Side() }
    while parts.count < value.octets.count {
      if sides[side].header == nil, !takeHeader(value, side, &parts) { break }
      takeBody(value, side, &parts)
    }
    while parts.count < value.octets.count { parts.append(.payload) }
    return parts
  }

  /// Whether a value begins the frame after one whose rest was lost.
  private func isNext(_ value: FramedOctets, _ side: Int) -> Bool {
    guard let last = sides[side].header,
      let found = try? MCUmgrHeader(value.range, in: value.octets.span)
    else { return false }
    return found.follows(last)
  }

  /// - Returns: whether the body follows.
  private mutating func takeHeader(
    _ value: FramedOctets, _ side: Int, _ parts: inout [FramedOctet]
  ) -> Bool {
    if sides[side].octets.isEmpty, !MCUmgrHeader.mayBegin(value.octets[parts.count]) {
      // What shows that it is no frame.
      parts.append(.other)
      return false
    }
    while sides[side].octets.count < MCUmgrHeader.octets, parts.count < value.octets.count {
      // Flags, that is the second octet, show that it is none.
      let hasFlags = sides[side].octets.count > 1 && sides[side].octets[1] != 0
      sides[side].octets.append(value.octets[parts.count])
      parts.append(hasFlags ? .payload : .header)
    }
    let held = sides[side].octets
    let header = try? MCUmgrHeader(ByteRange(start: 0, end: held.count), in: held.span)
    guard let header, header.flags == 0 else {
      if held.count == MCUmgrHeader.octets || value.range.isCut { sides[side] = Side() }
      return false
    }
    sides[side].header = header
    sides[side].missing = Int(header.length)
    sides[side].kept = Self.kept(of: header)
    if sides[side].isUpload { steps.append(.begin) }
    return true
  }

  private mutating func takeBody(
    _ value: FramedOctets, _ side: Int, _ parts: inout [FramedOctet]
  ) {
    let start = parts.count
    let held = min(sides[side].missing, value.octets.count - start)
    let isUpload = sides[side].isUpload
    sides[side].keyOctets = 0
    for index in start..<start + held {
      let octet = sides[side].scanner.add(value.octets[index])
      switch octet {
      case .structure: parts.append(.header)
      case .key:
        parts.append(.header)
        sides[side].keyOctets += 1
        // What comes of it in the next value is not known yet.
        if sides[side].scanner.missingOfKey == 0 || index == start + held - 1 {
          endKey(side, &parts)
        }
      case .small: parts.append(isKept(side) ? .header : .small)
      case .number: parts.append(isKept(side) ? .header : .payload)
      case .text: parts.append(.text)
      case .opaque: parts.append(.payload)
      case .bytes:
        let path = isUpload ? sides[side].scanner.path : []
        let (isData, isDigest) = (path == Self.data, path == Self.digest)
        parts.append(isDigest ? .digest : .payload)
        if isData || isDigest { note(index, isData: isData) }
      }
    }
    sides[side].missing -= held
    // The rest of the frame may be what the logger cut off.
    let cut = min(sides[side].missing, value.originalCount - value.octets.count)
    if cut > 0, start + held == value.octets.count {
      sides[side].scanner.lose()
      sides[side].isKnown = false
      sides[side].missing -= cut
    }
    guard sides[side].missing == 0 else { return }
    if isUpload {
      let numbers = sides[side].scanner.numbers
      steps.append(
        .end(
          offset: numbers[Array("off".utf8)], length: numbers[Array("len".utf8)],
          isKnown: sides[side].isKnown))
    }
    sides[side] = Side()
  }

  private static let (data, digest) = ([Array("data".utf8)], [Array("sha".utf8)])

  /// The keys that stay, and the integers that they lead to.
  private static func kept(of header: MCUmgrHeader) -> [[[UInt8]]] {
    var paths: [[String]] = []
    switch (header.group, header.command) {
    case (1, 1): paths = [["off"], ["data"], ["len"], ["sha"], ["image"]]
    case (1, 4), (8, 0): paths = [["off"], ["data"], ["len"], ["name"]]
    default: break
    }
    // Any answer may be an error.
    if header.operation.isResponse {
      paths += [["rc"], ["err"], ["err", "rc"], ["err", "group"]]
    }
    return paths.map { $0.map { Array($0.utf8) } }
  }

  private func isKept(_ side: Int) -> Bool {
    sides[side].scanner.width <= 4 && sides[side].kept.contains(sides[side].scanner.path)
  }

  /// Of a key that came whole, or as far as this value has it: then one that may be known stays.
  private mutating func endKey(_ side: Int, _ parts: inout [FramedOctet]) {
    let path = sides[side].scanner.keys
    let missing = sides[side].scanner.missingOfKey
    let isKnown = sides[side].kept.contains { known in
      guard known.count == path.count, known.dropLast() == path.dropLast(),
        let key = known.last, let found = path.last
      else { return false }
      return key.count == found.count + missing && key.starts(with: found)
    }
    if !isKnown {
      for index in parts.count - sides[side].keyOctets..<parts.count { parts[index] = .text }
    }
    sides[side].keyOctets = 0
  }

  private mutating func note(_ index: Int, isData: Bool) {
    switch steps.last {
    case .data(let range) where isData && range.upperBound == index:
      steps[steps.count - 1] = .data(range.lowerBound..<index + 1)
    case .digest(let range) where !isData && range.upperBound == index:
      steps[steps.count - 1] = .digest(range.lowerBound..<index + 1)
    default: steps.append(isData ? .data(index..<index + 1) : .digest(index..<index + 1))
    }
  }

  // MARK: - The digest

  mutating func finish(
    _ value: FramedOctets, _ image: inout [UInt8], _ replaced: ([UInt8]) -> [UInt8]
  ) -> [DigestStep] {
    var found: [DigestStep] = []
    for step in steps {
      switch step {
      case .begin: request = Request()
      case .data(let range):
        request.original += value.octets[range]
        request.image += image[range]
      case .digest(let range):
        if request.digest.isEmpty {
          request.digests = [nextDigest]
          nextDigest += 1
        }
        request.digest += value.octets[range]
        found.append(.wait(id: nextDigest - 1, range))
      case .end(let offset, let length, let isKnown):
        found += end(offset, length, isKnown: isKnown)
      }
    }
    return found
  }

  private mutating func end(_ offset: Int?, _ length: Int?, isKnown: Bool) -> [DigestStep] {
    defer { request = Request() }
    var found: [DigestStep] = []
    if offset == 0, let length {
      var digests = request.digests
      // The same image, sent from its beginning once more.
      if let upload, upload.digest == request.digest { digests += upload.digests }
      if digests.count > Self.mostDigests { digests.removeLast(digests.count - Self.mostDigests) }
      upload = Upload(length: length, digest: request.digest, digests: digests)
    } else if let digest = request.digests.first {
      // It stands where no image begins.
      found.append(.write(id: digest, original: [], image: []))
    }
    guard var open = upload, isKnown, let offset, offset <= open.next else {
      if !isKnown || (offset ?? 0) > upload?.next ?? 0 { return found + giveUp() }
      return found
    }
    let skipped = min(open.next - offset, request.original.count)
    open.original.update(request.original.span.extracting(skipped...))
    open.image.update(request.image.span.extracting(skipped...))
    open.next += request.original.count - skipped
    upload = open
    return open.next >= open.length ? found + compare(&open) : found
  }

  /// The image is not known whole: its digest stays what replaced it.
  private mutating func giveUp() -> [DigestStep] {
    defer { upload = nil }
    return (upload?.digests ?? []).map { .write(id: $0, original: [], image: []) }
  }

  private mutating func compare(_ open: inout Upload) -> [DigestStep] {
    let digest = open.original.finishOctets()
    // Old clients send the beginning of it.
    let isRight = !open.digest.isEmpty && digest.starts(with: open.digest)
    guard isRight else { return giveUp() }
    let image = Array(open.image.finishOctets().prefix(open.digest.count))
    let digests = open.digests
    // What is sent again from here on has the same digest, and waits for its own end.
    upload?.digests = []
    return digests.map { .write(id: $0, original: open.digest, image: image) }
  }
}
