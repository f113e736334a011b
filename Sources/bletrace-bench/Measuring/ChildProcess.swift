#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a program took, from its start to its end.
struct Usage {
  /// Seconds.
  var wall: Double
  /// Of all its threads, in user and system mode.
  var processor: Double
  /// Octets of memory it held at most.
  var peak: Int
}

/// A program that was started.
///
/// The benchmark keeps its own memory small and lets children do whatever takes much, as Linux
/// counts what the parent held when a program started as the program's own peak.
struct ChildProcess {
  private let name: String
  private let identifier: pid_t
  private let start: Int

  /// - Parameters:
  ///   - program: a path, or a name to be looked for as the shell does.
  ///   - input: taken as standard input; without it there is none.
  ///   - output: where standard output goes.
  /// - Returns: `nil` where there is no such program.
  init?(
    _ program: String, _ arguments: [String], input: Int32? = nil, output: String = "/dev/null"
  ) throws(BenchFailure) {
    name = program
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t? = nil
    #else
      var actions = unsafe posix_spawn_file_actions_t()
    #endif
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    if let input {
      unsafe posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    unsafe posix_spawn_file_actions_addopen(
      &actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)

    var words = unsafe ([program] + arguments).map { unsafe strdup($0) }
    unsafe words.append(nil)
    defer { for index in unsafe words.indices { unsafe free(words[index]) } }
    var child: pid_t = 0
    start = Clock.wall
    let result = unsafe posix_spawnp(&child, program, &actions, nil, words, environ)
    if result == ENOENT { return nil }
    guard result == 0 else { throw .system(program, result) }
    identifier = child
  }

  /// Waits for its end. Anything but success is a failure.
  func finish() throws(BenchFailure) -> Usage {
    var status: Int32 = 0
    var usage = rusage()
    while unsafe wait4(identifier, &status, 0, &usage) < 0 {
      if errno != EINTR { throw .system(name) }
    }
    let wall = Double(Clock.wall - start) / 1e9
    guard status == 0 else {
      let how = status & 0x7F == 0 ? "exit status \(status >> 8)" : "signal \(status & 0x7F)"
      throw BenchFailure("\(name) ended with \(how)")
    }
    #if canImport(Darwin)
      let unit = 1
    #else
      let unit = 1024
    #endif
    return Usage(
      wall: wall, processor: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      peak: Int(usage.ru_maxrss) * unit)
  }

  private func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1e6
  }
}

/// Runs a program that reads what `write` makes, through a pipe, so that it takes no room anywhere.
func measure<Written>(
  _ program: String, _ arguments: [String], output: String,
  reading write: (FileSink) -> Written
) throws(BenchFailure) -> (usage: Usage, written: Written) {
  System.ignoreBrokenPipes()
  let pipe = try System.pipe()
  let child: ChildProcess?
  do throws(BenchFailure) {
    child = try ChildProcess(program, arguments, input: pipe.input, output: output)
    System.closeDescriptor(pipe.input)
  } catch {
    System.closeDescriptor(pipe.input)
    System.closeDescriptor(pipe.output)
    throw error
  }
  let written = write(FileSink(descriptor: pipe.output))
  guard let child else { throw .missing(program) }
  return (try child.finish(), written)
}

/// Runs a program that has to be there.
func require(
  _ program: String, _ arguments: [String], output: String = "/dev/null"
) throws(BenchFailure) -> Usage {
  guard let usage = try measure(program, arguments, output: output) else {
    throw .missing(program)
  }
  return usage
}

/// Starts a program and waits for it; `nil` where there is no such program.
func measure(
  _ program: String, _ arguments: [String], output: String = "/dev/null"
) throws(BenchFailure) -> Usage? {
  try ChildProcess(program, arguments, output: output)?.finish()
}
