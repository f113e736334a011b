/// A capture that was harmed, and what is known to be left of it.
struct DamagedCapture {
  var bytes: [UInt8]
  /// Records before the first octet that is not what it was.
  var intact: Int
  /// How many records there are now, where the damage leaves all of them readable.
  var records: Int?
  /// Whether all records are there in their order, and only their times are other ones.
  var keepsAllButTimes = false
  /// For a message.
  var what: String
}

/// A way to harm a capture.
protocol Damage: Sendable {
  /// As it is named on the command line and in messages.
  static var name: String { get }

  /// In how many ways it can be done to this capture.
  static func count(_ capture: FramedCapture) -> Int

  /// Does it in one of them.
  static func harm(_ capture: FramedCapture, _ index: Int) -> DamagedCapture
}

enum Damages {
  static let all: [any Damage.Type] = [
    CutFile.self, FlippedOctet.self, DoubledRecord.self, RemovedRecord.self, SwappedRecords.self,
    ShuffledTimes.self,
  ]
}

extension FramedCapture {
  /// Records that lie wholly before this octet of the file.
  func records(before index: Int) -> Int {
    starts.dropFirst().prefix { $0 <= index }.count
  }
}
