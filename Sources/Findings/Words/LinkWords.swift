import BluetoothProtocol
import Report

extension Sides {
  /// The name stands within a sentence, and begins one.
  func name(_ party: Party) -> String {
    switch party {
    case .local: areOnAir ? "the central" : "this host"
    case .remote: areOnAir ? "the peripheral" : "the peer"
    }
  }

  func opening(_ party: Party) -> String { Wording.sentence(name(party)) }
}

extension ReportV1.Connection {
  /// `connection`, or `BR/EDR connection`: what is not said to be BR/EDR is LE.
  var noun: String { transport == .brEDR ? "BR/EDR connection" : "connection" }
}

extension ReportV1.PendingRequest {
  /// `a Write Request to handle 0x0020 (#4) had no answer`; of an indication, which the client owes
  /// no answer but a confirmation, `was not confirmed`
  func noAnswerWords(in connection: ReportV1.Connection) -> String {
    let name = Wording.pdu(request)
    let isIndication = request == .handleValueIndication
    let target = handle.map {
      " \(isIndication ? "of" : "to") " + AttributeName($0, of: server, in: connection).words
    }
    return "\(Wording.one(name))\(target ?? "") (#\(frame)) "
      + (isIndication ? "was not confirmed" : "had no answer")
  }
}

extension ReportV1.NotificationStream {
  /// The characteristic, or at least its handle.
  var shortName: String { uuid ?? Wording.handle(valueHandle) }
}

extension Wording {
  /// `a Read Request`, `an Error Response`.
  static func one(_ noun: String) -> String {
    (noun.unicodeScalars.first.map("AEIOUaeiou".unicodeScalars.contains) == true ? "an " : "a ")
      + noun
  }

  /// `66:0D:F3:0A:7B:1C`, or `a device` where the address is not known.
  static func peer(_ address: String?) -> String { address ?? "a device" }
}
