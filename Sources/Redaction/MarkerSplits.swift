import BluetoothProtocol
import Tracking

/// A value of a characteristic, which follows others in the same direction.
struct ValueOfStream {
  struct Key: Hashable {
    var connection: Int
    var handle: ATTHandle
    var opcode: ATTOpcode
    var server: Side?
  }

  var key: Key
  var value: [UInt8]
}

/// The markers that may come in several values, by the streams of these.
struct MarkerSplits {
  struct Part {
    var pieces: [Redactor.Piece]
    var octets: [UInt8]
  }

  private struct Stream {
    var split = MarkerSplit()
    /// Of the values that replace them: these must not make up a marker.
    var image = MarkerSplit()
    var held: [Part] = []

    var isIdle: Bool { split.octets.isEmpty && image.octets.isEmpty && held.isEmpty }
  }

  /// Those that have begun something.
  private var streams: [ValueOfStream.Key: Stream] = [:]
  /// How long the longest value of each message under way is.
  private var longest: [ValueOfStream.Key: Int] = [:]
  private static let most = 1 << 16

  /// Whether a value may be the last of its message: it is shorter than one before it, or the
  /// first.
  func mayBeLast(_ value: ValueOfStream) -> Bool {
    longest[value.key].map { value.value.count < $0 } ?? true
  }

  /// Notes a value of a message.
  mutating func note(_ value: ValueOfStream, isLast: Bool) {
    if isLast {
      longest[value.key] = nil
    } else {
      if longest.count >= Self.most { longest = [:] }
      longest[value.key] = max(longest[value.key] ?? 0, value.value.count)
    }
  }

  mutating func add(
    _ value: ValueOfStream, isCut: Bool, _ shape: MarkerShape
  ) -> MarkerSplit.Step {
    change(value.key) { $0.split.add(value.value, isCut: isCut, shape) }
  }

  func image(_ key: ValueOfStream.Key) -> MarkerSplit { streams[key]?.image ?? MarkerSplit() }

  mutating func note(
    _ image: [UInt8], of key: ValueOfStream.Key, isCut: Bool, _ shape: MarkerShape
  ) {
    _ = change(key) { $0.image.add(image, isCut: isCut, shape) }
  }

  mutating func hold(_ pieces: [Redactor.Piece], _ value: ValueOfStream) {
    change(value.key) { $0.held.append(Part(pieces: pieces, octets: value.value)) }
  }

  /// A marker is complete.
  ///
  /// - Returns: the values before the last one.
  mutating func end(_ key: ValueOfStream.Key) -> [Part] {
    streams.removeValue(forKey: key)?.held ?? []
  }

  /// What a stream has begun is no marker.
  ///
  /// - Returns: what waits for that.
  mutating func giveUp(_ key: ValueOfStream.Key) -> [Redactor.Piece] {
    change(key) { stream in
      defer { stream.held = [] }
      return stream.held.flatMap(\.pieces)
    }
  }

  /// Nor is what any stream has begun.
  mutating func giveUp() -> [Redactor.Piece] {
    defer { streams = [:] }
    return streams.values.flatMap { $0.held.flatMap(\.pieces) }
  }

  private mutating func change<Result>(
    _ key: ValueOfStream.Key, _ body: (inout Stream) -> Result
  ) -> Result {
    var stream = streams.removeValue(forKey: key) ?? Stream()
    defer { if !stream.isIdle { streams[key] = stream } }
    return body(&stream)
  }
}
