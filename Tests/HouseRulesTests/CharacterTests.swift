import BletraceTestSupport
import Foundation
import Testing

/// What writes text for people or for a syntax takes it by octets or Unicode scalars, never by
/// `Character`: a backtick with a combining mark is another `Character`, and still a backtick to a
/// Markdown parser. `hasPrefix` and `hasSuffix` compare by `Character`, too.
///
/// The source does not show whether `text.count` is that of a string. The object file does: it
/// names each function of the standard library that it calls.
@Suite("Characters")
struct CharacterTests {
  /// The beginnings of the names of what is looked for.
  static let symbols: [(name: String, meaning: String)] = [
    ("$sSJ", "Character"),
    ("$sSS8IteratorV4next", "a loop over a String"),
    ("$sSS5countSi", "String.count"),
    ("$sSS9hasPrefix", "String.hasPrefix"), ("$sSS9hasSuffix", "String.hasSuffix"),
    ("$sSysE9hasPrefix", "StringProtocol.hasPrefix"),
    ("$sSysE9hasSuffix", "StringProtocol.hasSuffix"),
    ("$sSSSTs", "String as a Sequence"), ("$sSSSls", "String as a Collection"),
    ("$sSsSTs", "Substring as a Sequence"), ("$sSsSls", "Substring as a Collection"),
    ("$sSSSKs", "String from its end"), ("$sSsSKs", "Substring from its end"),
  ]

  private static let targets = [
    "Text", "Report", "Rendering", "Comparison", "PacketText", "Workbench",
    "BletraceCommands",
  ]

  /// Files that may, and why that is harmless.
  private static let allowed: [String: String] = [
    "Text/Decimal": "takes apart numbers that the standard library printed",
    "Text/JSONScanner": "reads; makes a Character of one scalar each",
    "Report/JSONReportReader": "reads; chooses the words of an error by the schema's name",
    "Report/Wording": "joins words and names of the protocol, as text that renderers escape",
    "Report/Wording+Protocol":
      "joins words and names of the protocol, as text that renderers escape",
    "Comparison/Budget": "reads; a line break is never part of another Character",
    "BletraceCommands/AnalyzeSettings": "reads the user's own options",
    "BletraceCommands/ArgumentParser": "reads the user's own options",
    "BletraceCommands/DecodeSettings": "reads the user's own options",
    "BletraceCommands/FramingArgument": "reads the user's own options",
    "Workbench/LayoutFile": "reads the user's own layout file",
    "BletraceCommands/LiveSettings": "reads the user's own options",
    "BletraceCommands/RecordingSettings": "reads the user's own options",
    "BletraceCommands/LogShift": "reads the user's own options",
    "BletraceCommands/OptionTable": "short options are a Character of ASCII",
    "BletraceCommands/OptionTable+Packets": "short options are a Character of ASCII",
    "BletraceCommands/GivenNames+Argument": "reads the user's own options",
    "BletraceCommands/Tolerances": "reads the user's own options",
    "BletraceCommands/CommandTable": ownWords, "BletraceCommands/OptionTable+Data": ownWords,
    "BletraceCommands/HelpText": ownWords, "BletraceCommands/TextWrapping": ownWords,
    "BletraceCommands/ManualPages": ownWords, "BletraceCommands/RuleReference": ownWords,
    "BletraceCommands/Completions": ownWords, "BletraceCommands/BashCompletions": ownWords,
    "BletraceCommands/ZshCompletions": ownWords, "BletraceCommands/FishCompletions": ownWords,
  ]
  private static let ownWords = "writes the program's own words, which a test keeps to ASCII"

  static func objects(of target: String) throws -> [(name: String, path: String)] {
    let folder = BuiltProgram.path(target + ".build")
    let ending = ".swift.o"
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .filter { $0.hasSuffix(ending) }
      .map { (String($0.dropLast(ending.count)), folder + "/" + $0) }
  }

  /// What of it the object calls.
  private static func found(in path: String) throws -> [String] {
    let object = try Data(contentsOf: URL(filePath: path))
    // Names lie between zeros in the table of names.
    return symbols.filter { object.range(of: Data("\0\($0.name)".utf8)) != nil }.map(\.meaning)
  }

  /// An optimised object has such calls as its own code, without names.
  static var isDebug: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  @Test("no renderer takes text by Character", .enabled(if: isDebug), arguments: targets)
  func renderers(target: String) throws {
    let sources = FileManager.default.enumerator(
      atPath: HouseRulesTests.project + "Sources/" + target)
    let files = sources?.compactMap { ($0 as? String)?.split(separator: "/").last.map(String.init) }
    let present = Set(files ?? [])
    let objects = try Self.objects(of: target).filter { present.contains($0.name + ".swift") }
    #expect(objects.count == present.count { $0.hasSuffix(".swift") })
    for object in objects {
      let name = "\(target)/\(object.name)"
      let found = try Self.found(in: object.path)
      if Self.allowed[name] == nil {
        #expect(found == [], "\(name).swift: use .utf8 or .unicodeScalars")
      } else {
        #expect(found != [], "\(name).swift needs no allowance any more")
      }
    }
  }

  @Test("each way to take text by Character is found", .enabled(if: isDebug))
  func examples() throws {
    let objects = try Self.objects(of: "HouseRulesTests")
    let example = try #require(objects.first { $0.name == "ByCharacterExamples" })
    #expect(try Self.found(in: example.path) == Self.symbols.map(\.meaning))
  }

  @Test("the manual pages are ASCII")
  func ownWords() throws {
    let folder = HouseRulesTests.project + "man/"
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(pages.count > 5)
    for page in pages {
      let text = try #require(FileManager.default.contents(atPath: folder + page))
      #expect(text.allSatisfy { $0 < 0x80 }, "\(page)")
    }
  }
}
