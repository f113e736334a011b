import Report
import Text

/// The attributes of the server, as a tree.
enum GATTSection {
  static func hasEntries(_ gatt: ReportV1.GATT) -> Bool {
    !gatt.services.isEmpty || !gatt.subscriptions.isEmpty
  }

  /// - Parameter limit: services and characteristics to show.
  static func write(_ gatt: ReportV1.GATT, limit: Int, to document: inout Document) {
    if !hasEntries(gatt) || limit == 0 { return }
    let side = gatt.server.map { ", server is \($0 == .peer ? "the peer" : "this host")" } ?? ""
    let origin = gatt.remembered ? ", known from an earlier connection" : ""
    document.heading("GATT\(side)\(origin)", indent: 2)
    var left = limit
    for service in gatt.services where left > 0 {
      left -= 1
      write(service, gatt.subscriptions, &left, to: &document)
    }
    let total = gatt.services.reduce(gatt.services.count) { $0 + $1.characteristics.count }
    if total > limit { document.more(total - limit, indent: 4) }
    // Subscriptions to characteristics that the capture does not describe.
    let known = Set(gatt.services.lazy.flatMap { $0.characteristics.lazy.map(\.valueHandle) })
    let others = gatt.subscriptions.filter { $0.valueHandle.map { !known.contains($0) } ?? true }
    for subscription in others.prefix(limit) {
      document.paragraph(
        StyledText(description(of: subscription, names: true)), indent: 4, hanging: 6)
    }
    if others.count > limit { document.more(others.count - limit, indent: 4) }
  }

  private static func write(
    _ service: ReportV1.Service, _ subscriptions: [ReportV1.Subscription], _ left: inout Int,
    to document: inout Document
  ) {
    let start = service.startHandle.map { Quantity.handle($0) + "–" } ?? ""
    let end = service.endHandle.map { Quantity.handle($0) + " " } ?? ""
    let unknown = service.startHandle == nil ? "service unknown" : "UUID unknown"
    document.paragraph(
      StyledText(start + end, .quiet)
        + StyledText(service.uuid.map { name($0, service.name) } ?? unknown, .heading),
      indent: 4, hanging: 6)
    for characteristic in service.characteristics where left > 0 {
      left -= 1
      let own = subscriptions.filter { $0.valueHandle == characteristic.valueHandle }
      write(characteristic, own, to: &document)
    }
  }

  private static func write(
    _ characteristic: ReportV1.Characteristic, _ subscriptions: [ReportV1.Subscription],
    to document: inout Document
  ) {
    let properties =
      characteristic.properties.isEmpty
      ? "properties unknown"
      : characteristic.properties.map(Name.ofSpecification).joined(separator: ", ")
    var text = StyledText(Quantity.handle(characteristic.valueHandle) + " ", .quiet)
    text += StyledText(name(characteristic.uuid, characteristic.name) + ": " + properties)
    if !characteristic.descriptors.isEmpty {
      let descriptors = characteristic.descriptors.map {
        "\($0.uuid)\u{A0}\(Quantity.handle($0.handle))"
      }
      text += StyledText("; descriptors " + descriptors.joined(separator: ", "), .quiet)
    }
    document.paragraph(text, indent: 6, hanging: 8)
    let changes = subscriptions.prefix(6).map { description(of: $0, names: false) }
    if changes.isEmpty { return }
    let rest = subscriptions.count > 6 ? "; \(subscriptions.count - 6)\u{A0}more" : ""
    document.paragraph(
      StyledText(changes.joined(separator: "; ") + rest, .good), indent: 8, hanging: 10)
  }

  private static func name(_ uuid: String, _ name: String?) -> String {
    name.map { "\(uuid) \($0)" } ?? uuid
  }

  private static func description(
    of subscription: ReportV1.Subscription, names: Bool
  ) -> String {
    let word =
      switch subscription.value {
      case .notify: "subscribed (notify)"
      case .indicate: "subscribed (indicate)"
      case .off: "unsubscribed"
      }
    let certainty = subscription.guessed ? " (assumed: the type of the descriptor is unknown)" : ""
    let target =
      if let value = subscription.valueHandle {
        Quantity.handle(value)
      } else {
        "unknown characteristic of descriptor \(Quantity.handle(subscription.cccdHandle))"
      }
    return "\(names ? target + " " : "")\(word) \(Name.frame(subscription.frame)) at\u{A0}"
      + Quantity.moment(us: subscription.timeUs) + certainty
  }
}
