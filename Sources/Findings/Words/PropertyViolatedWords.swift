import Report

extension PropertyViolatedRule {
  static let summary = "A client used a characteristic in a way that its properties do not allow."
  static let explanation = """
    The declaration of a characteristic says what a client may do with its value (Core Vol 3, Part \
    G, 3.3.1.1). The rule reports Write Commands, writes, reads and subscriptions for which the \
    characteristic lacks the property, where the server did not refuse them. A server may drop a \
    Write Command that it does not expect, and no answer shows that. Another stack, or the next \
    version of the firmware, may refuse the rest. A request that the server did refuse is \
    att-error.

    The rule reports nothing unless the declaration was read in that connection and the attributes \
    did not change after it. It also reports nothing of a descriptor whose type was never looked \
    up, and of a file without events, in which a handle may be several connections.
    """

  private var property: String { Name.ofSpecification(use.rawValue) }

  private var verb: String {
    switch use {
    case .command: "sent \(Wording.count(count, "Write Command")) to"
    case .write: "wrote \(Wording.count(count, "value")) with a response to"
    case .read: "read"
    case .notify: "subscribed to notifications of"
    case .indicate: "subscribed to indications of"
    }
  }

  var message: String {
    let client = connection.sides.opening(server.other)
    let times = use == .read ? " \(Wording.times(count))" : ""
    let target = AttributeName.words(places.map(\.name))
    guard places.count == 1 else {
      return "\(client) \(verb) \(target)\(times), none of which is declared with the property "
        + "\(property)."
    }
    return "\(client) \(verb) \(target)\(times), which is declared with "
      + "\(places[0].characteristic.propertyWords), not with \(property)."
  }

  var advice: String? {
    let app = "The app on \(connection.sides.name(server.other))'s side should"
    return switch use {
    case .command where places.allSatisfy({ Use.write.isAllowed(by: $0.characteristic.properties) }):
      "\(app) write with a Write Request (Android: WRITE_TYPE_DEFAULT, iOS: .withResponse), or the "
        + "server's firmware should declare Write Without Response: a server may drop a command "
        + "that it does not expect, and no answer shows it."
    default:
      "\(app) go by the declared properties; or, where that use is meant, the server's firmware "
        + "should declare \(property)."
    }
  }
}
