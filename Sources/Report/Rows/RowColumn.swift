import Text

/// A column of a table: its name, and what its values are.
package struct RowColumn {
  package var name: String
  /// A value, or a list of integers.
  var node: SchemaNode
  package var isNullable: Bool
  /// The keys of the report that it stands for, each with its object, from the outside in.
  var keys: [ReportKey] = []

  /// Whether it is part of a sketch, which means nothing in a spreadsheet.
  var isOfSketch: Bool { name.endsWith(Self.sketchKeys) || name.endsWith(Self.sketchCounts) }

  static let sketchKeys = "_sketch_keys"
  static let sketchCounts = "_sketch_counts"

  /// The columns that a value of the report becomes, in the order in which `RowWriter` writes them.
  static func of(
    _ node: SchemaNode, named name: String, keys: [ReportKey], isNullable: Bool = false
  ) -> [RowColumn] {
    switch node {
    case .integer, .number, .string, .boolean, .constant, .words:
      return [RowColumn(name: name, node: node, isNullable: isNullable, keys: keys)]
    case .nullable(let node): return of(node, named: name, keys: keys, isNullable: true)
    case .object(let object, let fields):
      var columns = fields.flatMap {
        of(
          $0.node, named: "\(name)_\($0.key)",
          keys: keys + [ReportKey(object: object, name: $0.key)], isNullable: isNullable)
      }
      if object == String(describing: ReportV1.Summary.self) {
        for suffix in [sketchKeys, sketchCounts] {
          columns.append(
            RowColumn(
              name: name + suffix, node: .array(.integer), isNullable: true, keys: keys))
        }
      }
      return columns
    case .array, .map, .keyed, .either, .any: return []
    }
  }

  static func of(_ fields: [SchemaNode.Field], of object: String) -> [RowColumn] {
    fields.flatMap { of($0.node, named: $0.key, keys: [ReportKey(object: object, name: $0.key)]) }
  }
}
