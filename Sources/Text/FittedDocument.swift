/// A document of several parts, each of which can be printed longer or shorter, so that all of it
/// takes at most so many lines of a page.
///
/// A part begins short, and is extended as long as there is room. The order in which parts are
/// extended is thus the order of what matters; the order in which they were added is that on the
/// page.
package struct FittedDocument<Key: Hashable> {
  private struct Part {
    var write: (_ extent: Int, _ document: inout Document) -> Void
    var extent: Int
    var document: Document
    var lines: Int
  }

  private let options: TextOptions
  private let elsewhere: String
  private var order: [Key] = []
  private var parts: [Key: Part] = [:]
  /// Lines that are still free.
  private var room: Int

  /// - Parameter elsewhere: where the reader finds what is left out.
  package init(lines: Int, _ options: TextOptions, elsewhere: String) {
    room = lines
    self.options = options
    self.elsewhere = elsewhere
  }

  /// - Parameter extent: what it has at first, whether there is room or not.
  /// - Parameter write: prints as much as an extent allows: nothing for 0, all for the greatest.
  package mutating func add(
    _ key: Key, extent: Int = 0, _ write: @escaping (Int, inout Document) -> Void
  ) {
    var part = Part(write: write, extent: 0, document: Document(), lines: 0)
    measure(&part, extent)
    room -= part.lines
    order.append(key)
    parts[key] = part
  }

  /// Prints more of a part, if there is room for that. Whether there was.
  @discardableResult
  package mutating func extend(_ key: Key, to extent: Int) -> Bool {
    guard let old = parts[key], old.extent < extent else { return true }
    var part = old
    measure(&part, extent)
    guard part.lines - old.lines <= room else { return false }
    room -= part.lines - old.lines
    parts[key] = part
    return true
  }

  /// Keeps so many lines free, for parts that are added later.
  package mutating func reserve(_ lines: Int) { room -= lines }

  package mutating func release(_ lines: Int) { room += lines }

  /// Whether anything of the part is printed.
  package func shows(_ key: Key) -> Bool { parts[key].map { $0.lines > 0 } ?? false }

  package func write(to page: inout Page) {
    for key in order {
      guard var document = parts[key]?.document else { continue }
      page.write(&document)
    }
  }

  private func measure(_ part: inout Part, _ extent: Int) {
    var document = Document(elsewhere: elsewhere)
    part.write(extent, &document)
    part.extent = extent
    part.document = document
    part.lines = Page.lines(of: document, options)
  }
}
