/// Values of one frame and field on which the two programs differ.
struct PacketDifference: CustomStringConvertible {
  var file: String
  var frame: Int
  /// What bletrace calls the packet.
  var title: String
  var field: String
  var tshark: [String]
  var bletrace: [String]

  var description: String {
    "\(file) frame \(frame), \(title): \(field): tshark \(tshark), bletrace \(bletrace)"
  }

  /// What is known of differences, each with where it is written.
  enum Reason: String {
    case none
  }

  var reason: Reason? { nil }
}
