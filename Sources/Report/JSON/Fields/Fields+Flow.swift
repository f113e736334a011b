extension ReportV1.Phase: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("name", &name)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("round_trips", &roundTrips)
    visitor.field("slowest", &slowest)
  }
}

extension ReportV1.SlowStep: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("response_frame", &responseFrame)
    visitor.field("request", &request)
    visitor.field("handle", &handle)
    visitor.field("latency_us", &latencyUs)
  }
}

extension ReportV1.ReceiveFlow: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("packets", &packets)
    visitor.field("pdus", &pdus)
    visitor.field("fragmented_pdus", &fragmentedPdus)
    visitor.field("events", &events)
    visitor.field("packets_per_event", &packetsPerEvent)
    visitor.field("skipped_events", &skippedEvents)
    visitor.field("confidence", &confidence)
  }
}

extension ReportV1.Throughput: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("bucket_us", &bucketUs)
    visitor.field("tx", &tx)
    visitor.field("rx", &rx)
  }
}

extension ReportV1.ServiceChange: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("start_handle", &startHandle)
    visitor.field("end_handle", &endHandle)
  }
}

extension ReportV1.DatabaseHash: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("value", &value)
  }
}

extension ReportV1.DecodedValues: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("undecodable", &undecodable)
    visitor.field("why", &why)
    visitor.field("first", &first)
    visitor.field("last", &last)
  }
}
