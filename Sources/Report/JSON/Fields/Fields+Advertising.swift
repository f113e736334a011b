extension ReportV1.Advertiser: ReportObject {
  package static var blank: Self { Self() }
  package static var isCompound: Bool { true }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("address", &address)
    visitor.field("address_type", &addressType)
    visitor.field("name", &name)
    visitor.field("service_uuids", &serviceUuids)
    visitor.field("tx_power", &txPower)
    visitor.field("company", &company)
    visitor.field("beacon", &beacon)
    visitor.field("reports", &reports)
    visitor.field("first_frame", &firstFrame)
    visitor.field("last_frame", &lastFrame)
    visitor.field("rssi", &rssi)
    visitor.field("rssi_gate", &rssiGate)
  }
}

extension ReportV1.RssiGate: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("low", &low)
    visitor.field("high", &high)
    visitor.field("first_frame", &firstFrame)
    visitor.field("open_us", &openUs)
    visitor.field("until_connection_us", &untilConnectionUs)
  }
}

extension ReportV1.Company: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("id", &id)
    visitor.field("name", &name)
  }
}

extension ReportV1.Beacon: ReportObject {
  package static var blank: Self { Self() }

  package mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("kind", &kind)
    visitor.field("uuid", &uuid)
    visitor.field("major", &major)
    visitor.field("minor", &minor)
    visitor.field("measured_power", &measuredPower)
    visitor.field("namespace", &namespace)
    visitor.field("instance", &instance)
    visitor.field("url", &url)
    visitor.field("ephemeral_id", &ephemeralID)
    visitor.field("tx_power", &txPower)
    visitor.field("battery_mv", &batteryMillivolts)
    visitor.number("temperature_c", &temperatureCelsius, decimals: 3)
    visitor.field("advertisements", &advertisements)
    visitor.number("uptime_s", &uptimeSeconds, decimals: 1)
  }
}
