import Foundation
import Report

/// A report in JSON, whose texts can be replaced by others: as a stranger could write it.
struct FilledReport {
  private enum Piece {
    case text([UInt8])
    /// A string with its quotation marks, and the key that it is the value of; none of a key.
    case string([UInt8], key: [UInt8]?)
  }

  private let pieces: [Piece]
  /// The keys whose strings may be anything; those of the others are words of the contract.
  private let free: Set<[UInt8]>

  init(_ json: [UInt8]) {
    let pieces = Self.pieces(of: json)
    self.pieces = pieces
    var keys: Set<[UInt8]> = []
    for case .string(_, let key?) in pieces { keys.insert(key) }
    free = keys.filter { key in
      Self.canBeRead(Self.join(pieces) { $0 == key ? Array("\"~\"".utf8) : nil })
    }
  }

  /// - Parameter text: the next text, as it is meant; it is written in JSON here.
  func filled(with text: () -> String) -> [UInt8] {
    Self.join(pieces) { free.contains($0) ? Self.quoted(text()) : nil }
  }

  static func canBeRead(_ json: [UInt8]) -> Bool {
    (try? JSONReportReader.read(json)) != nil
  }

  /// ASCII only: this writer shares nothing with the program's.
  static func quoted(_ text: String) -> [UInt8] {
    var result = "\""
    for unit in text.utf16 {
      let digits = String(unit, radix: 16)
      result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
    return Array((result + "\"").utf8)
  }

  private static func join(_ pieces: [Piece], _ other: ([UInt8]) -> [UInt8]?) -> [UInt8] {
    pieces.flatMap { piece in
      switch piece {
      case .text(let text): text
      case .string(let text, let key): key.flatMap(other) ?? text
      }
    }
  }

  private static func pieces(of json: [UInt8]) -> [Piece] {
    var pieces: [Piece] = []
    var key: [UInt8] = []
    var start = 0
    var at = 0
    while at < json.count {
      guard json[at] == UInt8(ascii: "\"") else {
        at += 1
        continue
      }
      var end = at + 1
      while json[end] != UInt8(ascii: "\"") { end += json[end] == UInt8(ascii: "\\") ? 2 : 1 }
      end += 1
      pieces.append(.text(Array(json[start..<at])))
      let isKey = end < json.count && json[end] == UInt8(ascii: ":")
      if isKey { key = Array(json[at + 1..<end - 1]) }
      pieces.append(.string(Array(json[at..<end]), key: isKey ? nil : key))
      start = end
      at = end
    }
    return pieces + [.text(Array(json[start...]))]
  }
}
