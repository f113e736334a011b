extension ReportV1.ConnectionFailure: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("status", &status)
    visitor.field("name", &name)
    visitor.field("peer", &peer)
  }
}

extension ReportV1.HardwareError: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("controller", &controller)
    visitor.field("code", &code)
  }
}

extension ReportV1.ClockStep: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("step_us", &stepUs)
  }
}

extension ReportV1.DropPoint: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("after_frame", &afterFrame)
    visitor.field("before_frame", &beforeFrame)
    visitor.field("count", &count)
  }
}

extension ReportV1.AdapterState: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("controller", &controller)
    visitor.field("state", &state)
  }
}

extension ReportV1.QualityReport: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("connection", &connection)
    visitor.field("report", &report)
    visitor.field("handle", &handle)
    visitor.field("tx_power", &txPower)
    visitor.field("rssi", &rssi)
    visitor.field("snr", &snr)
    visitor.field("supervision_timeout_us", &supervisionTimeoutUs)
    visitor.field("retransmissions", &retransmissions)
    visitor.field("no_rx", &noRx)
    visitor.field("nak", &nak)
    visitor.field("flow_off", &flowOff)
    visitor.field("overflow_bytes", &overflowBytes)
    visitor.field("underflow_bytes", &underflowBytes)
    visitor.field("address", &address)
    visitor.field("role", &role)
  }
}

extension ReportV1.TimelineEvent: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("connection", &connection)
    visitor.field("event", &event)
    visitor.field("detail", &detail)
  }
}
