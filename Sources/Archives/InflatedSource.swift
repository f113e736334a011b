import CaptureFiles
import SystemLibraries

/// What packed octets unpack to.
package final class InflatedSource: ByteSource {
  private let packed: HeldSource
  private let frame: Inflater.Frame
  private let inflater: Inflater
  private let count: UnpackCount
  private var isDone = false
  /// What is wrong after what was handed out.
  private var damage: CaptureFileError?

  /// Takes what is packed from where `packed` is, and no octet after its end.
  ///
  /// - Parameter count: of the archive that it is part of.
  package init(
    _ packed: HeldSource, _ frame: Inflater.Frame, _ count: UnpackCount
  ) throws(CaptureFileError) {
    guard let inflater = Inflater(frame) else {
      throw .cannotUnpack(reason: "there is not enough memory to unpack it")
    }
    self.packed = packed
    self.frame = frame
    self.inflater = inflater
    self.count = count
  }

  package func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    guard count > 0 else { return 0 }
    while !isDone, damage == nil {
      let available = try packed.hold(1)
      let step = packed.withSpan {
        inflater.step($0, into: &buffer, at: offset, upTo: count)
      }
      packed.drop(step.taken)
      damage = step.damage.map {
        .cannotUnpack(reason: "its packed data is damaged (\($0))")
      }
      if step.isEnd {
        // What is packed may be in an archive, and be damaged behind its own end.
        do throws(CaptureFileError) { try finish() } catch { damage = error }
      }
      if !self.count.add(packed: step.taken, unpacked: step.put) { damage = self.count.limit.error }
      // What came before the damage is handed out; the next call reports it.
      if step.put > 0 { return step.put }
      if available == 0, !isDone, damage == nil {
        throw .cannotUnpack(reason: "it ends in the middle of its packed data")
      }
    }
    if let damage { throw damage }
    return 0
  }

  /// A gzip file may be several, one after the other (RFC 1952, 2.2); anything else after it, such
  /// as the padding of a tape, is not part of it.
  private func finish() throws(CaptureFileError) {
    isDone = true
    guard frame == .gzip, try packed.beginning(2) == [0x1F, 0x8B] else { return }
    inflater.restart()
    isDone = false
  }
}

/// At most so many octets of a source; fewer are an error, since they were promised.
final class CountedSource: ByteSource {
  private let source: HeldSource
  private(set) var left: Int

  init(_ source: HeldSource, _ count: Int) {
    self.source = source
    left = count
  }

  func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    let wanted = min(count, left)
    guard wanted > 0 else { return 0 }
    let got = try source.read(into: &buffer, at: offset, upTo: wanted)
    guard got > 0 else { throw Self.endedEarly }
    left -= got
    return got
  }

  /// Passes over what is left.
  func finish() throws(CaptureFileError) {
    let count = left
    left = 0
    guard try source.skip(count) == count else { throw Self.cutArchive }
  }

  static let cutArchive = CaptureFileError.cannotUnpack(
    reason: "the archive ends in the middle")
  static let endedEarly = CaptureFileError.cannotUnpack(
    reason: "the archive ends before the end "
      + "of this file")
}
