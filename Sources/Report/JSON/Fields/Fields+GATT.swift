extension ReportV1.ATT: ReportObject {
  package static var blank: Self { Self() }
  package static var isCompound: Bool { true }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("pdus", &pdus)
    visitor.field("transactions", &transactions)
    visitor.field("errors", &errors)
    visitor.field("pending", &pending)
    visitor.field("discoveries", &discoveries)
  }
}

extension ReportV1.Discovery: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("server", &server)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("requests", &requests)
    visitor.field("requests_us", &requestsUs)
    visitor.field("rounds", &rounds)
    visitor.field("repeated", &repeated)
  }
}

extension ReportV1.RepeatedDiscovery: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("request", &request)
    visitor.field("start_handle", &startHandle)
    visitor.field("end_handle", &endHandle)
    visitor.field("in_succession", &inSuccession)
    visitor.field("second_frame", &secondFrame)
    visitor.field("latest_frame", &latestFrame)
    visitor.field("requests", &requests)
    visitor.field("requests_us", &requestsUs)
  }
}

extension ReportV1.PDUCounts: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("rx", &rx)
    visitor.field("tx", &tx)
  }
}

extension ReportV1.Transactions: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("count", &count)
    visitor.field("errors", &errors)
    visitor.field("unanswered", &unanswered)
    visitor.field("latency_us", &latencyUs)
    visitor.field("slowest", &slowest)
  }
}

extension ReportV1.ATTError: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("request", &request)
    visitor.field("handle", &handle)
    visitor.field("code", &code)
    visitor.field("name", &name)
  }
}

extension ReportV1.PendingRequest: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("request", &request)
    visitor.field("handle", &handle)
    visitor.field("age_us", &ageUs)
  }
}

extension ReportV1.GATT: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("server", &server)
    visitor.field("services", &services)
    visitor.field("subscriptions", &subscriptions)
    visitor.field("remembered", &remembered)
    visitor.field("service_changes", &serviceChanges)
    visitor.field("database_hashes", &databaseHashes)
  }
}

extension ReportV1.Service: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("uuid", &uuid)
    visitor.field("name", &name)
    visitor.field("start_handle", &startHandle)
    visitor.field("end_handle", &endHandle)
    visitor.field("characteristics", &characteristics)
    visitor.field("primary", &primary)
    visitor.field("includes", &includes)
  }
}

extension ReportV1.Include: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("handle", &handle)
    visitor.field("start_handle", &startHandle)
    visitor.field("end_handle", &endHandle)
    visitor.field("uuid", &uuid)
  }
}

extension ReportV1.LongValue: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("value_handle", &valueHandle)
    visitor.field("uuid", &uuid)
    visitor.field("server", &server)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("parts", &parts)
    visitor.field("bytes", &bytes)
    visitor.field("sha256", &sha256)
  }
}

extension ReportV1.Characteristic: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("uuid", &uuid)
    visitor.field("name", &name)
    visitor.field("declaration_handle", &declarationHandle)
    visitor.field("value_handle", &valueHandle)
    visitor.field("properties", &properties)
    visitor.field("descriptors", &descriptors)
  }
}

extension ReportV1.Descriptor: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("uuid", &uuid)
    visitor.field("handle", &handle)
  }
}

extension ReportV1.Subscription: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("frame", &frame)
    visitor.field("time_us", &timeUs)
    visitor.field("cccd_handle", &cccdHandle)
    visitor.field("value_handle", &valueHandle)
    visitor.field("value", &value)
    visitor.field("guessed", &guessed)
  }
}
