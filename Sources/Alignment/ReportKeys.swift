// Made by Sources/Report/generate from the properties of the report's objects.
// swift-format-ignore-file

import Report

extension AlignmentReport.Capture {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("path", &path)
    visitor.field("link_type", &linkType)
    visitor.field("records", &records)
    visitor.field("start", &start)
    visitor.field("duration_us", &durationUs)
  }
}

extension AlignmentReport.Clock {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("samples", &samples)
    visitor.field("offset_us", &offsetUs)
    visitor.number("drift_ppm", &driftPpm, decimals: 2)
    visitor.field("uncertainty_us", &uncertaintyUs)
    visitor.field("likely_us", &likelyUs)
    visitor.number("drift_uncertainty_ppm", &driftUncertaintyPpm, decimals: 2)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
  }
}

extension AlignmentReport.Link {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("a", &a)
    visitor.field("b", &b)
    visitor.field("a_to_b", &aToB)
    visitor.field("b_to_a", &bToA)
    visitor.field("gaps", &gaps)
    visitor.field("gaps_omitted", &gapsOmitted)
    visitor.field("mtu_a", &mtuA)
    visitor.field("mtu_b", &mtuB)
    visitor.field("transfers_a", &transfersA)
    visitor.field("transfers_b", &transfersB)
    visitor.field("transfers_equal", &transfersEqual)
  }
}

extension AlignmentReport.Way {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("sent", &sent)
    visitor.field("received", &received)
    visitor.field("matched", &matched)
    visitor.field("latency_us", &latencyUs)
    visitor.field("lost", &lost)
    visitor.field("lost_count", &lostCount)
    visitor.field("lost_by_place", &lostByPlace)
    visitor.field("unrecorded", &unrecorded)
    visitor.field("cut", &cut)
    visitor.field("unpaired", &unpaired)
  }
}

extension AlignmentReport.Lost {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("pdu", &pdu)
    visitor.field("bytes", &bytes)
    visitor.field("place", &place)
    visitor.field("reason", &reason)
    visitor.field("time_us", &timeUs)
  }
}

extension AlignmentReport.Gap {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("receiver", &receiver)
    visitor.field("frame", &frame)
    visitor.field("after_frame", &afterFrame)
    visitor.field("gap_us", &gapUs)
    visitor.field("sender_frame", &senderFrame)
    visitor.field("place", &place)
    visitor.field("host_us", &hostUs)
    visitor.field("reason", &reason)
  }
}
