import Framing
import Report

/// The messages by one layout of one device: what scripts, dissectors, layout files and comparisons
/// are made from.
package struct MessageTrace: Sendable {
  /// From 1, as the commands count the layouts of a capture.
  package var number = 1
  /// The connections on which they were.
  package var connections: [Int] = []
  /// The address of the device, on the first of them.
  package var peer: String?
  /// Of all these connections.
  package var messages: ReportV1.Messages
  /// Where none was found, each value is a message.
  package var layout: FramingLayout
  /// Those of this layout, in the order of the capture.
  package var traced: [TracedMessage]
  /// What the user calls kinds and fields.
  package var names: [NamedKind]

  package init?(
    _ messages: ReportV1.Messages, _ traced: [TracedMessage], names: [NamedKind] = []
  ) {
    guard case .layout(let layout)? = try? FramingSpec(messages.layout ?? "each-value") else {
      return nil
    }
    (self.messages, self.layout, self.traced, self.names) = (messages, layout, traced, names)
  }

  /// What stands where in the messages.
  var parts: [FramingPart] {
    let right = traced.lazy.filter { !$0.isDamaged }.prefix(256).map { Array($0.octets.prefix(64)) }
    return layout.parts(ofValues: [], messages: Array(right))
  }

  /// The octets that escape others, which no layout says.
  var escapes: [String] {
    messages.evidence.entries.lazy.filter { $0.value == Self.escapes }.map {
      "\($0.key) \($0.value)"
    }
  }

  private static let escapes = "escapes others"

  /// Whether a stream carries values to the device that has the characteristic.
  package func isRequest(_ stream: Int) -> Bool {
    guard messages.streams.indices.contains(stream) else { return false }
    return messages.streams[stream].kind == .write
  }

  /// The way of requests, as the report counts it; `nil` where no stream carries any.
  package var requestDirection: ReportV1.Direction? {
    messages.streams.first { $0.kind == .write }?.direction
  }

  package func isRequest(_ kind: ReportV1.MessageKind) -> Bool {
    guard let direction = requestDirection else { return false }
    return kind.direction == direction
  }

  /// What a kind is called: by the user, else by its number.
  package func name(of kind: ReportV1.MessageKind) -> String {
    named(kind)?.name ?? "kind \(kind.id)"
  }

  /// What the user says of a kind.
  package func named(_ kind: ReportV1.MessageKind) -> NamedKind? {
    messages.named(kind, by: names)
  }
}
