import Report

extension ValueNotSubscribedRule {
  static let summary =
    "Indications were sent where only notifications are subscribed, or the reverse."
  static let explanation = """
    The Client Characteristic Configuration has one bit for notifications and one for indications, \
    and a server may send only what the client has switched on (Core Vol 3, Part G, 3.3.3.3). An \
    indication has to be confirmed: it costs a packet each way, and the server may send no other \
    one before the confirmation. An app that asked for indications relies on the confirmations. \
    The rule reports a characteristic whose values are of the one kind, although each write to its \
    descriptor in that connection asked for the other.

    The rule reports nothing if no subscription to the characteristic is in the capture, because a \
    bond keeps subscriptions; if the descriptor's type was never looked up; if both kinds were \
    switched on at once; or if the capture lost records. A value before any subscription is \
    value-before-subscription.
    """

  private static func words(_ value: ReportV1.SubscriptionValue) -> String {
    value == .indicate ? "indications" : "notifications"
  }

  var message: String {
    let client = connection.sides.name(server.other)
    let asked = Self.words(subscription.value)
    let subject =
      areAll
      ? Wording.sentence(Wording.count(stream.count, stream.kind.rawValue))
      : "\(Wording.sentence(stream.kind.rawValue))s"
    let verb = areAll && stream.count == 1 ? "was" : "were"
    let declared = characteristic.map { ", which is declared with \($0.propertyWords)," } ?? ""
    return "\(subject) of \(attribute.words)\(declared) \(verb) sent by "
      + "\(connection.sides.name(server)) (from #\(stream.firstFrame) on), although \(client) had subscribed to \(asked) alone (#\(subscription.frame))."
  }

  var advice: String? {
    let handle = Wording.handle(subscription.cccdHandle)
    if party != server {
      let value = stream.kind == .indication ? "0x0002" : "0x0001"
      return "The app on \(connection.sides.name(server.other))'s side has to write \(value) to "
        + "the Client Characteristic Configuration descriptor (\(handle)), as the characteristic's "
        + "properties say."
    }
    return stream.kind == .indication
      ? "The server's firmware has to send notifications to a client that wrote 0x0001. Each "
        + "indication waits for a confirmation of the client before the next one may be sent."
      : "The server's firmware has to send indications to a client that wrote 0x0002, and wait for "
        + "its confirmation: the client relies on it."
  }
}
