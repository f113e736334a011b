import Bytes
import Testing

typealias Decoder<Value> = (ByteRange, Span<UInt8>) throws(DecodeIssue) -> Value

/// What stands before each vector, so that a decoder that forgets its range's start is found out.
private let padding: [UInt8] = [0xEE, 0xEE, 0xEE, 0xEE, 0xEE]

/// The offset of a vector's first octet, in the ranges and issues that decoders make of it.
let vectorStart = padding.count

/// Decodes a whole vector. The octets end with it, so a decoder that reads too far traps.
func decode<Value>(_ vector: [UInt8], _ decoder: Decoder<Value>) throws(DecodeIssue) -> Value {
  let octets = padding + vector
  return try decoder(ByteRange(start: vectorStart, end: octets.count), octets.span)
}

/// Decodes the first `held` octets of a vector that was `original` octets long. The other octets
/// are there too, but outside the range: a decoder that reads them has ignored its range.
func outcome<Value>(
  of vector: [UInt8], held: Int, original: Int, _ decoder: Decoder<Value>
) -> Result<Value, DecodeIssue> {
  let octets = padding + vector
  let range = ByteRange(
    start: vectorStart, end: vectorStart + held, originalCount: original)
  do throws(DecodeIssue) {
    return .success(try decoder(range, octets.span))
  } catch {
    return .failure(error)
  }
}

/// The octets of `vector` that a decoder's range stands for.
func octets(_ range: ByteRange?, of vector: [UInt8]) -> [UInt8]? {
  range.map { Array((padding + vector)[$0.start..<$0.end]) }
}

/// What a decoder does with the end of its octets.
enum Tail {
  /// Every octet is a field, and must be there.
  case none
  /// The last so many octets have a length field before them: a packet without them is bad, a
  /// capture without them is cut.
  case counted(Int)
  /// The last so many octets are whatever is left.
  case rest(Int)
}

/// Cuts a vector at each length, as a short packet and as a capture that was cut, and expects the
/// right issue each time. Then changes one octet after another, and expects that nothing traps.
func sweep<Value>(
  _ vector: [UInt8], layer: Layer = .hci, tail: Tail = .none, _ decoder: Decoder<Value>,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let total = vector.count
  let (endOfPacketFields, endOfCapturedFields) =
    switch tail {
    case .none: (total, total)
    case .counted(let count): (total, total - count)
    case .rest(let count): (total - count, total - count)
    }

  for held in 0...total {
    let short = outcome(of: vector, held: held, original: held, decoder)
    let cut = outcome(of: vector, held: held, original: total, decoder)
    expect(
      short, limit: held < endOfPacketFields ? .packet : nil, layer, held, "short", sourceLocation)
    expect(
      cut, limit: held < endOfCapturedFields ? .capture : nil, layer, held, "cut", sourceLocation)
  }

  for index in vector.indices {
    for value in [0x00, 0xFF, ~vector[index], vector[index] &+ 1, vector[index] &- 1] {
      var changed = vector
      changed[index] = value
      for held in stride(from: total, through: 0, by: -max(1, total / 16)) {
        _ = outcome(of: changed, held: held, original: held, decoder)
        _ = outcome(of: changed, held: held, original: total, decoder)
      }
    }
  }
}

private func expect<Value>(
  _ result: Result<Value, DecodeIssue>, limit: DecodeIssue.Limit?, _ layer: Layer, _ held: Int,
  _ how: Comment, _ sourceLocation: SourceLocation
) {
  switch (result, limit) {
  case (.success, nil): break
  case (.failure(let issue), let limit?):
    #expect(issue.layer == layer, how, sourceLocation: sourceLocation)
    #expect(issue.limit == limit, "\(how) after \(held)", sourceLocation: sourceLocation)
    // The missing field starts within what there is, and what there is ends where it was cut.
    #expect(issue.offset >= vectorStart, how, sourceLocation: sourceLocation)
    #expect(
      issue.offset + issue.available == vectorStart + held, how, sourceLocation: sourceLocation)
    #expect(issue.available < issue.needed, how, sourceLocation: sourceLocation)
  case (.success, _?):
    Issue.record("decoded though \(how) after \(held) octets", sourceLocation: sourceLocation)
  case (.failure(let issue), nil):
    Issue.record("\(how) after \(held) octets: \(issue)", sourceLocation: sourceLocation)
  }
}
