import BluetoothProtocol
import Report
import Text

extension Name {
  /// `0x3B Unacceptable Connection Parameters`
  static func status(_ status: HCIStatus, _ name: String?) -> String {
    self.status(Int(status.rawValue), name)
  }

  static func status(_ code: Int, _ name: String?) -> String {
    Quantity.code(code) + (name.map { " " + $0 } ?? "")
  }
}

extension ReportV1.Transfer.Outcome {
  var words: StyledText {
    switch self {
    case .complete: StyledText("complete", .good)
    case .incomplete: StyledText("incomplete", .warning)
    case .unknown: StyledText("end not known", .note)
    case .undelivered: StyledText("unconfirmed", .warning)
    case .repeatedMarker: StyledText("repeated marker", .note)
    }
  }
}
