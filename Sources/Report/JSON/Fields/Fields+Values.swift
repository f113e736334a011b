extension ReportV1.Summary: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("min", &min)
    visitor.field("p50", &p50)
    visitor.field("p95", &p95)
    visitor.field("p99", &p99)
    visitor.field("max", &max)
    visitor.number("mean", &mean, decimals: 1)
  }
}

extension ReportV1.Rssi: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("min", &min)
    visitor.field("max", &max)
    visitor.number("mean", &mean, decimals: 2)
    visitor.field("first", &first)
    visitor.field("last", &last)
    visitor.number("slope_db_per_s", &slopeDbPerS, decimals: 3)
    visitor.field("trend", &trend)
    visitor.numbers("series", &series, decimals: 2)
    visitor.field("duration_us", &durationUs)
  }
}
