// Archives, octet by octet, so that any part of one can be wrong. What is deflated stands in blocks
// that are not compressed (RFC 1951, 3.2.4): nothing here packs.

/// CRC-32 as zip and gzip have it, a bit at a time.
package func slowCRC32(_ bytes: [UInt8]) -> UInt32 {
  var sum = ~UInt32(0)
  for octet in bytes {
    sum ^= UInt32(octet)
    for _ in 0..<8 { sum = sum & 1 == 1 ? (sum >> 1) ^ 0xEDB8_8320 : sum >> 1 }
  }
  return ~sum
}

package func deflated(_ contents: [UInt8]) -> [UInt8] {
  var writer = ByteWriter(.little)
  var rest = contents[...]
  repeat {
    let block = rest.prefix(0xFFFF)
    rest = rest.dropFirst(block.count)
    writer.put(UInt8(rest.isEmpty ? 1 : 0))
    writer.put(UInt16(block.count))
    writer.put(~UInt16(block.count))
    writer.put(Array(block))
  } while !rest.isEmpty
  return writer.bytes
}

package func gzipped(_ contents: [UInt8]) -> [UInt8] {
  var writer = ByteWriter(.little)
  writer.put([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3])
  writer.put(deflated(contents))
  writer.put(slowCRC32(contents))
  writer.put(UInt32(truncatingIfNeeded: contents.count))
  return writer.bytes
}

package struct ZipWriter: Sendable {
  package struct File: Sendable {
    package var name: [UInt8]
    package var contents: [UInt8]
    package var method: UInt16 = 8
    /// What it is packed to, in the place of its contents.
    package var packed: [UInt8]?
    package var isEncrypted = false
    /// CRC and sizes come after the contents, as when the archive is written to a pipe.
    package var hasDescriptor = false
    /// The signature before them.
    package var signsDescriptor = true
    package var isZip64 = false
    /// Where they are to be wrong.
    package var crc: UInt32?
    package var size: Int?
    /// Where the directory is to say that it begins.
    package var offset: Int?

    package init(_ name: String, _ contents: [UInt8]) {
      self.init(Array(name.utf8), contents)
    }

    package init(_ name: [UInt8], _ contents: [UInt8]) {
      self.name = name
      self.contents = contents
    }
  }

  package private(set) var bytes: [UInt8] = []
  private var directory = ByteWriter(.little)
  private var files = 0

  package init() {}

  package mutating func add(_ name: String, _ contents: [UInt8]) { add(File(name, contents)) }

  package mutating func add(_ file: File) {
    let index = file.offset ?? bytes.count
    let packed = file.packed ?? (file.method == 8 ? deflated(file.contents) : file.contents)
    let size = file.size ?? file.contents.count
    let crc = file.crc ?? slowCRC32(file.contents)
    var local = ByteWriter(.little)
    local.put(UInt32(0x0403_4B50))
    put(file, &local, crc, packed.count, size, hides: file.hasDescriptor)
    local.put(UInt16(file.name.count))
    let wide = file.isZip64 ? extra([size, packed.count], hides: file.hasDescriptor) : []
    local.put(UInt16(wide.count))
    local.put(file.name + wide + packed)
    if file.hasDescriptor {
      if file.signsDescriptor { local.put(UInt32(0x0807_4B50)) }
      local.put(crc)
      for count in [packed.count, size] {
        if file.isZip64 { local.put(UInt64(count)) } else { local.put(UInt32(count)) }
      }
    }
    bytes += local.bytes
    directory.put(UInt32(0x0201_4B50))
    directory.put(UInt16(45))
    put(file, &directory, crc, packed.count, size, hides: false)
    directory.put(UInt16(file.name.count))
    let all = file.isZip64 ? extra([size, packed.count, index], hides: false) : []
    directory.put(UInt16(all.count))
    directory.put([UInt8](repeating: 0, count: 10))
    directory.put(file.isZip64 ? UInt32.max : UInt32(index))
    directory.put(file.name + all)
    files += 1
  }

  private func put(
    _ file: File, _ writer: inout ByteWriter, _ crc: UInt32, _ packed: Int, _ size: Int,
    hides: Bool
  ) {
    writer.put(UInt16(45))
    writer.put(UInt16((file.isEncrypted ? 1 : 0) | (file.hasDescriptor ? 8 : 0)))
    writer.put(file.method)
    writer.put(UInt32(0))
    writer.put(hides ? 0 : crc)
    for count in [packed, size] {
      writer.put(file.isZip64 ? UInt32.max : hides ? 0 : UInt32(count))
    }
  }

  private func extra(_ numbers: [Int], hides: Bool) -> [UInt8] {
    var writer = ByteWriter(.little)
    writer.put(UInt16(1))
    writer.put(UInt16(8 * numbers.count))
    for number in numbers { writer.put(UInt64(hides ? 0 : number)) }
    return writer.bytes
  }

  /// The whole archive.
  package func finished(isZip64: Bool = false, comment: [UInt8] = []) -> [UInt8] {
    var writer = ByteWriter(.little)
    writer.put(bytes + directory.bytes)
    if isZip64 {
      let index = writer.bytes.count
      writer.put(UInt32(0x0606_4B50))
      writer.put(UInt64(44))
      writer.put([45, 0, 45, 0] + [UInt8](repeating: 0, count: 8))
      for number in [files, files, directory.bytes.count, bytes.count] {
        writer.put(UInt64(number))
      }
      writer.put(UInt32(0x0706_4B50))
      writer.put(UInt32(0))
      writer.put(UInt64(index))
      writer.put(UInt32(1))
    }
    writer.put(UInt32(0x0605_4B50))
    writer.put(UInt32(0))
    for _ in 0..<2 { writer.put(isZip64 ? UInt16.max : UInt16(files)) }
    writer.put(isZip64 ? UInt32.max : UInt32(directory.bytes.count))
    writer.put(isZip64 ? UInt32.max : UInt32(bytes.count))
    writer.put(UInt16(comment.count))
    writer.put(comment)
    return writer.bytes
  }
}

package struct TarWriter: Sendable {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func add(_ name: String, _ contents: [UInt8]) {
    add(Array(name.utf8), contents)
  }

  /// - Parameter size: where the header is to say something else.
  package mutating func add(
    _ name: [UInt8], _ contents: [UInt8], type: Character = "0", size: Int? = nil
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    header.replaceSubrange(0..<min(100, name.count), with: name.prefix(100))
    let digits = Array(String(size ?? contents.count, radix: 8).utf8)
    header.replaceSubrange(124..<135, with: [UInt8](repeating: 0x30, count: 11))
    header.replaceSubrange((135 - digits.count)..<135, with: digits)
    header[156] = type.asciiValue ?? 0
    header.replaceSubrange(257..<263, with: Array("ustar\0".utf8))
    header.replaceSubrange(148..<156, with: Array("        ".utf8))
    let sum = Array(String(header.reduce(0) { $0 + Int($1) }, radix: 8).utf8)
    header.replaceSubrange(148..<148 + sum.count, with: sum)
    header[148 + sum.count] = 0
    bytes += header + contents
    bytes += [UInt8](repeating: 0, count: (512 - contents.count % 512) % 512)
  }

  /// GNU's way with a name that is longer than its field.
  package mutating func addLong(_ name: [UInt8], _ contents: [UInt8]) {
    add(Array("././@LongLink".utf8), name + [0], type: "L")
    add(Array(name.prefix(100)), contents)
  }

  /// pax's way with it.
  package mutating func addExtended(_ records: [UInt8], _ name: String, _ contents: [UInt8]) {
    add(Array("pax".utf8), records, type: "x")
    add(name, contents)
  }

  /// The whole archive.
  package func finished() -> [UInt8] { bytes + [UInt8](repeating: 0, count: 1024) }
}
