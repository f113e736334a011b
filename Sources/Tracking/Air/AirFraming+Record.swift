import CaptureFiles
import LinkLayer

extension AirFraming {
  /// - Parameter record: what a sniffer received.
  package init(_ record: CapturedRecord) {
    switch CaptureFiles.LinkType(ofSniffed: record) {
    case .leLLWithHeader: self = .radioHeader
    case .nordicBLE: self = .nordic
    case .ppiLELL: self = .ppi
    default: self = .bare
    }
  }
}
