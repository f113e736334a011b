import Report

extension CaptureCutRule {
  static let summary = "The capture is cut or damaged: the report covers what could be read."
  static let explanation = """
    The file ends in the middle of a record, for example because it was copied while the logger \
    was still writing. Or reading stopped because the length of a record is impossible, or because \
    the device or the connection from which the capture was read failed. On a serial line, bytes \
    that form no record are skipped. A live capture that the user ends is not cut. The log in a \
    bug report can also have wrong base64, a damaged zlib stream, or a second log after the first. \
    PacketLogger notes in the file that it lost its connection to the iPhone or iPad.
    """

  /// What comes through a pipe may come from a program that was ended.
  private var isPipe: Bool { path == "-" }

  var message: String {
    switch kind {
    case .sourceFailed(let damage):
      let when = records > 0 ? "after record \(records)" : "before the first record"
      return "The source failed \(when): \(damage.reason)."
    case .skipped(let damage):
      return "At byte \(damage.offset), \(damage.reason); they were skipped, and records are "
        + "missing."
    case .stopped(let damage):
      return "Reading stopped at byte \(damage.offset): \(damage.reason)."
    case .deviceLost(let frame):
      return "The logger lost its connection to the device at record \(frame): it notes \"iOS "
        + "Device connection has been lost\". What happened after that is not in the capture."
    case .cutShort:
      return "\(isPipe ? "Standard input" : "The file") ends inside record \(records)."
    }
  }

  var advice: String? {
    switch kind {
    case .sourceFailed:
      "The report covers what was read until then. Look at the source of the capture (disk, device "
        + "or connection), and read it again."
    case .skipped:
      "The serial line lost bytes, or another program wrote to it: use a lower speed or flow "
        + "control, keep the console off that line, or read the monitor over RTT."
    case .stopped where format == "btsnooz":
      "Fetch the log again, with no other log in the same text. The report covers what could be "
        + "read."
    case .stopped:
      "Fetch the file again. The report covers everything before that byte."
    case .deviceLost:
      "Keep the device connected to the Mac until the capture is saved. The report covers what "
        + "came before that record."
    case .cutShort where isPipe:
      "Wait until the program that writes the input has finished. If it copies a log, stop the "
        + "logger first. The report covers everything before the cut."
    case .cutShort:
      "Stop the logger before you copy its file. The report covers everything before the cut."
    }
  }
}
