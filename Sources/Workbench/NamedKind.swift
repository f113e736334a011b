import Framing
import Report

/// What a user calls a kind of messages, and the fields in it.
package struct NamedKind: Hashable, Sendable {
  package var name: String
  package var pattern: KindPattern
  package var fields: [MessageFieldName]
  /// The characteristics that carry it.
  package var places: [LayoutFile.Place]

  package init(
    name: String, pattern: KindPattern, fields: [MessageFieldName] = [],
    places: [LayoutFile.Place] = []
  ) {
    (self.name, self.pattern, self.fields, self.places) = (name, pattern, fields, places)
  }
}

extension ReportV1.Messages {
  /// What the user says of a kind of these messages.
  func named(_ kind: ReportV1.MessageKind, by names: [NamedKind]) -> NamedKind? {
    let own = streams.filter { $0.direction == kind.direction }
    let pattern = KindPattern(kind)
    return names.first { name in
      name.pattern.covers(pattern)
        && name.places.contains { place in own.contains { place.isOf($0.valueHandle, $0.uuid) } }
    }
  }
}

extension LayoutFile.Place {
  func isOf(_ handle: Int, _ uuid: String?) -> Bool {
    switch self {
    case .uuid(let own): own.description == uuid
    case .handle(let own): Int(own) == handle
    }
  }
}

/// Some octets of a message, with a name.
package struct MessageFieldName: Hashable, Sendable {
  package enum FieldType: Hashable, Sendable {
    case number(isSigned: Bool, isBigEndian: Bool)
    case text
    case octets
  }

  package var name: String
  package var offset: Int
  package var octets: Int
  package var type: FieldType
  /// What the number is multiplied by.
  package var factor: Double?
  package var unit: String?

  package init(
    name: String, offset: Int, octets: Int, type: FieldType, factor: Double? = nil,
    unit: String? = nil
  ) {
    (self.name, self.offset, self.octets, self.type) = (name, offset, octets, type)
    (self.factor, self.unit) = (factor, unit)
  }

  /// What the field holds, in words; `nil` where the message ends before it does.
  package func value(in message: [UInt8]) -> String? {
    guard offset >= 0, octets > 0, offset <= message.count, octets <= message.count - offset else {
      return nil
    }
    let held = message[offset..<offset + octets]
    switch type {
    case .octets: return hexText(held)
    case .text: return String(decoding: held.prefix { $0 != 0 }, as: UTF8.self)
    case .number(let isSigned, let isBigEndian):
      guard octets <= 8 else { return hexText(held) }
      var number: UInt64 = 0
      for octet in isBigEndian ? Array(held) : held.reversed() {
        number = number << 8 | UInt64(octet)
      }
      let spare = UInt64(64 - 8 * octets)
      let signed = Int64(bitPattern: number << spare) >> Int64(spare)
      guard let factor else {
        return (isSigned ? String(signed) : String(number)) + (unit.map { " " + $0 } ?? "")
      }
      let scaled = (isSigned ? Double(signed) : Double(number)) * factor
      let rounded = (scaled * 1e6).rounded() / 1e6
      let text =
        rounded == rounded.rounded() && abs(rounded) < 1e15
        ? String(Int64(rounded)) : String(rounded)
      return text + (unit.map { " " + $0 } ?? "")
    }
  }
}

extension MessageTrace {
  /// The fields of a kind: as the user named them, and those that were found beside them.
  package func fields(of kind: ReportV1.MessageKind) -> [MessageFieldName] {
    let named = named(kind)?.fields ?? []
    let found = kind.fields.filter { field in
      !named.contains {
        $0.offset < field.offset &+ field.bytes && field.offset < $0.offset &+ $0.octets
      }
    }.compactMap { $0.named }
    return (named + found).sorted { $0.offset < $1.offset }
  }
}

extension ReportV1.MessageField {
  /// As a field with the name of what it is: `counter_4`.
  package var named: MessageFieldName? {
    guard offset >= 0, offset < 1 << 24, (1...(1 << 20)).contains(bytes) else { return nil }
    let type: MessageFieldName.FieldType =
      switch kind {
      case .text: .text
      case .counter, .slow, .time, .flags, .echo, .varying:
        bytes <= 8 ? .number(isSigned: false, isBigEndian: bigEndian) : .octets
      }
    return MessageFieldName(
      name: "\(kind.rawValue)_\(offset)", offset: offset, octets: bytes, type: type)
  }
}
