import Report

extension ParameterUpdateRejectedRule {
  static let summary = "A request for other connection parameters was rejected."
  static let explanation = """
    The connection continues with the old parameters. It is a warning when no request of that side \
    was accepted on the connection, and info when another one was: some devices request short \
    intervals first, and longer ones after a refusal. Only equal requests are counted together.
    """

  var message: String {
    "\(request.words(connection.sides))\(count == 1 ? "" : " \(Wording.times(count))"); "
      + "\(connection.sides.name(request.party.other)) rejected it."
  }

  var advice: String? {
    broken.isEmpty || !isApple
      ? "The firmware or app that requested it should request a wider range, and follow the rules "
        + "of the manufacturer of the central (for Apple: see parameter-outside-apple-rules)."
      : "By Apple's rules for accessories \(broken.map(\.words).joined(separator: ", and "))."
  }
}
