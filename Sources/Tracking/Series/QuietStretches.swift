import CaptureFiles
import Report

/// Remembers where a capture holds nothing but values, completions and advertising, which a second
/// reading can pass over.
struct QuietStretches {
  /// In records: who may not pass over all of a stretch reads it.
  private static let longest = 8192
  private static let most = 16_384

  private(set) var all: [CaptureSeries.QuietStretch] = []
  /// Whether the last stretch goes on.
  private var isOpen = false

  /// - Parameters:
  ///   - batch: the records that were taken.
  ///   - place: where the reader is after them; `nil` where no second reading can begin there.
  mutating func add(_ batch: Span<CapturedRecord>, isQuiet: Bool, until place: CapturePlace?) {
    guard isQuiet, let place, batch.count > 0 else {
      isOpen = false
      return
    }
    if isOpen, let last = all.indices.last,
      place.records - all[last].firstRecord < Self.longest
    {
      all[last].lastRecord = place.records
      all[last].endOctet = place.octet
    } else if all.count < Self.most {
      all.append(
        CaptureSeries.QuietStretch(
          firstRecord: batch[0].number, lastRecord: place.records, endOctet: place.octet))
      isOpen = true
    }
  }
}
