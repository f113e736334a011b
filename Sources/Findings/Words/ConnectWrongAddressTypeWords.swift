import Report

extension ConnectWrongAddressTypeRule {
  static let summary =
    "The type of the address asked for is not that with which the device advertises."
  static let explanation = """
    A device is found by its address and the type of that (public or random) together: a central \
    that asks for a public address ignores advertising under the same octets as a random address, \
    and waits until it gives up. Apps and stacks that store the address without its type make this \
    mistake. The rule reports attempts of \(TriedDevice.least) or more if the device was heard \
    meanwhile or in the ten seconds before, under the same address with the other type. It reports \
    nothing if the device was heard with the type that was asked for, or was connected in the \
    capture. Its attempts are not reported by connect-given-up and connection-failed.
    """

  var message: String {
    let asked = first.targetType ?? "an unknown"
    let heardType = heard.addressType ?? "unknown"
    let times = attempts.count == 1 ? "" : " \(Wording.times(attempts.count))"
    return "This host asked for \(target) with the address type \(asked)\(times) "
      + "(#\(first.firstFrame)), but the device advertises with the type \(heardType) "
      + "(#\(heard.frame)): the controller ignores that, and the "
      + "\(attempts.count == 1 ? "attempt" : "attempts") could not succeed "
      + "(\(Wording.duration(attempts.map(\.durationUs).total)))."
  }

  var advice: String? {
    "Pass the address type from the advertising report to the connect call, and store it beside the "
      + "address."
  }
}
