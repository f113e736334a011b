import Redaction
import Report
import Text

/// The options of `export --redact`, checked.
struct RedactionSettings {
  var kept: Set<RedactedKind> = []
  var markers = TransferMarker.known.map(\.bytes)
  /// Those of the command line.
  var named: [TransferMarker] = []
  /// Whether more is kept than without options.
  var keepsMore: Bool { !kept.isEmpty || markers.count > TransferMarker.known.count }
  /// Where the mapping goes.
  var map: Argument?

  /// What `--keep` may name. Keys are always replaced: who has them can read the rest.
  static let keepable = RedactedKind.allCases.filter { $0 != .keys }

  /// - Returns: nil without `--redact`.
  init?(_ parsed: ParsedArguments) throws(CommandFailure) {
    guard parsed.isSet(.redact) else {
      for option in [Option.map, .keepOriginal, .marker] where parsed.isSet(option) {
        throw CommandFailure("'\(option.spelling)' belongs to '--redact', which is not given")
      }
      return nil
    }
    let kinds = try parsed.values(
      of: .keepOriginal,
      "is not a value for '--keep'; use one or more of "
        + Self.keepable.map(\.rawValue).joined(separator: ", "), Self.kinds)
    kept = Set(kinds.flatMap(\.self))
    named = try parsed.markersToKeep()
    markers += named.map(\.bytes)
    map = parsed.value(of: .map)
  }

  /// What stayed and why, as the report on standard error says it: each of them is open in the
  /// file.
  ///
  /// - Parameter counts: how often each marker stayed.
  func keptWords(_ counts: [[UInt8]: Int]) -> [String] {
    var words = TransferMarker.known.map { ($0, "a known marker") }
    words += named.filter { !TransferMarker.known.map(\.bytes).contains($0.bytes) }.map {
      ($0, "--marker")
    }
    let markers = words.compactMap { marker, why -> String? in
      guard let count = counts[marker.bytes], count > 0 else { return nil }
      let places = count == 1 ? "message ends" : "messages end"
      return "\(marker.name) where \(grouped(count)) \(places) (\(why))"
    }
    let kinds = kept.sorted().map { "\($0.rawValue) (--keep)" }
    return kinds + markers
  }

  /// `values,names`
  private static func kinds(_ text: String) -> [RedactedKind]? {
    let words = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let kinds = words.compactMap { word in
      keepable.first { $0.rawValue.utf8.elementsEqual(word) }
    }
    return kinds.count == words.count ? kinds : nil
  }
}

extension ParsedArguments {
  /// The markers that `--redact` lets stay. Those of configuration files are not among them: a file
  /// that comes with the captures must not open them.
  func markersToKeep() throws(CommandFailure) -> [TransferMarker] {
    let markers = try values(
      of: .marker, "is not a marker; write a text, or bytes such as hex:454F4D, of 1 to 64 bytes",
      TransferMarker.init(argument:))
    let least = Redactor.shortestMarker
    guard let short = markers.first(where: { $0.bytes.count < least }) else { return markers }
    throw CommandFailure(
      "'--marker \(short.name)' is too short to stay with '--redact': a marker of less than "
        + "\(least) bytes is in too many values")
  }
}
