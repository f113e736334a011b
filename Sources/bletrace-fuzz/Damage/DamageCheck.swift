import CaptureFiles
import Findings
import PacketText
import Text

/// Whether a harmed capture is reported as it should be: what was readable before the damage as in
/// the capture that was whole, and the rest in good order.
struct DamageCheck {
  /// Nothing where the whole file is no capture.
  let framed: FramedCapture
  private let format: PacketOptions.Format
  private let whole: CaptureReading
  /// The last record, where the file ends inside it.
  private let partial: Int

  /// `nil` for what is no capture.
  init?(_ file: [UInt8], _ format: PacketOptions.Format = .line) {
    guard let framed = FramedCapture(file), let whole = try? CaptureReading(file, format) else {
      return nil
    }
    self.framed = framed
    self.format = format
    self.whole = whole
    partial = framed.tail.isEmpty ? 0 : 1
    guard framed.bytes == file, whole.records.count == framed.frames.count + partial else {
      return nil
    }
  }

  /// What is wrong, if anything is; what must never happen traps.
  ///
  /// - Parameter renders: whether the report is also made into text and JSON, which takes longer
  ///   than all the rest.
  func problem(with damaged: DamagedCapture, renders: Bool) -> String? {
    let found: String?
    do throws(CaptureFileError) {
      let reading = try CaptureReading(damaged.bytes, format)
      found = problem(with: reading, damaged, renders: renders)
    } catch {
      found = refusal(error, damaged)
    }
    return found.map { "\(damaged.what): \($0)" }
  }

  /// A file of which nothing is known but that it is no capture has lost its first records too.
  private func refusal(_ error: CaptureFileError, _ damaged: DamagedCapture) -> String? {
    if error.message.isEmpty { return "refused without a reason" }
    return damaged.intact == 0 ? nil : "refused: \(error.message)"
  }

  private func problem(
    with reading: CaptureReading, _ damaged: DamagedCapture, renders: Bool
  ) -> String? {
    let count = reading.records.count
    guard count >= damaged.intact else { return "only \(count) records of \(damaged.intact)" }
    if let expected = damaged.records, count != expected + partial {
      return "\(count) records, not \(expected + partial)"
    }
    guard reading.capture.records == count else {
      return "\(count) records, of which the report counts \(reading.capture.records)"
    }
    let reported = reading.capture.undecodableRecords + reading.capture.vendorLogRecords
    guard reported <= count else { return "more records reported of than there are" }
    for index in 0..<damaged.intact {
      guard reading.records[index] == whole.records[index] else {
        return "record \(index + 1) is another"
      }
      guard reading.packets[index] == whole.packets[index] else {
        return "record \(index + 1) is shown otherwise: "
          + String(decoding: reading.packets[index], as: UTF8.self)
      }
    }
    if let problem = problem(ofPackets: reading.packets) { return problem }
    if renders {
      ReportChecks.check(
        reading.capture, as: .json(count.isMultiple(of: 2) ? .compact : .pretty))
      ReportChecks.check(reading.capture, as: .text(TextOptions()))
    } else {
      ReportChecks.checkFindings(
        RuleCatalog.findings(in: [reading.capture]), of: reading.capture)
    }
    let facts =
      damaged.keepsAllButTimes
      ? factsThatDiffer(whole.capture.timeless, reading.capture.timeless, through: count)
      : factsThatDiffer(whole.capture, reading.capture, through: damaged.intact)
    return facts.isEmpty ? nil : "reported otherwise: \(facts.joined(separator: ", "))"
  }

  private func problem(ofPackets packets: [[UInt8]]) -> String? {
    for (index, text) in packets.enumerated() {
      if !ReportChecks.isClean(text) { return "what acts on a terminal in packet \(index + 1)" }
      if case .json = format, !ReportChecks.isJSON(text) { return "packet \(index + 1) is no JSON" }
    }
    return nil
  }
}
