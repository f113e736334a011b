import CaptureFiles

/// Why something could not be done. Trouble inside a capture is no error: it stands in the report,
/// and what was read before it stays.
public enum BletraceError: Error, Hashable, CustomStringConvertible {
  /// The file cannot be opened, or read to its end.
  case cannotRead(String)
  /// The octets are no capture, or one of a kind that is not supported.
  case notACapture(String)
  /// A setting that makes no sense, such as a marker without octets.
  case invalidSetting(String)
  /// The format cannot hold the packet.
  case cannotWrite(String)

  /// What is wrong and, where there is a way out, what to do: one line of text. It may hold the
  /// path that was given.
  public var description: String {
    switch self {
    case .cannotRead(let reason), .notACapture(let reason), .invalidSetting(let reason),
      .cannotWrite(let reason):
      reason
    }
  }

  init(_ error: CaptureFileError) {
    switch error {
    case .cannotOpen, .isDirectory, .cannotRead, .cannotUnpack, .sourceFailed:
      self = .cannotRead(error.message)
    default:
      self = .notACapture(error.message)
    }
  }
}
