import CaptureFiles
import LinkLayer

extension AirFraming {
  /// - Parameter record: what a sniffer received.
  package init(_ record: CapturedRecord) {
    switch CaptureFiles.LinkType(ofSniffed: record) {
    case .leLLWithHeader: self = .radioHeader
    case .nordicBLE: self = .nordic
    case .ppiLELL: self = .ppi
    case .leLL, .hciH1, .hciH4, .hciH4WithDirection, .linuxMonitor, nil: self = .bare
    }
  }
}
