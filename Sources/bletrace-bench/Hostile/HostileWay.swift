/// A way that a hostile capture takes through the program.
enum HostileWay: String, CaseIterable {
  case json, text, live, decode
  // Those that differ from them in what they hold.
  case words, fields
  case decodeJSON = "decode-json"
  case recording, extraction

  /// What the table shows of each input; the others are measured with `--all`.
  static let usual: [HostileWay] = [.json, .text, .live, .decode]

  var head: String {
    switch self {
    case .json: "analyze, JSON"
    case .text: "analyze, text"
    case .live: "live"
    case .decode: "decode"
    case .words: "analyze --timeline=corebluetooth"
    case .fields: "decode --verbose"
    case .decodeJSON: "decode, JSON"
    case .recording: "live --write"
    case .extraction: "analyze --extract"
    }
  }

  /// - Parameter folder: for what is written beside the standard output.
  func arguments(_ story: HostileStory, folder: String) -> [String] {
    let framing = story.layout.map { ["--framing", "0x0001=\($0)"] } ?? []
    let options = (story == .timeline ? ["--timeline"] : []) + framing
    let words =
      switch self {
      case .json: ["analyze", "--format", "json"] + options
      case .text: ["analyze"] + options
      case .live: ["live", "--format", "json"] + framing
      case .decode: ["decode"]
      case .words: ["analyze", "--format", "json", "--timeline=corebluetooth"]
      case .fields: ["decode", "--verbose"]
      case .decodeJSON: ["decode", "--format", "json"]
      case .recording: ["live", "--write", "\(folder)/recording.btsnoop", "--rotate", "64MB"]
      case .extraction: ["analyze", "--extract", "\(folder)/payloads"]
      }
    return words + ["--quiet", "-"]
  }
}
