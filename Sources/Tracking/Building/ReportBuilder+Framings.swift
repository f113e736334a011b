import CaptureFiles
import Framing
import Report

extension ReportBuilder {
  /// `nil` where no value of the protocol came, or nothing shows that those which came are of it.
  func framing(_ link: LinkFraming, _ state: ConnectionState) -> ReportV1.Framing? {
    guard link.isRecognized, let first = link.first, let last = link.last else { return nil }
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
      $0.faults = link.faults.map { fault($0, of: link.server, state) }
      $0.faultCount = link.faultCount
    }
  }

  private func fault(
    _ fault: FramingFault, of server: Side, _ state: ConnectionState
  ) -> ReportV1.FramingFault {
    let isOwn = fault.byServer == (server == .local)
    return ReportV1.FramingFault {
      $0.kind = fault.kind
      $0.frame = fault.frame
      $0.timeUs = offset(fault.time)
      $0.ofFrame = fault.ofFrame
      $0.by = fault.byServer ? .server : .client
      $0.what = fault.subject.words
      $0.subject = fault.subject.kind
      $0.number = fault.subject.number
      $0.octets = fault.subject.octets
      $0.heldOctets = fault.subject.heldOctets
      $0.code = fault.code.map { Int(reported: $0) }
      $0.name = fault.name
      $0.expected = fault.expected.map { Int(reported: $0) }
      $0.found = fault.found.map { Int(reported: $0) }
      $0.snifferMissed = fault.afterFrame.flatMap {
        missed(isOwn ? .tx : .rx, after: $0, upTo: fault.frame, state)
      }
    }
  }

  /// A framing that was given by hand; `nil` where no value of it came.
  func framing(
    _ given: GivenFraming, _ state: ConnectionState, _ link: LinkMeasures
  ) -> ReportV1.Framing? {
    guard let layout = given.layout, let first = given.first, let last = given.last else {
      return nil
    }
    let stream = link.streams[given.stream]
    return ReportV1.Framing {
      $0.name = layout.name
      $0.confidence = .given
      $0.server = stream.server.reported
      $0.firstFrame = first.frame
      $0.lastFrame = last.frame
      if stream.kind == .write {
        $0.messagesFromClient = given.framer.messages
      } else {
        $0.messagesFromServer = given.framer.messages
      }
      $0.retries = given.retries
      $0.errors = given.errors
      $0.messageBytesMax = given.longest
      $0.strayValues = given.framer.strayValues
      $0.valueHandle = Int(stream.handle.rawValue)
      $0.uuid = uuid(stream, state)?.description
      $0.direction = ReportV1.Direction(stream.direction)
      $0.layout = layout.spec
      for part in given.framer.parts {
        $0.evidence.append(part.location, part.text)
      }
    }
  }

  func framing(_ found: FinishedFraming, _ link: LinkMeasures) -> ReportV1.TransferFraming {
    ReportV1.TransferFraming {
      switch found.source {
      case .specified(let framing):
        $0.name = framing.name
        for field in framing.header { $0.header.append(field.octets, field.meaning) }
      case .stream(let stream):
        let framer = link.givenFramings.last { $0.stream == stream }?.framer
        $0.name = framer?.layout.name ?? ""
        $0.confidence = .given
        for part in framer?.parts ?? [] {
          $0.header.append(part.location, part.text)
        }
      }
      $0.messages = found.facts.messages
      $0.retries = found.facts.retries
      $0.content = found.content.rawValue
      $0.errors = found.facts.errors
      $0.acknowledgedBytes = found.facts.acknowledged
      $0.announcedBytes = found.facts.announced
      $0.inFlightMax = found.facts.inFlight
      $0.resumedAt = found.facts.resumedAt
      $0.capturedBytes = found.captured
      $0.answersCut = found.answersAreCut
    }
  }
}
