import Testing
import Tracking

@testable import BletraceCommands

@Suite struct ArgumentParserTests {
  private func parsed(_ words: String...) throws -> ParsedArguments {
    guard case .run(let parsed) = try parse(words.map { Argument($0) }) else {
      throw CommandFailure("not a run")
    }
    return parsed
  }

  @Test func valuesFollowAsAWordOrAfterAnEqualsSign() throws {
    #expect(try parsed("analyze", "--format", "json", "f").value(of: .format) == "json")
    #expect(try parsed("analyze", "--format=json", "f").value(of: .format) == "json")
    #expect(try parsed("analyze", "-o", "x", "f").value(of: .output) == "x")
    #expect(try parsed("analyze", "--output=a=b", "f").value(of: .output) == "a=b")
  }

  @Test func optionsAndOperandsComeInAnyOrder() throws {
    let parsed = try parsed("analyze", "a", "--quiet", "b", "--width", "90", "c")
    #expect(parsed.operands == ["a", "b", "c"])
    #expect(parsed.isSet(.quiet))
    #expect(parsed.value(of: .width) == "90")
  }

  @Test func aValueThatMayBeLeftOutIsAWordOnlyIfItIsOneOfThem() throws {
    let own = try parsed("analyze", "--timeline", "capture.log")
    #expect(own.value(of: .timeline) == "packets")
    #expect(own.operands == ["capture.log"])
    let next = try parsed("analyze", "--timeline", "corebluetooth", "f")
    #expect(next.value(of: .timeline) == "corebluetooth")
    #expect(next.operands == ["f"])
    let attached = try parsed("analyze", "f", "--timeline=packets")
    #expect(attached.value(of: .timeline) == "packets")
    #expect(try parsed("analyze", "f", "--timeline").value(of: .timeline) == "packets")
    #expect(throws: CommandFailure.self) { try parse(["analyze", "f", "--timeline=corebluetoth"]) }
  }

  @Test func afterTwoHyphensAllAreOperands() throws {
    let parsed = try parsed("analyze", "--", "--format", "-", "--")
    #expect(parsed.operands == ["--format", "-", "--"])
    #expect(!parsed.isSet(.format))
  }

  @Test func aSingleHyphenIsAnOperandAndMayBeAValue() throws {
    let parsed = try parsed("analyze", "-", "-o", "-")
    #expect(parsed.operands == ["-"])
    #expect(parsed.value(of: .output) == "-")
  }

  @Test func repeatedOptionsAddUpOrTheLastOneCounts() throws {
    let parsed = try parsed(
      "analyze", "--marker", "A", "--marker=B", "--color", "always", "--color=never", "f")
    #expect(parsed.values(of: .marker) == ["A", "B"])
    #expect(parsed.value(of: .color) == "never")
  }

  @Test func aValueMayLookLikeAnOption() throws {
    #expect(try parsed("analyze", "--marker", "--end--", "f").value(of: .marker) == "--end--")
  }

  @Test func helpAndVersionWinOverWhatFollows() throws {
    #expect(try parse(["analyze", "--help", "--nonsense"]) == .help(.analyze))
    #expect(try parse(["schema", "-h"]) == .help(.schema))
    #expect(try parse(["analyze", "--version"]) == .version)
    #expect(try parse(["--help"]) == .help(nil))
    #expect(try parse(["-h"]) == .help(nil))
    #expect(try parse(["--version"]) == .version)
    #expect(try parse(["-V"]) == .version && parse(["analyze", "-V"]) == .version)
    #expect(try parse([]) == .nothing)
  }

  @Test func namesOfFilesNeedNotBeUTF8() throws {
    let name = Argument(bytes: [0x61, 0xFF, 0x62])
    guard case .run(let parsed) = try parse(["analyze", name]) else {
      Issue.record("not a run")
      return
    }
    #expect(parsed.operands.first?.bytes == [0x61, 0xFF, 0x62])
    #expect(parsed.operands.first?.text == "a\u{FFFD}b")
  }

  @Test(arguments: [
    (["analyze", "--fromat", "json", "f"], "unknown option '--fromat'; did you mean '--format'?"),
    (["analyze", "--colour=never", "f"], "unknown option '--colour'; did you mean '--color'?"),
    (["analyze", "-output", "x"], "unknown option '-output'; did you mean '--output'?"),
    (["analyze", "--json", "f"], "unknown option '--json'; did you mean '--format json'?"),
    (
      ["--json", "f"], "unknown option '--json'; did you mean 'bletrace analyze --format json'?"
    ),
    (
      ["--summary"],
      "unknown option '--summary'; analyze begins with a summary, and diff with its verdict"
    ),
    (["diff", "--sarif", "f"], "unknown option '--sarif'; did you mean '--format sarif'?"),
    (
      ["analyze", "--summary", "f"],
      "unknown option '--summary'; analyze begins with a summary, and diff with its verdict"
    ),
    (["analyze", "-x"], "unknown option '-x'; 'bletrace help analyze' lists the options"),
    (
      ["schema", "--format", "json"],
      "unknown option '--format'; 'bletrace help schema' lists the options"
    ),
    (
      ["analyze", "f", "--format"],
      "option '--format' needs text, json, ndjson, csv, html, perfetto, markdown, junit, github or "
        + "sarif"
    ),
    (["analyze", "f", "--color"], "option '--color' needs auto, always or never"),
    (["analyze", "f", "-o"], "option '--output' needs a value: --output FILE"),
    (
      ["analyze", "--format", "xml", "f"],
      "'xml' is not a value for '--format'; it takes text, json, ndjson, csv, html, perfetto, "
        + "markdown, junit, github or sarif"
    ),
    (
      ["analyze", "--format", "jsn", "f"],
      "'jsn' is not a value for '--format'; did you mean 'json'?"
    ),
    (["analyze", "--quiet=yes", "f"], "option '--quiet' takes no value"),
    (["analyze", "--marker=", "f"], "option '--marker' has an empty value"),
    (["analyze"], "'analyze' needs a FILE: bletrace analyze [OPTIONS]... FILE..."),
    (["budget"], "'budget' needs init: bletrace budget [OPTIONS]... init FILE..."),
    (["budget", "f"], "'budget' needs init: bletrace budget [OPTIONS]... init FILE..."),
    (["budget", "init"], "'budget' needs a FILE: bletrace budget [OPTIONS]... init FILE..."),
    (["analyze", ""], "an empty argument is not a FILE"),
    (["schema", "x"], "unexpected argument 'x': 'schema' takes no arguments"),
    (["help", "a", "b"], "unexpected argument 'b': bletrace help [COMMAND]"),
    (["analyse", "f"], "unknown command 'analyse'; did you mean 'analyze'?"),
    (["frobnicate"], "unknown command 'frobnicate'; 'bletrace help' lists the commands"),
    (["log.pcap"], "'log.pcap' is not a command; did you mean 'bletrace analyze log.pcap'?"),
    (["-"], "'-' is not a command; did you mean 'bletrace analyze -'?"),
    (["--format", "json"], "'--format' must follow a command: bletrace analyze --format ... FILE"),
    (["--verison"], "unknown option '--verison'; did you mean '--version'?"),
    (
      ["help", "analize"], "no help for 'analize', which is not a command; did you mean 'analyze'?"
    ),
    (["analyze", "--width", "20", "f"], "'20' is not a width; it is a number from 60 to 160"),
    (
      ["analyze", "--transfer", "12", "f"],
      "'12' is not a UUID; write 2A37, 9D534E8B-2153-4F6D-B2B0-8C68665A7274, or a handle, as in "
        + "0x0018"
    ),
    (
      ["analyze", "--framing", "length:u8", "f"],
      "'length:u8' is not a value for '--framing'; it is learn, none or UUID=LAYOUT, such as "
        + "FFF1=length:u16le,crc:16 or 0x0018=length:u16le"
    ),
    (
      ["analyze", "--framing", "FFF1=crc:12", "f"],
      "'--framing' for FFF1: 'crc:12': expected sum:8, sum:16, ones:8, ones:16, twos:8, "
        + "twos:16, xor:8, crc:8, crc:16 or crc:32"
    ),
    (
      ["analyze", "--marker", "hex:4", "f"],
      "'hex:4' is not a marker; write a text, or bytes such as hex:454F4D, of 1 to 64 bytes"
    ),
    (
      ["analyze", "--gap-threshold", "0", "f"],
      "'0' is not a time for '--gap-threshold'; write its unit, as in 250ms or 1.5s, and at most a "
        + "day"
    ),
    (["analyze", "-", "-"], "standard input can be read only once, but '-' is given again"),
  ])
  func aWrongCommandLineIsOneLineAndExit2(words: [String], message: String) {
    let result = bletrace(words)
    #expect(result.errors == "bletrace: \(message)\n")
    #expect(result.output == "")
    #expect(result.code == .trouble)
  }

  @Test func controlCharactersInMessagesAreShownByTheirCodes() {
    let result = bletrace("analyze", "--\u{1B}[31mx\n\u{202E}y\u{2028}", "f")
    #expect(
      result.errors
        == "bletrace: unknown option '--\\x1B[31mx\\x0A\\u{202E}y\\u{2028}'; "
        + "'bletrace help analyze' lists the options\n")
  }

  @Test func aFileInPlaceOfACommandIsNoticed() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "analyzf")
    #expect(
      bletrace(path).errors
        == "bletrace: '\(path)' is not a command; did you mean 'bletrace analyze \(path)'?\n")
  }

  @Test func noWordAtAllIsAShortUsage() {
    let result = bletrace([])
    #expect(result.errors == shortUsage)
    #expect(result.output == "")
    #expect(result.code == .trouble)
  }

  @Test(arguments: [
    ("analyze", "analyze", 0), ("analzye", "analyze", 1), ("", "abc", 3), ("kitten", "sitting", 3),
    ("--fromat", "--format", 1),
  ])
  func editDistanceCountsSwapsAsOne(a: String, b: String, distance: Int) {
    #expect(editDistance(a, b) == distance)
    #expect(editDistance(b, a) == distance)
  }

  @Test(arguments: [
    ("250ms", 250_000), ("1.5s", 1_500_000), ("40us", 40), ("0.001ms", 1),
    ("0.5ms", 500), ("1.000000s", 1_000_000), ("40.0us", 40), ("86400s", 86_400_000_000),
  ])
  func timesAreExact(text: String, value: Int) {
    #expect(microseconds(text) == Int64(value))
  }

  @Test(arguments: [
    "", "0", "250", "0.5", "0ms", "ms", "s", "-1", "+1", "1.", ".5", "1.2.3", "1e3", "1 ms",
    "0.0001ms", "1.5us",
    "86401s", "99999999999999999999", "99999999999999s", "٣ms", "1.5S", "0x10",
  ])
  func whatIsNoTimeIsRefused(text: String) {
    #expect(microseconds(text) == nil)
  }
}
