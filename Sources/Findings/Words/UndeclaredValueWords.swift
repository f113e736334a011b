import Report

extension UndeclaredValueRule {
  static let summary = "Values were sent with a handle that is not the value of any characteristic."
  static let explanation = """
    A notification or indication carries the handle of a characteristic's value (Core Vol 3, Part \
    G, 4.10 and 4.11). A client finds the characteristic by that handle, and drops values of other \
    handles. The rule reports values with the handle of a descriptor or of a declaration, and with \
    a handle at which discovery found nothing. The client must have discovered all characteristics \
    of that range of handles in this connection, or in an earlier one of the capture with the same \
    peer; otherwise the rule reports nothing. It also reports nothing if the server reported that \
    its attributes changed, or if the capture lost records or parts of them.
    """

  var message: String {
    let found =
      if case .descriptor(let uuid, let owner) = attribute.kind {
        " but of descriptor \(uuid) of characteristic \(owner)"
      } else if isDeclaration {
        " but of a declaration"
      } else {
        ": the discovery of these handles found no characteristic there"
      }
    return "\(Wording.count(stream.count, stream.kind.rawValue)) "
      + "\(stream.count == 1 ? "was" : "were") sent with \(Wording.handle(stream.valueHandle)), "
      + "which is not that of a characteristic's value\(found). "
      + "\(stream.sender == .remote ? "This host's" : "The peer's") app may never receive them."
  }

  var advice: String? {
    "The server has to send values with the value handle of a characteristic that has the property "
      + "Notify or Indicate."
  }
}
