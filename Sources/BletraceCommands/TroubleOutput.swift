import Comparison
import Report

extension Invocation {
  /// Writes an error in the form that was asked for, where a command cannot do its work. CI would
  /// show nothing where it finds no file, or would read the file of an earlier run.
  func report(_ failure: CommandFailure, of parsed: ParsedArguments) {
    guard [.analyze, .diff].contains(parsed.command) else { return }
    let output = parsed.value(of: .output).flatMap { $0.text == "-" ? nil : $0 }
    let format = parsed.troubleFormat
    // Standard error has it, and standard output is no file of an earlier run.
    if output == nil, [.text, .csv].contains(format) { return }
    var form = TroubleForm(
      bletrace: Version.number, command: parsed.command.rawValue, messages: [failure.message])
    (form.named, form.namedNew) = parsed.namedInputs
    // What is read is not to be written over.
    let captures = parsed.operands + [Option.base, .new].flatMap { parsed.values(of: $0) }
    // Where the output is what is wrong, there is nothing to write to.
    guard
      let target = try? reportTarget(
        output, sparing: captures, parsed.otherInputs, for: parsed.reportAudience)
    else {
      if output == nil {
        _ = deliver { (sink) throws(WriteFailure) in try write(form, format, sink) }
      }
      return
    }
    try? target.write { (sink) throws(WriteFailure) in try write(form, format, sink) }
  }

  private func write(
    _ form: TroubleForm, _ format: TroubleForm.Format, _ sink: any ByteSink
  ) throws(WriteFailure) {
    try sink.write { form.render(as: format, handingTo: $0) }
  }
}

extension ParsedArguments {
  /// Text where none is asked for, or one that the command does not have.
  fileprivate var troubleFormat: TroubleForm.Format {
    let word = value(of: .format)?.text ?? ""
    let choices = command.definition(of: .format).choices
    return choices.contains(word) ? TroubleForm.Format(rawValue: word) ?? .text : .text
  }

  /// The captures of the command line, or those of both sides.
  fileprivate var namedInputs: ([String], [String]) {
    let (base, new) = (values(of: .base), values(of: .new))
    guard command == .diff else { return (operands.map(\.text), []) }
    guard base.isEmpty, new.isEmpty else { return (base.map(\.text), new.map(\.text)) }
    return (operands.prefix(1).map(\.text), operands.dropFirst().map(\.text))
  }
}
