import Comparison
import Report

extension Invocation {
  /// Writes an error in the form that was asked for, where a command cannot do its work. CI would
  /// show nothing where it finds no file, or would read the file of an earlier run.
  func report(_ failure: CommandFailure, of parsed: ParsedArguments) {
    guard [.analyze, .diff].contains(parsed.command),
      let format = parsed.value(of: .format).flatMap({ TroubleForm.Format(rawValue: $0.text) })
    else { return }
    let form = TroubleForm(
      bletrace: Version.number, command: parsed.command.rawValue, messages: [failure.message])
    let output = parsed.value(of: .output).flatMap { $0.text == "-" ? nil : $0 }
    // What is read is not to be written over.
    let inputs =
      parsed.operands + [Option.budget, .base, .new].flatMap { parsed.values(of: $0) }
    // Where the output is what is wrong, there is nothing to write to.
    guard let target = try? target(output, sparing: inputs) else {
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
