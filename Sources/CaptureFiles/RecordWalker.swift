/// The limits that keep memory small whatever a file says.
package enum CaptureLimits {
  /// What the window grows to at most.
  static let largestWindow = 4 << 20
  /// The longest record that is believed. HCI packets end at 64 KiB and notes are shorter.
  package static let recordLength = 1 << 20
  /// Of one section of a pcapng file; a capture of one machine has a handful.
  package static let interfaces = 4096
  /// Where records were lost; of further losses only the sum is kept.
  package static let losses = 1024
  static let batch = 1024
  /// Of the log that is packed in a bug report, both packed and unpacked: it has to be in memory,
  /// for the time of its first record shows at its end. Android's ring buffer holds 256 KiB, and
  /// 1 MiB in builds for developers.
  package static let packedLog = 8 << 20
}

/// Where a walker is in the window.
struct WindowCursor {
  /// Next octet to read. May lie beyond `end`: what is between is to be skipped, not buffered.
  var position = 0
  /// Past the last octet that was read from the source.
  var end = 0
  /// Whether the source has ended: nothing will come after `end`.
  var isLast = false
  /// Offset in the file of the window's first octet.
  var fileOffset = 0

  /// The octet at `position` of the window, as counted in the file.
  func offsetInFile(_ position: Int) -> Int { fileOffset + position }
}

/// What a walker counts besides the records themselves.
struct RecordTally {
  /// Records seen so far, skipped ones included: the number of the last one.
  var records = 0
  var truncated = 0
  private(set) var dropped = 0
  private(set) var losses: [RecordLoss] = []
  var skipped = 0
}

extension RecordTally {
  /// A record says that some were lost before it.
  @inline(never)
  mutating func lose(_ count: Int, before number: Int) {
    guard count > 0 else { return }
    dropped = lossSum(dropped, count)
    // One more than are reported: it shows that there were more.
    if losses.count <= CaptureLimits.losses {
      losses.append(RecordLoss(beforeFrame: number, count: count))
    }
  }
}

/// Records that the capturing side lost.
package struct RecordLoss: Hashable, Sendable {
  /// The record that says so: the loss is before it.
  package var beforeFrame: Int
  package var count: Int

  package init(beforeFrame: Int, count: Int) {
    self.beforeFrame = beforeFrame
    self.count = count
  }
}

/// Why a walker returned.
enum WalkStop {
  /// The batch is full.
  case full
  /// The next step needs so many octets from the cursor's position on.
  case needs(Int)
  /// The file ended: between two records, or inside one.
  case ended(cutShort: Bool)
  case damaged(CaptureDamage)
}

/// Takes records out of the window, for one container format.
protocol RecordWalker {
  var format: CaptureFormat { get }

  var linkTypeName: String { get }

  /// Whether the times of the records are moments, and not only differences.
  var timeOfDayIsKnown: Bool { get }

  /// What made no sense and was skipped, where reading went on after it.
  var passedOver: CaptureDamage? { get }

  /// Whether each record can be read without those before it.
  var isPositional: Bool { get }

  /// Whether there may be transfers of USB among the records, HCI in them.
  var hasUSB: Bool { get }

  /// Whether there may be packets of PPI among the records, whatever is in them.
  var hasPPI: Bool { get }

  /// Appends the records that are whole in `bytes`, until the batch is full. When the source has
  /// ended, also the last record as far as it goes.
  mutating func walk(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    tally: inout RecordTally
  ) throws(CaptureFileError) -> WalkStop
}

extension RecordWalker {
  var timeOfDayIsKnown: Bool { true }

  var passedOver: CaptureDamage? { nil }

  var isPositional: Bool { false }

  var hasUSB: Bool { false }

  var hasPPI: Bool { false }
}
