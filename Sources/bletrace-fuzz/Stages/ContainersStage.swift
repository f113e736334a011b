import CaptureFiles

/// Files of any format, read in pieces of a size that the input chooses.
enum ContainersStage: FuzzStage {
  static let name = "containers"
  static let form = InputForm.capture(after: 1)
  static let longest = 1024

  static func run(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let file = Array(input.dropFirst())
    let whole = records(of: file, readSize: .max, window: longest)
    let pieces = records(
      of: file, readSize: 1 + Int(choice & 15), window: 16 + 16 * Int(choice >> 4))
    promise(whole == pieces, "what a file holds depends on how it is read")
  }

  /// A digest of all that was read.
  private static func records(of file: [UInt8], readSize: Int, window: Int) -> [Int] {
    var hasher = FNV()
    var count = 0
    do throws(CaptureFileError) {
      var reader = try CaptureReader(
        MemorySource(file, readSize: readSize), windowSize: window)
      var batch: [CapturedRecord] = []
      var number = 0
      while try reader.nextBatch(into: &batch) {
        let bytes = reader.window.span
        for record in batch {
          // A transfer of USB may hold several packets.
          promise(record.number >= number, "numbers ascend")
          number = record.number
          count += 1
          hasher.add(Int(record.time.microseconds))
          hasher.add(record.bytes.originalCount)
          hasher.add(Int(record.kind.rawValue))
          for index in record.bytes.start..<record.bytes.end { hasher.add(Int(bytes[index])) }
        }
        // What is packed in text may be many times as long.
        let most = reader.format == .btsnooz ? CaptureLimits.packedLog : file.count
        promise(count <= most, "more records than octets")
      }
      return [
        count, hasher.value, reader.droppedRecords, reader.truncatedRecords,
        reader.cutShort ? 1 : 0, reader.unreadable == nil ? 0 : 1,
      ]
    } catch {
      // What came before a refusal is never reported: how much that is may depend on the reading.
      return [-1] + error.message.utf8.map(Int.init)
    }
  }
}

/// Fowler-Noll-Vo 1a, a word at a time: enough to see whether two runs saw the same.
struct FNV {
  private(set) var value = Int(bitPattern: 0xCBF2_9CE4_8422_2325)

  mutating func add(_ word: Int) {
    value = (value ^ word) &* 0x100_0000_01B3
  }
}
