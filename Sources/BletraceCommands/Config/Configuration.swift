import CaptureFiles
import Text

/// What configuration files set: values of options that hold for each call.
struct Configuration: Sendable {
  static let longestLine = 1024
  static let mostLines = 1000
  private static let mostFolders = 64

  /// One line of a file.
  struct Entry: Sendable {
    var option: Option
    var value: Argument
    var file: String
    var line: Int
  }

  /// Those of the user's file come before those of the working tree.
  private(set) var entries: [Entry] = []
  /// The files that were read.
  private var files: [String] = []
  /// Those that are read if they exist.
  private let usual: [Argument]
  /// The one of the working tree, if it was read without being named.
  private var ofWorkingTree: String?

  /// The user's file and that of the working tree.
  static func files(_ environment: [EnvironmentVariable: String]) -> [Argument] {
    let own = environment[.configurationHome].flatMap { $0.isEmpty ? nil : $0 }
    let home = environment[.home].flatMap { $0.isEmpty ? nil : $0 }
    let folder = own ?? home.map { $0 + "/.config" }
    return (folder.map { [Argument($0 + "/bletrace")] } ?? []) + [workingTreeFile()]
  }

  /// The nearest `.bletrace` from the working directory up to the top of its working tree, which
  /// has `.git`. Without one, only the working directory is looked at: a folder above may be
  /// anybody's.
  ///
  /// - Parameter folder: with a slash at its end; nothing for the working directory.
  static func workingTreeFile(from folder: String = "") -> Argument {
    func exists(_ path: String) -> Bool { (try? POSIX.status(Argument(path).bytes)) != nil }
    var nearest: String?
    for count in 0..<mostFolders {
      let above = folder + String(repeating: "../", count: count)
      if nearest == nil, exists(above + ".bletrace") { nearest = above + ".bletrace" }
      if exists(above + ".git") { return Argument(nearest ?? folder + ".bletrace") }
    }
    return Argument(folder + ".bletrace")
  }

  /// Reads the files that hold for a call.
  init(_ invocation: Invocation, _ parsed: ParsedArguments) throws(CommandFailure) {
    usual = invocation.configurationFiles
    if let named = parsed.value(of: .config) {
      if named.text != "none" { try read(named, invocation) }
      return
    }
    for file in usual where (try? POSIX.status(file.bytes))?.kind == .regular {
      try read(file, invocation)
      if file.bytes == usual.last?.bytes { ofWorkingTree = file.text }
    }
  }

  /// What counts for an option: all values of one that adds up, else the last.
  func values(of option: Option) -> [Argument] {
    let values = entries.filter { $0.option == option }.map(\.value)
    return option.addsUp ? values : values.suffix(1)
  }

  // MARK: - Reading

  private mutating func read(_ file: Argument, _ invocation: Invocation) throws(CommandFailure) {
    let (descriptor, _) = try invocation.open(file)
    defer {
      if !file.isStandardInput { try? POSIX.close(descriptor) }
    }
    files.append(file.text)
    var lines = LineReader(
      FileDescriptorSource(descriptor: descriptor), longest: Self.longestLine)
    var number = 0
    while let line = try lines.next(of: file) {
      number += 1
      do throws(CommandFailure) {
        guard number <= Self.mostLines else {
          throw CommandFailure("there are more than \(grouped(Self.mostLines)) lines")
        }
        guard !line.isCut else {
          throw CommandFailure("the line is longer than \(grouped(Self.longestLine)) bytes")
        }
        guard let (option, text) = try Self.setting(line.octets) else { continue }
        let value = option == .layout ? Self.file(text, named: file) : text
        try Self.check(option, value, invocation)
        entries.append(Entry(option: option, value: value, file: file.text, line: number))
      } catch {
        throw CommandFailure("\(file.text):\(number): \(error.message)")
      }
    }
  }

  /// `key = value`; `nil` for an empty line and for a comment.
  private static func setting(
    _ line: [UInt8]
  ) throws(CommandFailure) -> (Option, Argument)? {
    let text = trimmed(line[...])
    guard let first = text.first, first != UInt8(ascii: "#") else { return nil }
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
      throw CommandFailure("a setting is written as key = value")
    }
    let key = String(decoding: trimmed(text[..<equals]), as: UTF8.self)
    guard let option = Option.configurable.first(where: { $0.key == key }) else {
      let keys = Option.configurable.map(\.key)
      let hint = nearest(to: key, among: keys).map { "did you mean '\($0)'?" }
      throw CommandFailure(
        "unknown key '\(key)'; " + (hint ?? "the keys are " + keys.joined(separator: ", ")))
    }
    return (option, Argument(bytes: Array(trimmed(text[(equals + 1)...]))))
  }

  private static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let blanks: [UInt8] = [0x20, 0x09, 0x0D]
    guard let first = text.firstIndex(where: { !blanks.contains($0) }),
      let last = text.lastIndex(where: { !blanks.contains($0) })
    else { return [] }
    return text[first...last]
  }

  /// A file that a configuration file names: it is in that one's folder, where its name has none of
  /// its own.
  private static func file(_ value: Argument, named configuration: Argument) -> Argument {
    guard value.bytes.first != UInt8(ascii: "/"),
      let slash = configuration.bytes.lastIndex(of: UInt8(ascii: "/"))
    else { return value }
    return Argument(bytes: Array(configuration.bytes[...slash]) + value.bytes)
  }

  /// Whether the commands understand the value, so that a wrong one is reported with its line.
  private static func check(
    _ option: Option, _ value: Argument, _ invocation: Invocation
  ) throws(CommandFailure) {
    var parsed = ParsedArguments(command: .diff)
    parsed.set(value, of: option)
    _ = try AnalyzeSettings(parsed, invocation)
    _ = try tolerances(parsed)
  }

  // MARK: - Output

  /// What the file of the working tree changes about a check or a redaction: who writes that file
  /// may be another one than who relies on these. Numbers come first, as a long line is cut.
  func caution(for parsed: ParsedArguments) -> String? {
    let isCheck = [.failOn, .budget, .expect].contains { parsed.isSet($0) }
    guard let file = ofWorkingTree, isCheck || parsed.isSet(.redact) || parsed.command == .diff
    else { return nil }
    let known = Set(parsed.command.allOptions)
    let own = entries.filter {
      $0.file == file && known.contains($0.option) && ($0.option.addsUp || !parsed.isSet($0.option))
    }
    let markers = parsed.keepsConfiguredMarkers ? [] : own.filter { $0.option == .marker }
    let used = markers.isEmpty ? own : own.filter { $0.option != .marker }
    var parts: [String] = []
    if !used.isEmpty {
      parts.append(
        Self.counted(used) + " may loosen this check: "
          + used.map { "\($0.option.key) = \($0.value.text)" }.joined(separator: ", "))
    }
    if !markers.isEmpty {
      parts.append(
        Self.counted(markers) + " \(markers.count == 1 ? "does" : "do") not count with --redact")
    }
    guard !parts.isEmpty else { return nil }
    return "\(file): \(parts.joined(separator: "; ")); --config none reads no file"
  }

  /// `1 rule, 2 tolerance`
  private static func counted(_ entries: [Entry]) -> String {
    Option.configurable.compactMap { option in
      let count = entries.count { $0.option == option }
      return count == 0 ? nil : "\(count) \(option.key)"
    }.joined(separator: ", ")
  }

  /// What is in force and from where, as a file that could be read again.
  var text: String {
    guard !files.isEmpty else {
      let names = usual.map { "# " + $0.text.printable + "\n" }.joined()
      return names.isEmpty
        ? "# No configuration file is read.\n" : "# None of these files exists:\n" + names
    }
    var lines = ""
    for entry in entries {
      let value = "\(entry.option.key) = \(entry.value.printable)"
      let place = "\(entry.file.printable):\(entry.line)"
      if let later = overriding(entry) {
        lines += "# \(place), overridden by \(later.file.printable):\(later.line)\n# \(value)\n"
      } else {
        lines += "# \(place)\n\(value)\n"
      }
    }
    if entries.isEmpty {
      lines += files.map { "# \($0.printable) sets nothing.\n" }.joined()
    }
    return lines
  }

  /// A later value of an option that has only one.
  private func overriding(_ entry: Entry) -> Entry? {
    guard !entry.option.addsUp else { return nil }
    let last = entries.last { $0.option == entry.option }
    return last.flatMap { $0.file == entry.file && $0.line == entry.line ? nil : $0 }
  }
}

extension Option {
  /// What a configuration file can set: what the data of an app are and mean. None of these writes
  /// a file, or changes which captures are read.
  static let configurable: [Option] = [
    .marker, .transfer, .framing, .layout, .gapThreshold, .rssiGate, .name, .tolerance, .rule,
    .noRule,
  ]

  /// The option's name in a configuration file.
  var key: String { rawValue }

  /// Whether a value on the command line adds to those of the files, and does not replace them.
  var addsUp: Bool { definition.isRepeatable && self != .rule && self != .noRule }
}

extension Command {
  /// Whether a configuration file changes something about it.
  var isConfigured: Bool {
    // Asked of these few options: the list of a command's options takes all definitions to make.
    self != .config && Option.configurable.contains { $0.definition.commands.contains(self) }
  }
}
