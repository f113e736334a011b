import Report

extension ATTErrorRule {
  static let summary = "Requests were answered with an error; the finding explains the error."
  static let explanation = """
    Equal errors to equal requests about one characteristic of a device, or about descriptors of \
    one type, make one finding. An error that says that the server failed or that the request was \
    wrong (Unlikely Error, Invalid Attribute Value Length, Android's 0x85 and similar) is a \
    warning from the first one. A refusal that an app may intend (Read or Write Not Permitted, \
    Value Not Allowed, the errors 0x80 to 0x9F that an app defines) is info. It is a warning if \
    the same handle has refused \(inVain.word) times, because the client repeats a request that \
    cannot succeed, or if a subscription was refused and none was accepted later: then no values \
    are sent. Errors that a \
    central's own server sends to the peer are info: that server belongs to the operating system. \
    A refused write of 0x0001 or 0x0002 to a handle that the client never looked up in the capture \
    is a warning, as it was most likely meant to be a subscription. \
    The rule does not report the errors that the protocol uses normally, to end a discovery or a \
    read of a long value. Refusals because of missing security, and errors on remembered handles, \
    have their own rules.
    """

  /// A request that names a handle named none that an attribute can have.
  private var isUnknown: Bool { names[0].kind == .none && !isUnsupported && namesHandle }
  private var namesHandle: Bool {
    first.request != .exchangeMTURequest && first.request != .executeWriteRequest
  }
  /// The handle of this error is 0 where the server does not know the request.
  private var isUnsupported: Bool { first.code == Self.unsupported && names[0].kind == .none }
  private static let unsupported = 0x06

  /// Where a later subscription was accepted.
  private var acceptance: String? {
    acceptedLater.map {
      isWrongValue
        ? "it refused that value, and took another one in #\($0)"
        : "\(meaning.words); a later write was accepted (#\($0))"
    }
  }

  var message: String {
    let isOurs = first.asked == .local
    let request =
      first.opcode.map { "request with opcode \(Wording.code($0))" }
      ?? Wording.pdu(first.request)
    let value = first.written.map { " of \($0)" } ?? ""
    let isKnown = isUnknown || names.contains { $0.handle ?? 0 > 0 }
    let target = isKnown && first.handle != nil ? " to \(AttributeName.words(names))" : ""
    let sides = connection.sides
    let subject =
      errors.count == 1
      ? "\(isOurs ? sides.opening(.remote) + "'s" : "The") \(request)"
        + "\(isUnknown ? value : "")\(target) was"
      : "\(Wording.count(errors.count, request))\(isOurs ? " of \(sides.name(.remote))" : "")"
        + "\(target) were"
    let why =
      isMistakenForCCCD
      ? "a write of 0x0001 or 0x0002 was sent to a descriptor that is not the Client "
        + "Characteristic Configuration descriptor"
      : isUnknown ? "no attribute has that handle" : acceptance ?? meaning.words
    let itself =
      acceptedSubscription.map {
        "; the client also subscribed correctly (\(names.count == 1 ? "" : "first in ")#\($0))"
      } ?? ""
    let client = sides.name(isOurs ? .remote : .local)
    let guess =
      isNeverLookedUp
      ? "; in this capture \(client) never asked what \(names[0].words) is" : ""
    let end =
      hungUpFrame.map {
        ". \(sides.opening(.local)) then ended the connection, without another request (#\($0))"
      } ?? ""
    return "\(subject) answered\(isOurs ? " by \(sides.name(.local))" : "") with "
      + "\(Wording.named(first.name, first.code)): \(why)\(itself)\(guess)\(end)."
  }

  var advice: String? {
    if acceptedLater != nil, isWrongValue {
      return "Look at the value that was written first: a subscription is 0x0001 or 0x0002, the "
        + "low octet first."
    }
    if acceptedSubscription != nil {
      return "This write is not needed. Leave it out, and look up the Client Characteristic "
        + "Configuration descriptor (2902) by its UUID, not by its position."
    }
    if isMistakenForCCCD {
      return "Subscribe by the Client Characteristic Configuration descriptor (2902): look up the "
        + "descriptor by its UUID, not by its position."
    }
    if isNeverLookedUp {
      return "What was written looks like a subscription. Look up the descriptors of the "
        + "characteristic (Find Information Request), and subscribe by the handle of its Client "
        + "Characteristic Configuration descriptor (2902)."
    }
    guard isUnknown, first.request == .writeRequest else { return meaning.advice }
    return
      "Look in the \(isOfSystem ? "peer's firmware" : "client's app") for a write that is sent "
      + "before its attribute was found."
  }
}
