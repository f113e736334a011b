import BluetoothProtocol
import Report

/// Flow control from a controller to its host: Core Vol 4, Part E, 4.2. A host that switched it on
/// has to give back each buffer, or the controller delivers nothing more.
struct HostBuffers: Sendable {
  /// Host Number Of Completed Packets, which no event answers.
  static let completed: UInt16 = 0x0C35

  private(set) var isOn = false
  private var total = 0
  private var taken = 0
  private var givenBack = 0
  private var switchFrame = 0
  /// The packet that took the last one.
  private var full: (time: Int64, frame: Int)?

  /// How long nothing comes, at least.
  private static let silence: Int64 = 2_000_000

  mutating func command(_ row: HCIRow) {
    switch row.code {
    // Set Controller To Host Flow Control: 1 is on for data, 2 for voice, 3 for both.
    case 0x0C31:
      isOn = row.octet(at: 0) & 1 == 1
      (taken, givenBack, full) = (0, 0, nil)
      switchFrame = row.frame
    // Host Buffer Size: length of data and of voice packets, then how many of each.
    case 0x0C33: total = Int(row.word(at: 3))
    default: break
    }
  }

  mutating func receive(at time: Int64, frame: Int) {
    guard isOn, total > 0 else { return }
    // A controller that goes on counts otherwise, such as from the beginning of each connection.
    guard full == nil else {
      isOn = false
      return
    }
    taken &+= 1
    if taken &- givenBack >= total { full = (time, frame) }
  }

  /// The command has a handle and a count for each connection. Of several, which are rare, the row
  /// holds the first alone.
  mutating func giveBack(_ row: HCIRow) {
    guard isOn else { return }
    guard row.octet(at: 0) == 1 else {
      isOn = false
      return
    }
    givenBack &+= Int(row.word(at: 3))
    if taken &- givenBack < total { full = nil }
  }

  func breach(at end: Int64) -> BreachFact? {
    guard isOn, let full, end &- full.time >= Self.silence else { return nil }
    return BreachFact(.hostBuffersKept, by: .local, at: full.time, frame: full.frame) {
      $0.causeFrame = switchFrame
      ($0.value, $0.limit) = (givenBack, total)
      $0.openUs = Int(reported: end &- full.time)
    }
  }
}
