import Text

/// What the benchmark prints: for the terminal, or for RESULTS.md.
struct Page {
  struct Table {
    let title: String
    var notes: [String] = []
    fileprivate var cells: TextTable

    init(_ title: String, _ heads: [String], words: Int = 1) {
      self.title = title
      cells = TextTable(heads, words: words)
    }

    mutating func add(_ row: [String]) { cells.add(row) }
  }

  var machine = ""
  /// What matters most, for the top of the README.
  var ratios: [String] = []
  private var tables: [Table] = []

  mutating func add(_ table: Table) { tables.append(table) }

  var text: String { machine + "\n\n" + tables(inMarkdown: false) }

  /// The tables alone.
  func tables(inMarkdown isMarkdown: Bool) -> String {
    tables.map { table in
      if !isMarkdown {
        return ([table.title, table.cells.text] + table.notes.map { "  " + $0 })
          .joined(separator: "\n")
      }
      let notes = table.notes.joined(separator: "\n")
      return ["**\(table.title)**", table.cells.markdown, notes].filter { !$0.isEmpty }
        .joined(separator: "\n\n")
    }.joined(separator: "\n\n")
  }

  var markdown: String {
    let list = ratios.map { "- \($0)" }.joined(separator: "\n")
    let origin = """
      Made by `make results` on \(machine). Where nothing else is said, captures are made up, and the
      counts in each report are held against what was made. All ratios are of CPU seconds, user and
      system, as these depend least on what else the machine does.
      """
    return [list, origin, tables(inMarkdown: true)]
      .joined(separator: "\n\n")
  }
}

/// With spaces between the thousands.
func grouped(_ number: Int) -> String {
  var digits = Array(String(number))
  var index = digits.count - 3
  while index > 0 {
    digits.insert(" ", at: index)
    index -= 3
  }
  return String(digits)
}

func grouped(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}

func megabytes(_ octets: Int) -> String { decimal(Double(octets) / 1e6, 1) + " MB" }

enum Machine {
  /// The processor's name, and how many there are.
  static var description: String {
    var text: [UInt8] = []
    try? System.read("/proc/cpuinfo") { text += $0 }
    let line = String(decoding: text, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("model name") }
    let name = line?.split(separator: ":").last.map { String($0.drop { $0 == " " }) }
    return "\(name ?? "an unknown processor") (\(System.processors) cores)"
  }
}
