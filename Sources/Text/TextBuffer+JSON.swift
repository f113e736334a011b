/// What JSON is written with: keys, lines, and whether a text needs an escape.
extension TextBuffer {
  /// Whether all octets after the first so many are visible ASCII other than `"`, `\` and `#`: what
  /// JSON takes as it is. A `#` may begin a command that a log of a job obeys.
  public func isPlain(from index: Int) -> Bool {
    precondition(index >= 0 && index <= used)
    var index = index
    while used &- index >= 8 {
      let word = unsafe UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
      if !isPlainWord(word) { return false }
      index &+= 8
    }
    guard index < used else { return true }
    // What is missing in the last word is filled up with what is plain.
    var word: UInt64 = 0x2020_2020_2020_2020
    while index < used {
      word = word << 8 | UInt64(unsafe start[index])
      index &+= 1
    }
    return isPlainWord(word)
  }

  /// A line feed, and so many spaces in front of what comes next.
  public mutating func append(lineIndentedBy spaces: Int) {
    precondition(spaces >= 0)
    append(UInt8(ascii: "\n"))
    // Eight at a time: the last ones may be too many, and are written over.
    reserve(spaces &+ 8)
    var index = used
    used &+= spaces
    while index < used {
      unsafe UnsafeMutableRawPointer(start + index).storeBytes(
        of: 0x2020_2020_2020_2020, as: UInt64.self)
      index &+= 8
    }
  }

  /// What begins a member of a JSON object that has a line for each: a comma after the one before
  /// it, a line feed, spaces, and the key, `"frame": `. Half of a report is this.
  public mutating func append(member key: StaticString, indentedBy spaces: Int, isFirst: Bool) {
    precondition(spaces >= 0 && key.hasPointerRepresentation)
    reserve(key.utf8CodeUnitCount + spaces + 16)
    var index = used
    if !isFirst {
      unsafe start[index] = UInt8(ascii: ",")
      index &+= 1
    }
    unsafe start[index] = UInt8(ascii: "\n")
    index &+= 1
    // Eight at a time: the last ones may be too many, and are written over.
    let end = index &+ spaces
    while index < end {
      unsafe UnsafeMutableRawPointer(start + index).storeBytes(
        of: 0x2020_2020_2020_2020, as: UInt64.self)
      index &+= 8
    }
    used = put(key: key, at: end)
  }

  /// A word of our own as the key of a JSON object: `"frame":`, and a blank where one is wanted.
  public mutating func append(key: StaticString, spaced: Bool) {
    precondition(key.hasPointerRepresentation)
    reserve(key.utf8CodeUnitCount + 4)
    used = put(key: key, at: used) &- (spaced ? 0 : 1)
  }

  /// Returns the position after it, the blank included.
  ///
  /// - Precondition: there is room for it.
  @inline(__always)
  private func put(key: StaticString, at index: Int) -> Int {
    let length = key.utf8CodeUnitCount
    unsafe start[index] = UInt8(ascii: "\"")
    unsafe (start + index + 1).initialize(from: key.utf8Start, count: length)
    let end = index &+ 1 &+ length
    unsafe start[end] = UInt8(ascii: "\"")
    unsafe start[end &+ 1] = UInt8(ascii: ":")
    unsafe start[end &+ 2] = UInt8(ascii: " ")
    return end &+ 3
  }
}

/// Whether each of eight octets is visible ASCII other than `"`, `#` and `\`. Subtracting sets the
/// highest bit of an octet that was less, where it was not set before.
@inline(__always)
private func isPlainWord(_ word: UInt64) -> Bool {
  let ones: UInt64 = 0x0101_0101_0101_0101
  let controls = word &- ones &* 0x20
  // `"` is 0x22, and `#` is 0x23.
  let quotes = ((word | ones) ^ ones &* 0x23) &- ones
  let backslashes = (word ^ ones &* 0x5C) &- ones
  let deletes = (word ^ ones &* 0x7F) &- ones
  return (word | controls | quotes | backslashes | deletes) & (ones &* 0x80) == 0
}
