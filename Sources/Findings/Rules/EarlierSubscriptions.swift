import Report

/// What a client had subscribed to in the latest earlier connection with the same peer in which it
/// subscribed to any of these.
struct EarlierSubscriptions {
  /// The `id` of the connection.
  let connection: Int
  /// The last write to each descriptor, ascending.
  let frames: [Int]
  /// How many of the characteristics.
  private let count: Int
  /// It was encrypted then.
  private let wasEncrypted: Bool
  private let server: Party
  private let sides: Sides

  /// - Parameters:
  ///   - handles: of the values.
  ///   - side: the server's.
  ///   - index: of the later connection.
  init?(to handles: [Int], _ side: ReportV1.PairingSide, _ file: CaseFile, _ index: Int) {
    let wanted = Set(handles)
    for earlier in file.history.all(before: index).reversed() {
      let subscriptions = earlier.servers.first { $0.server == side }?
        .subscriptions
      var last: [Int: ReportV1.Subscription] = [:]
      for subscription in subscriptions ?? [] where !subscription.guessed {
        guard let handle = subscription.valueHandle, wanted.contains(handle) else { continue }
        last[handle] = subscription
      }
      let kept = last.values.filter { $0.value != .off }
      guard !kept.isEmpty else { continue }
      connection = earlier.id
      frames = kept.map(\.frame).sorted()
      count = kept.count
      wasEncrypted = !earlier.encryption.isEmpty
      sides = file.capture.connections[index].sides
      server = Party(side)
      return
    }
    return nil
  }

  private var client: String { sides.name(server.other) }

  /// - Parameter all: how many characteristics sent values.
  func words(_ all: Int) -> String {
    let what = all == 1 ? "it" : count < all ? "\(count) of them" : "them"
    let list = Wording.list(frames.prefix(3).map { "#\($0)" })
    return "\(client) had subscribed to \(what) in connection \(connection) (\(list)), not in this "
      + "one: \(sides.name(server)) kept the subscription "
      + (wasEncrypted
        ? "although this link was not encrypted."
        : "without a bond, or does not check subscriptions.")
  }

  var advice: String {
    "The app on \(client)'s side should subscribe (write the Client Characteristic "
      + "Configuration descriptor) in each connection: without a bond, a server that follows the "
      + "specification sends nothing before that."
  }
}
