import Text

/// Workflow commands: GitHub Actions shows each as an annotation of the run.
enum GitHubCommands {
  /// Of one step GitHub shows ten of each kind.
  static let limit = 10

  enum Kind: String { case error, warning, notice }

  /// - Parameter line: in a file; annotations of a file have one.
  static func command(
    _ kind: Kind, title: String, file: String? = nil, line: Int = 1, _ message: String
  ) -> String {
    let position = file.map { ",file=\(property($0)),line=\(max(1, line))" } ?? ""
    return "::\(kind.rawValue) title=\(property(title))\(position)::\(data(message))\n"
  }

  /// The first of them, and how many more there are: no more than GitHub shows.
  static func limited(_ commands: [() -> String], _ kind: Kind, to pieces: inout TextPieces) {
    let shown = commands.count > limit ? limit - 1 : commands.count
    for command in commands.prefix(shown) { pieces += command() }
    guard commands.count > shown else { return }
    pieces += command(
      kind, title: "bletrace",
      "and \(commands.count - shown) more; the other output forms list them")
  }

  /// A line of its own could be a command of its own.
  static func data(_ text: String) -> String {
    var result = ""
    for scalar in Printable.escape(text, unicode: true).unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func property(_ text: String) -> String {
    var result = ""
    for scalar in data(text).unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
