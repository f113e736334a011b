import Redaction
import Report

/// The options of `export --redact`, checked.
struct RedactionSettings {
  var kept: Set<RedactedKind> = []
  var markers = TransferMarker.known.map(\.bytes)
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
    markers += try parsed.values(
      of: .marker, "is no marker; it is a text or hex:454F4D, of 1 to 64 bytes",
      TransferMarker.init(argument:)
    ).map(\.bytes)
    map = parsed.value(of: .map)
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
