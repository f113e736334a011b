import Report
import Text

extension StaleHandlesRule {
  static let summary =
    "The attributes of the server no longer have the handles that the client remembers."
  static let explanation = """
    A client may remember handles from one connection to the next, until the server changes them, \
    for example by a firmware update. Signs of a change are Invalid Handle or Attribute Not Found \
    as the answer to a read or a write of a handle that was known from an earlier connection to \
    the same peer, or in a connection without a discovery; a remembered Client Characteristic \
    Configuration descriptor that cannot be written; and Database Out Of Sync (Core Vol 3, Part G, \
    2.5.2). Service Changed, or a Database Hash that differs from that in the previous connection, \
    is reported if the client continued with the handles that it remembered; one that discovered \
    again did what it should.
    """

  var message: String {
    let change = changes.first.map { change in
      let whose = server == .local && errors.isEmpty ? connection.sides.name(.local) : "the server"
      return "\(whose) reported that its attributes \(Quantity.handle(change.startHandle)) to "
        + "\(Quantity.handle(change.endHandle)) changed"
    }
    let differs =
      hash == nil ? nil : "its Database Hash differs from that in the previous connection"
    let end = errors.isEmpty ? ", and the client continued with remembered handles" : ""
    return Wording.sentence(Wording.list([answers, change, differs].compactMap(\.self))) + end + "."
  }

  private var answers: String? {
    guard let first = errors.first else { return nil }
    let isOfPeer = first.asked == .local
    let target = "to remembered \(Wording.handles(handles))"
    let answer = Wording.named(first.name, first.code)
    return errors.count == 1
      ? "\(isOfPeer ? "the peer's" : "the") \(Wording.pdu(first.request)) \(target) was answered "
        + "with \(answer)"
      : "\(errors.count) requests\(isOfPeer ? " of the peer" : "") \(target) were answered with "
        + "errors, the first with \(answer)"
  }

  var advice: String? {
    "The client has to discard remembered handles when it receives Service Changed or when the "
      + "Database Hash differs, and to discover again. On a phone, switch Bluetooth off and on, or "
      + "delete the bond, to clear its cache."
  }
}
