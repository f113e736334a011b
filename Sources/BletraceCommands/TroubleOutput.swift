import Comparison

extension Invocation {
  /// Runs a command; where it cannot be done, the output gets an error in the form that was asked for.
  /// CI would show nothing where it finds no file, or the one of an earlier run.
  ///
  /// - Parameter inputs: what is not to be written over.
  func tellingTrouble(
    of parsed: ParsedArguments, sparing inputs: [Argument],
    _ run: () throws(CommandFailure) -> ExitCode
  ) throws(CommandFailure) -> ExitCode {
    do throws(CommandFailure) {
      return try run()
    } catch {
      if let format = parsed.value(of: .format).flatMap({ TroubleForm.Format(rawValue: $0.text) }),
        // The JSON of a report says nothing but what is in a capture.
        format != .json || parsed.command == .diff
      {
        tell(error, as: format, parsed, sparing: inputs)
      }
      throw error
    }
  }

  private func tell(
    _ failure: CommandFailure, as format: TroubleForm.Format, _ parsed: ParsedArguments,
    sparing inputs: [Argument]
  ) {
    let form = TroubleForm(
      bletrace: Version.number, command: parsed.command.rawValue, messages: [failure.message])
    let output = parsed.value(of: .output).flatMap { $0.text == "-" ? nil : $0 }
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
