extension ReportV1.Ceiling: ReportObject {
  package static var blank: Self { Self() }
  package static var isCompound: Bool { true }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("interval_us", &intervalUs)
    visitor.number("packets_per_event", &packetsPerEvent, decimals: 2)
    visitor.field("packets_per_event_source", &packetsPerEventSource)
    visitor.field("ll_octets", &llOctets)
    visitor.field("phy", &phy)
    visitor.field("chunk_bytes", &chunkBytes)
    visitor.field("chunk_limit", &chunkLimit)
    visitor.field("ll_packets_per_chunk", &llPacketsPerChunk)
    visitor.field("possible_us", &possibleUs)
    visitor.field("achieved_us", &achievedUs)
    visitor.number("possible_bytes_per_s", &possibleBytesPerS, decimals: 1)
    visitor.number("achieved_bytes_per_s", &achievedBytesPerS, decimals: 1)
    visitor.field("waterfall", &waterfall)
    visitor.field("what_if", &whatIf)
  }
}

extension ReportV1.TimeShare: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("cause", &cause)
    visitor.field("us", &us)
  }
}

extension ReportV1.WhatIf: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("change", &change)
    visitor.field("duration_us", &durationUs)
    visitor.number("bytes_per_s", &bytesPerS, decimals: 1)
  }
}
