import BluetoothProtocol
import Framing
import Report

extension LayoutFile {
  static let mostWords = 8

  /// What a value says that holds a whole message, or the beginning of one: the name of the
  /// message, and the fields that are there.
  package func words(of value: [UInt8], uuid: BluetoothUUID?, handle: UInt16) -> String? {
    for section in sections {
      let isHere = section.places.contains { place in
        switch place {
        case .uuid(let own): own == uuid
        case .handle(let own): own == handle
        }
      }
      let framing = section.framing
      guard isHere, value.count >= framing.chunkHeader + framing.chunkTrailer else { continue }
      let message = Array(value.dropFirst(framing.chunkHeader).dropLast(framing.chunkTrailer))
      guard
        let kind = section.kinds.first(where: { $0.pattern.matches(message) })
          ?? section.kinds.first(where: { $0.pattern.begins(message) })
      else { continue }
      let fields = kind.fields.prefix(Self.mostWords).compactMap { field in
        field.value(in: message).map { "\(field.name) \($0)" }
      }
      return fields.isEmpty ? kind.name : "\(kind.name): \(fields.joined(separator: ", "))"
    }
    return nil
  }
}

extension ReportV1.Capture {
  /// The capture with the names that layout files give to the fields of its messages.
  package func named(by files: [LayoutFile]) -> Self {
    let names = files.flatMap(\.names)
    guard !names.isEmpty else { return self }
    var capture = self
    for connection in capture.connections.indices {
      for index in capture.connections[connection].messages.indices {
        let messages = capture.connections[connection].messages[index]
        for kind in messages.kinds.indices {
          guard let known = messages.named(messages.kinds[kind], by: names) else { continue }
          capture.connections[connection].messages[index].kinds[kind].name(by: known)
        }
      }
    }
    return capture
  }
}

extension ReportV1.MessageKind {
  fileprivate mutating func name(by known: NamedKind) {
    var named: [ReportV1.MessageField] = []
    for field in known.fields {
      var one = ReportV1.MessageField()
      (one.offset, one.bytes) = (field.offset, field.octets)
      if case .number(_, let isBigEndian) = field.type { one.bigEndian = isBigEndian }
      let found = fields.first { $0.overlaps(one) }
      one.kind = found?.kind ?? (field.type == .text ? .text : .varying)
      let factor = field.factor.map { " x \($0)" } ?? ""
      one.text = "\(known.name): \(field.name)\(factor)" + (field.unit.map { " \($0)" } ?? "")
      named.append(one)
    }
    fields = (fields.filter { field in !named.contains { $0.overlaps(field) } } + named)
      .sorted { $0.offset < $1.offset }
  }
}

extension ReportV1.Messages {
  /// Takes out what shows octets of the messages.
  package mutating func removeOctets() {
    evidence = [:]
    kinds = []
  }
}
