extension ReportV1.NotificationStream: ReportObject {
  package static var blank: Self { Self() }
  package static var isCompound: Bool { true }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("value_handle", &valueHandle)
    visitor.field("uuid", &uuid)
    visitor.field("kind", &kind)
    visitor.field("direction", &direction)
    visitor.field("count", &count)
    visitor.field("bytes", &bytes)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("gap_us", &gapUs)
    visitor.field("gaps", &gaps)
    visitor.field("max_bytes", &maxBytes)
    visitor.field("decoded", &decoded)
    visitor.field("ceiling", &ceiling)
    visitor.field("near_marker", &nearMarker)
    visitor.field("gap_count", &gapCount)
    visitor.field("gap_total_us", &gapTotalUs)
    visitor.field("gap_causes", &gapCauses)
  }
}

extension ReportV1.NearMarker: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("marker", &marker)
    visitor.field("octets", &octets)
    visitor.field("count", &count)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
  }
}

extension ReportV1.Transfer: ReportObject {
  package static var blank: Self { Self() }
  package static var isCompound: Bool { true }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("id", &id)
    visitor.field("value_handle", &valueHandle)
    visitor.field("uuid", &uuid)
    visitor.field("direction", &direction)
    visitor.field("marker", &marker)
    visitor.field("marker_style", &markerStyle)
    visitor.field("complete", &complete)
    visitor.field("truncated_at_start", &truncatedAtStart)
    visitor.field("payload_bytes", &payloadBytes)
    visitor.field("payload_sha256", &payloadSha256)
    visitor.field("payload_type", &payloadType)
    visitor.field("payload_intact", &payloadIntact)
    visitor.field("payload_without_resends", &payloadWithoutResends)
    visitor.field("chunks", &chunks)
    visitor.field("chunk_bytes", &chunkBytes)
    visitor.field("chunk_limit", &chunkLimit)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("marker_frame", &markerFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.number("throughput_bytes_per_s", &throughputBytesPerS, decimals: 1)
    visitor.field("gap_us", &gapUs)
    visitor.field("gaps", &gaps)
    visitor.field("resends", &resends)
    visitor.field("ending", &ending)
    visitor.field("marker_in_data", &markerInData)
    visitor.field("kind", &kind)
    visitor.field("ceiling", &ceiling)
    visitor.field("delivery", &delivery)
    visitor.field("repeats_marker_of", &repeatsMarkerOf)
    visitor.field("gap_count", &gapCount)
    visitor.field("gap_total_us", &gapTotalUs)
    visitor.field("gap_causes", &gapCauses)
  }
}

extension ReportV1.Delivery: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("completed_frame", &completedFrame)
    visitor.field("duration_us", &durationUs)
    visitor.number("bytes_per_s", &bytesPerS, decimals: 1)
    visitor.field("uncompleted_packets", &uncompletedPackets)
    visitor.field("uncompleted_bytes", &uncompletedBytes)
  }
}

extension ReportV1.Payload: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("bytes", &bytes)
    visitor.field("sha256", &sha256)
  }
}

extension ReportV1.Gap: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("after_frame", &afterFrame)
    visitor.field("gap_us", &gapUs)
    visitor.field("missed_events", &missedEvents)
    visitor.field("explained_by", &explainedBy)
    visitor.field("start_us", &startUs)
  }
}

extension ReportV1.GapCause: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("explained_by", &explainedBy)
    visitor.field("count", &count)
    visitor.field("us", &us)
  }
}

extension ReportV1.Resend: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("of_frame", &ofFrame)
    visitor.field("certainty", &certainty)
  }
}

extension ReportV1.Flow: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("tx", &tx)
    visitor.field("stalls", &stalls)
    visitor.field("rx", &rx)
    visitor.field("throughput", &throughput)
  }
}

extension ReportV1.TransmitFlow: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("packets", &packets)
    visitor.field("completed", &completed)
    visitor.field("outstanding_max", &outstandingMax)
    visitor.field("completion_us", &completionUs)
    visitor.field("pdus", &pdus)
    visitor.field("fragmented_pdus", &fragmentedPdus)
  }
}

extension ReportV1.Stall: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("outstanding", &outstanding)
  }
}
