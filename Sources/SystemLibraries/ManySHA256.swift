import CManyHashes

/// SHA-256 of many byte strings: side by side where the library for that is installed and there
/// are enough of them, else one after another.
@safe package final class ManySHA256 {
  /// What the library works in, once it is loaded.
  private var room: UnsafeMutableRawPointer?
  private var isLoaded = false
  /// Octets until it is loaded: for few it would take longer than it saves.
  private var octetsUntilLoaded: Int

  /// A byte string that takes more of all octets than this leaves the lanes beside it empty, and is
  /// hashed alone.
  private static let mostOfAll = 6
  private static let fewest = 4

  package init(loadsAfter octets: Int = 4 << 20) { octetsUntilLoaded = octets }

  deinit { unsafe many_hashes_close(room) }

  /// The digests in lower case hexadecimal, in order, and how many were computed side by side.
  package func digests(of strings: [[UInt8]]) -> (texts: [String], sideBySide: Int) {
    var texts = [String](repeating: "", count: strings.count)
    let octets = strings.reduce(0) { $0 + $1.count }
    load(for: octets)
    var together: [Int] = []
    if unsafe room != nil {
      let most = octets / Self.mostOfAll
      together = strings.indices.filter { (1...max(1, most)).contains(strings[$0].count) }
      // Longest first: then the last to end are short, and no lane waits long for another.
      together.sort { (strings[$1].count, $0) < (strings[$0].count, $1) }
      if together.count < Self.fewest { together = [] }
    }
    let digests = digestsTogether(together.map { strings[$0] })
    if digests.isEmpty { together = [] }
    for (place, index) in together.enumerated() {
      texts[index] = SHA256.text(of: digests.span.extracting(32 * place..<32 * (place + 1)))
    }
    for index in strings.indices where texts[index].isEmpty {
      let string = strings[index]
      texts[index] = SHA256.digest(of: string.span)
    }
    return (texts, together.count)
  }

  private func load(for octets: Int) {
    guard !isLoaded else { return }
    octetsUntilLoaded -= octets
    guard octetsUntilLoaded < 0 else { return }
    isLoaded = true
    unsafe room = unsafe many_hashes_open()
  }

  /// 32 octets each; none where the library failed, which is then not used again.
  private func digestsTogether(_ strings: [[UInt8]]) -> [UInt8] {
    guard !strings.isEmpty, let room = unsafe room else { return [] }
    var digests = [UInt8](repeating: 0, count: 32 * strings.count)
    let isDone = unsafe digests.withUnsafeMutableBufferPointer { digests in
      guard let digest = digests.baseAddress else { return false }
      var messages: [many_hashes_message] = unsafe []
      unsafe messages.reserveCapacity(strings.count)
      return unsafe Self.withAddresses(of: strings[...], digest, &messages) { messages in
        unsafe many_hashes_sha256(room, messages, messages.count)
      }
    }
    if isDone { return digests }
    unsafe many_hashes_close(room)
    unsafe self.room = nil
    return []
  }

  /// Holds all the arrays where they are for as long as the body takes.
  private static func withAddresses(
    of strings: ArraySlice<[UInt8]>, _ digest: UnsafeMutablePointer<UInt8>,
    _ messages: inout [many_hashes_message], _ body: ([many_hashes_message]) -> Bool
  ) -> Bool {
    guard let first = strings.first else { return unsafe body(messages) }
    return unsafe first.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return false }
      unsafe messages.append(
        many_hashes_message(start: start, count: buffer.count, digest: digest))
      return unsafe withAddresses(of: strings.dropFirst(), digest + 32, &messages, body)
    }
  }
}
