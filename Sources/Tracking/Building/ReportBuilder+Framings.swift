import CaptureFiles
import Framing
import Report

extension ReportBuilder {
  /// `nil` where no value of the protocol came.
  func framing(_ link: LinkFraming) -> ReportV1.Framing? {
    guard let first = link.first, let last = link.last else { return nil }
    let counts = link.counts
    return ReportV1.Framing {
      $0.name = link.framing.name
      $0.server = link.server.reported
      $0.firstFrame = first.frame
      $0.lastFrame = last.frame
      $0.messagesFromClient = counts.fromClient
      $0.messagesFromServer = counts.fromServer
      $0.requests = counts.requests
      $0.answered = counts.answered
      $0.unanswered = counts.unanswered
      $0.retries = counts.retries
      $0.errors = counts.errors
      $0.inFlightMax = counts.inFlight
      $0.messageBytesMax = counts.longest
      $0.answerUs = Self.summary(link.latency)
      $0.strayValues = counts.stray
      $0.faults = link.faults.map(fault)
      $0.faultCount = link.faultCount
    }
  }

  private func fault(_ fault: FramingFault) -> ReportV1.FramingFault {
    ReportV1.FramingFault {
      $0.kind = Self.kind(fault.kind)
      $0.frame = fault.frame
      $0.timeUs = offset(fault.time)
      $0.ofFrame = fault.ofFrame
      $0.by = fault.byServer ? .server : .client
      $0.what = fault.what
      $0.code = fault.code
      $0.name = fault.name
      $0.expected = fault.expected
      $0.found = fault.found
    }
  }

  private static func kind(_ kind: FramingFault.Kind) -> ReportV1.FramingFaultKind {
    switch kind {
    case .answerMissing: .answerMissing
    case .errorAnswered: .errorAnswered
    case .crcMismatch: .crcMismatch
    case .sentAgain: .sentAgain
    case .sequenceGap: .sequenceGap
    case .windowExceeded: .windowExceeded
    case .windowClosed: .windowClosed
    case .acknowledgementLate: .acknowledgementLate
    case .malformed: .malformed
    }
  }

  static func framing(_ found: FinishedFraming) -> ReportV1.TransferFraming {
    ReportV1.TransferFraming {
      $0.name = found.framing.name
      $0.messages = found.facts.messages
      $0.retries = found.facts.retries
      for field in found.framing.header { $0.header.append(field.octets, field.meaning) }
      $0.content = found.content.rawValue
      $0.errors = found.facts.errors
      $0.acknowledgedBytes = found.facts.acknowledged
      $0.announcedBytes = found.facts.announced
      $0.inFlightMax = found.facts.inFlight
      $0.resumedAt = found.facts.resumedAt
    }
  }
}
