import CaptureFiles
import SystemLibraries

/// Octets whose count and checksum are computed as they pass, and checked at their end.
final class CheckedSource: ByteSource {
  /// What was read in all.
  struct Sum: Equatable {
    var crc: UInt32
    var count: Int
  }

  private let source: any ByteSource
  private let most: Int
  private let judge: (Sum) throws(CaptureFileError) -> Void
  private var crc = RunningCRC32()
  private var count = 0
  private var isDone = false
  /// What was judged of it.
  private var verdict: CaptureFileError?

  /// - Parameters:
  ///   - most: octets that it should be at most; what comes after them is not read.
  ///   - judge: is asked once, when the source has ended.
  init(
    _ source: any ByteSource, atMost most: Int = .max,
    judge: @escaping (Sum) throws(CaptureFileError) -> Void
  ) {
    self.source = source
    self.most = most
    self.judge = judge
  }

  func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    if let verdict { throw verdict }
    guard !isDone, count > 0 else { return 0 }
    let room = most - self.count
    // With no room left, one octet shows that there are more; it is not handed out.
    let got = try source.read(into: &buffer, at: offset, upTo: room > 0 ? min(count, room) : 1)
    if room == 0, got > 0 {
      let error = CaptureFileError.cannotUnpack(
        reason: "it unpacks to more than the \(most) bytes that the archive states")
      verdict = error
      throw error
    }
    crc.add(buffer.span.extracting(offset..<offset + got))
    self.count += got
    guard got == 0 else { return got }
    isDone = true
    do throws(CaptureFileError) {
      try judge(Sum(crc: crc.value, count: self.count))
    } catch {
      verdict = error
      throw error
    }
    return 0
  }

  /// Reads what is left, for what follows it. That it is not what it should be is no matter then.
  func finish() throws(CaptureFileError) {
    guard !isDone else { return }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    do throws(CaptureFileError) {
      while !isDone { _ = try read(into: &piece, at: 0, upTo: piece.count) }
    } catch {
      guard isDone else { throw error }
    }
  }

  static func compare(_ sum: Sum, with expected: Sum) throws(CaptureFileError) {
    guard sum.count == expected.count else {
      throw .cannotUnpack(
        reason: "it unpacks to \(sum.count) bytes instead of \(expected.count)")
    }
    guard sum.crc == expected.crc else {
      throw .cannotUnpack(reason: "its checksum is wrong: the file is damaged")
    }
  }
}
