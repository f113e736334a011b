import Report

extension ParameterUpdateUnansweredRule {
  static let summary = "A request for other connection parameters was never answered."
  static let explanation = """
    The central must answer a Connection Parameter Update Request (Core Vol 3, Part A, 4.20). The \
    rule reports it when the capture shows \(patience) or more of the connection after the \
    request, and the same side did not repeat the request: an answer takes a few connection \
    events, and a capture may end too early.
    """

  var message: String {
    "\(request.words(connection.sides)), and got no answer in \(Wording.duration(watchedUs))."
  }

  var advice: String? {
    "The central's stack did not answer, perhaps because of power saving. The peripheral's "
      + "firmware should request again after some seconds, and also work without the new "
      + "parameters."
  }
}
