extension ReportV1: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.constant("schema", Self.schemaName)
    visitor.field("bletrace", &bletrace)
    visitor.field("captures", &captures)
    visitor.field("findings", &findings)
  }
}

extension ReportV1.Capture: ReportObject {
  package static var blank: Self { Self() }
  package static var isCompound: Bool { true }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("path", &path)
    visitor.field("format", &format)
    visitor.field("link_type", &linkType)
    visitor.field("records", &records)
    visitor.field("truncated_records", &truncatedRecords)
    visitor.field("dropped_records", &droppedRecords)
    visitor.field("undecodable_records", &undecodableRecords)
    visitor.field("vendor_log_records", &vendorLogRecords)
    visitor.field("cut_short", &cutShort)
    visitor.field("start", &start)
    visitor.field("duration_us", &durationUs)
    visitor.field("controllers", &controllers)
    visitor.field("scans", &scans)
    visitor.field("advertisers", &advertisers)
    visitor.field("connections", &connections)
    visitor.field("skipped_records", &skippedRecords)
    visitor.field("damage", &damage)
    visitor.field("advertiser_reports_omitted", &advertiserReportsOmitted)
    visitor.field("connections_omitted", &connectionsOmitted)
    visitor.field("transfers_omitted", &transfersOmitted)
    visitor.field("bounds_reached", &boundsReached)
    visitor.field("connection_failures", &connectionFailures)
    visitor.field("clock_steps", &clockSteps)
    visitor.field("drop_points", &dropPoints)
    visitor.field("adapter_states", &adapterStates)
    visitor.field("quality_reports", &qualityReports)
    visitor.field("timeline", &timeline)
    visitor.field("timeline_omitted", &timelineOmitted)
    visitor.field("hardware_errors", &hardwareErrors)
    visitor.field("own_records", &ownRecords)
  }
}

extension ReportV1.Damage: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("offset", &offset)
    visitor.field("reason", &reason)
    visitor.field("source_failed", &sourceFailed)
    visitor.field("skipped_octets", &skippedOctets)
  }
}

extension ReportV1.Controller: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("index", &index)
    visitor.field("address", &address)
    visitor.field("name", &name)
    visitor.field("manufacturer", &manufacturer)
    visitor.field("le_acl_buffers", &leACLBuffers)
  }
}

extension ReportV1.ACLBuffers: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("bytes", &bytes)
    visitor.field("count", &count)
  }
}

extension ReportV1.Scan: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("start_frame", &startFrame)
    visitor.field("stop_frame", &stopFrame)
    visitor.field("start_us", &startUs)
    visitor.field("duration_us", &durationUs)
    visitor.field("type", &type)
    visitor.field("filter_duplicates", &filterDuplicates)
    visitor.field("window_us", &windowUs)
    visitor.field("interval_us", &intervalUs)
  }
}

extension ReportV1.Finding: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("rule", &rule)
    visitor.field("severity", &severity)
    visitor.field("capture", &capture)
    visitor.field("connection", &connection)
    visitor.field("frames", &frames)
    visitor.field("message", &message)
    visitor.field("evidence", &evidence)
    visitor.field("advice", &advice)
  }
}
