import Report

extension HostBuffersKeptRule {
  static let summary = "This host did not give receive buffers back to its controller."
  static let explanation = """
    A host that switches on flow control from its controller (Set Controller To Host Flow Control) \
    says with Host Buffer Size how many packets it takes, and has to give each buffer back with \
    Host Number Of Completed Packets (Core Vol 4, Part E, 4.2). When all are taken the controller \
    may deliver nothing more, on any connection: answers of peers seem to be missing. The rule \
    reports it if all buffers were taken, none was given back, and no data came for 2 s and until \
    the end of the capture; an error from \(ControllerSilentRule.sure) on. It reports nothing where \
    records were lost since.
    """

  var message: String {
    "This host gave \(breach.value ?? 0) of its \(Wording.count(breach.limit ?? 0, "buffer")) for "
      + "received data back: since #\(breach.frame) all are taken, and for "
      + "\(Wording.duration(breach.openUs ?? 0)), until the end of the capture, the controller could "
      + "deliver nothing."
  }

  var advice: String? {
    "The host's stack has to send Host Number Of Completed Packets for each packet that it has "
      + "processed, also when a connection has ended; or leave flow control to the host off."
  }
}
