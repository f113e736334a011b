import CaptureFiles
import Findings
import Report
import Tracking

/// The analysis of a capture whose octets come piece by piece: from a pipe, a socket, a logger that
/// is still writing.
///
/// ```swift
/// var stream = try StreamAnalysis()
/// while let piece = try nextPiece() { try stream.append(piece) }
/// let analysis = try stream.finish()
/// ```
///
/// Octets that are no whole record yet are kept; everything else is analyzed at once, and memory
/// does not grow with the capture.
public struct StreamAnalysis: ~Copyable {
  private let queue = OctetQueue()
  private var reader: CaptureReader?
  private var analysis: RunningAnalysis
  private var batch: [CapturedRecord] = []
  private let name: String
  private let settings: AnalysisSettings
  private let rules: [any Rule.Type]

  /// - Parameters:
  ///   - name: is repeated in the report.
  ///   - settings: what markers end transfers, what is a gap, which rules are run.
  /// - Throws: ``BletraceError/invalidSetting(_:)``.
  public init(
    name: String = "capture", settings: AnalysisSettings = AnalysisSettings()
  ) throws(BletraceError) {
    let rules = try settings.chosenRules()
    let options = try settings.options()
    self.name = name
    self.settings = settings
    self.rules = rules
    analysis = RunningAnalysis(options: options, payloads: nil)
  }

  /// Takes the next octets of the capture file, however many.
  ///
  /// - Throws: ``BletraceError/notACapture(_:)``, once it is certain.
  public mutating func append(_ octets: [UInt8]) throws(BletraceError) {
    queue.add(octets)
    try readOn()
  }

  /// What the report would be if the capture ended here; `nil` before its first record.
  public borrowing func soFar() -> Analysis? {
    guard let reader else { return nil }
    return Analysis(analysis.capture(path: name, CaptureFacts(reader)), rules, settings)
  }

  /// No more octets will come.
  ///
  /// - Throws: ``BletraceError/notACapture(_:)``, also where nothing came at all.
  public consuming func finish() throws(BletraceError) -> Analysis {
    queue.hasEnded = true
    try readOn()
    guard let reader else { throw BletraceError(.empty) }
    return Analysis(analysis.finish(path: name, CaptureFacts(reader)), rules, settings)
  }

  private mutating func readOn() throws(BletraceError) {
    do throws(CaptureFileError) {
      if reader == nil {
        queue.rewind()
        reader = try CaptureReader(queue)
        queue.forgetPast = true
      }
      while try reader?.nextBatch(into: &batch) == true {
        if let window = reader?.window { analysis.add(batch, in: window.span) }
        if analysis.isNearlyFull, let reader { analysis.retire(CaptureFacts(reader)) }
      }
    } catch .notYet {
      return
    } catch {
      throw BletraceError(error)
    }
  }
}

/// Octets that wait to be read.
private final class OctetQueue: ByteSource {
  private var octets: [UInt8] = []
  private var next = 0
  var hasEnded = false
  /// Whether what was read is not needed again. Until the format is known it is.
  var forgetPast = false

  func add(_ more: [UInt8]) {
    if forgetPast {
      octets.removeFirst(next)
      next = 0
    }
    octets += more
  }

  func rewind() { next = 0 }

  func read(
    into buffer: inout [UInt8], at offset: Int, upTo count: Int
  ) throws(CaptureFileError) -> Int {
    let held = min(count, octets.count - next)
    if held == 0, count > 0, !hasEnded { throw .notYet }
    buffer.replaceSubrange(offset..<offset + held, with: octets[next..<next + held])
    next += held
    return held
  }
}
