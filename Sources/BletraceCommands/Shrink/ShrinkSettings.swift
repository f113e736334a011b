import CaptureFiles
import Findings

/// The options of `shrink`, checked.
struct ShrinkSettings {
  var output: Argument
  var container: CaptureFileWriter.Container
  var rule: any Rule.Type
  var analysis: AnalyzeSettings

  init(_ parsed: ParsedArguments, _ invocation: Invocation) throws(CommandFailure) {
    guard let named = parsed.value(of: .finding) else {
      throw CommandFailure(
        "'shrink' needs the rule of a finding: bletrace shrink FILE --finding RULE -o OUT")
    }
    guard let output = parsed.value(of: .output) else {
      throw CommandFailure(
        "'shrink' needs a file to write: bletrace shrink FILE --finding RULE -o OUT, such as -o "
          + "small.btsnoop")
    }
    self.output = output
    rule = try findRule(named)
    container = try ExportSettings.container(parsed, output)
    analysis = try AnalyzeSettings(parsed, invocation)
    guard output.text != "-" else {
      throw CommandFailure("'shrink' cannot write to standard output; name a file with -o")
    }
  }
}
