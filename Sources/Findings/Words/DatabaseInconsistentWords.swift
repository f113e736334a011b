import Report
import Text

extension DatabaseInconsistentRule {
  static let summary = "A server's attributes contradict each other: a value outside its service."
  static let explanation = """
    A service is a range of handles, and all its characteristics lie in it: the declaration, the \
    value after it and the descriptors after that (Core Vol 3, Part G, 3.1 to 3.3). Clients look \
    for characteristics and descriptors within the range of a service, and do not find what lies \
    outside. The rule reports a value or a descriptor outside its service, services whose ranges \
    overlap, and a declaration that names no handle that its value can have.

    Both responses must be in the same connection: what was discovered in an earlier one may have \
    changed. The rule reports nothing if the server reported that its attributes changed, or if \
    the capture lost records; and nothing of a sniffed capture, or of a file without events, in \
    which a handle may be several connections. A descriptor counts only where all handles from the \
    value to it were shown to be those of descriptors.
    """

  var message: String {
    let others = conflicts.count - 1
    let more =
      others > 0 ? " \(Wording.count(others, "more contradiction")) of this kind or another." : ""
    return "The attributes of \(connection.sides.name(server)) contradict each other: "
      + "\(words(first)).\(more)"
  }

  private func words(_ conflict: ReportV1.DatabaseConflict) -> String {
    let handle = Wording.handle(conflict.handle)
    let uuid = conflict.uuid ?? "an unknown UUID"
    let range =
      "\(Quantity.handle(conflict.startHandle)) to \(Quantity.handle(conflict.endHandle))"
    let service = "service \(conflict.serviceUuid ?? "of an unknown UUID")"
    return switch conflict.kind {
    case .valueOutsideService:
      "the value of \(uuid) has \(handle) (#\(conflict.frame)), and its \(service) has the handles "
        + "\(range) (#\(conflict.otherFrame))"
    case .descriptorOutsideService:
      "descriptor \(uuid) has \(handle) (#\(conflict.frame)), and the \(service) of its "
        + "characteristic has the handles \(range) (#\(conflict.otherFrame))"
    case .servicesOverlap:
      "service \(uuid) begins at \(handle) (#\(conflict.frame)), within \(service), which has the "
        + "handles \(range) (#\(conflict.otherFrame))"
    case .valueMisplaced:
      "the declaration of \(uuid) gives its value \(handle) (#\(conflict.frame)), which is that of a "
        + "declaration or lies in front of its own"
    }
  }

  var advice: String? {
    "The server's firmware has to number its attributes so that each service holds its own. A client "
      + "that discovers service by service may not find what lies outside."
  }
}
