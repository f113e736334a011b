import Report

extension ValueOver512Rule {
  static let summary = "A value is longer than the \(longest) that an attribute may have."
  static let explanation = """
    Core Vol 3, Part F, 3.2.9 limits an attribute's value to \(longest), whatever the MTU. With an \
    MTU of 517 a notification has room for 514 bytes. Stacks handle such a value differently: they \
    cut it, refuse it, or drop the connection.
    """

  var message: String {
    let subject =
      switch value {
      case .stream(let stream): "A \(stream.kind.rawValue) of \(stream.shortName)"
      case .long(let value):
        "The long \(value.kind.rawValue) of "
          + "\(value.uuid ?? Wording.handle(value.valueHandle))"
      case .chunk(let transfer): "A chunk of \(Wording.transfer(transfer))"
      }
    return "\(subject) is \(bytes) bytes long; an attribute's value may have at most "
      + "\(Self.longest.value)."
  }

  var advice: String? {
    "The sending app should send at most \(Self.longest) in a value, even if the MTU has room for "
      + "more."
  }
}
