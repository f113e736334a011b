import Bytes

/// A value in words, or why there are none.
package enum GATTValueText: Hashable, Sendable {
  case text(String)
  case undecodable(String)
}

/// Values of characteristics and descriptors, decoded by the format that their UUID stands for.
package enum GATTValue {
  /// What `value` says, or why it cannot be decoded; nil where the format of `uuid` is not known
  /// here.
  package static func describe(
    _ uuid: BluetoothUUID, _ value: ByteRange, in bytes: Span<UInt8>
  ) -> GATTValueText? {
    format(of: uuid).map { describe($0, value, in: bytes) }
  }

  package static func describe(
    _ format: any GATTValueFormat.Type, _ value: ByteRange, in bytes: Span<UInt8>
  ) -> GATTValueText {
    var it = GATTValueReader(value, inWords: true)
    do throws(DecodeIssue) {
      try format.read(&it, bytes)
      var text = it.text
      if value.isCut {
        text += ", cut after \(value.count) of \(ValueText.octets(value.originalCount))"
      } else if it.cursor.remaining > 0 {
        text += ", \(ValueText.octets(it.cursor.remaining)) left over"
      }
      return .text(text)
    } catch {
      return .undecodable(reason(error, value))
    }
  }

  /// What is wrong with a value that could not be decoded: `needs 3 octets, has 1`.
  package static func reason(_ issue: DecodeIssue, _ value: ByteRange) -> String {
    let needed = ValueText.octets(issue.offset - value.start + issue.needed)
    return issue.limit == .capture
      ? "needs \(needed), cut after \(value.count) of \(value.originalCount)"
      : "needs \(needed), has \(value.count)"
  }

  /// The format of a characteristic's or descriptor's value, if it is one of those known here.
  package static func format(of uuid: BluetoothUUID) -> (any GATTValueFormat.Type)? {
    guard let number = uuid.short16 else { return nil }
    return switch number {
    case 0x2901, 0x2A00, 0x2A24...0x2A29: UTF8Value.self
    case 0x2902: ClientCharacteristicConfiguration.self
    case 0x2A01: Appearance.self
    case 0x2A04: PreferredConnectionParameters.self
    case 0x2A05: ServiceChanged.self
    case 0x2A08: DateTime.self
    case 0x2A18: GlucoseMeasurement.self
    case 0x2A19: BatteryLevel.self
    case 0x2A1C: TemperatureMeasurement.self
    case 0x2A23: SystemID.self
    case 0x2A2B: CurrentTime.self
    case 0x2A35: BloodPressureMeasurement.self
    case 0x2A37: HeartRateMeasurement.self
    case 0x2A38: BodySensorLocation.self
    case 0x2A39: HeartRateControlPoint.self
    case 0x2A50: PnPID.self
    case 0x2A53: RSCMeasurement.self
    case 0x2A5B: CSCMeasurement.self
    case 0x2A5E: PLXSpotCheckMeasurement.self
    case 0x2A5F: PLXContinuousMeasurement.self
    case 0x2A63: CyclingPowerMeasurement.self
    case 0x2A6E: Temperature.self
    case 0x2A6F: Humidity.self
    case 0x2A9D: WeightMeasurement.self
    case 0x2ACC: FitnessMachineFeature.self
    case 0x2ACD: TreadmillData.self
    case 0x2AD2: IndoorBikeData.self
    case 0x2AD9: FitnessMachineControlPoint.self
    case 0x2ADA: FitnessMachineStatus.self
    case 0x2B2A: DatabaseHash.self
    default: nil
    }
  }
}
