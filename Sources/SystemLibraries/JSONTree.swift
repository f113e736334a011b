import CJansson

/// A JSON document (RFC 8259), as values. Objects keep the order of their members.
package enum JSONTree: Sendable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent, of 64 bits.
  case integer(Int)
  case real(Double)
  case string(String)
  case array([JSONTree])
  case object([Member])

  package struct Member: Sendable {
    package var key: String
    package var value: JSONTree
  }
}

/// Where a text stopped being JSON, both counted from 1.
package struct JSONFault: Error, Hashable {
  package var line: Int
  package var column: Int
}

/// Reads one whole JSON object or array, by the Jansson library, which bounds the depth at 2048. A
/// key that occurs twice in an object is a fault, as is a number that does not fit.
package func parseJSON(_ bytes: Span<UInt8>) throws(JSONFault) -> JSONTree {
  var line = 1
  var column = 1
  let result: JSONTree? = unsafe bytes.withUnsafeBufferPointer { buffer -> JSONTree? in
    guard let start = buffer.baseAddress else { return nil }
    var error = json_error_t()
    let flags = Int(JSON_ALLOW_NUL) | Int(JSON_REJECT_DUPLICATES)
    let root = unsafe start.withMemoryRebound(to: CChar.self, capacity: buffer.count) {
      unsafe json_loadb($0, buffer.count, flags, &error)
    }
    guard let root = unsafe root else {
      line = max(1, Int(error.line))
      column = max(1, Int(error.column))
      return nil
    }
    defer { unsafe json_decref(root) }
    return unsafe tree(of: root)
  }
  guard let result else { throw JSONFault(line: line, column: column) }
  return result
}

private func tree(of value: UnsafeMutablePointer<json_t>) -> JSONTree {
  switch unsafe value.pointee.type {
  case JSON_NULL: .null
  case JSON_TRUE: .bool(true)
  case JSON_FALSE: .bool(false)
  case JSON_INTEGER: unsafe .integer(Int(json_integer_value(value)))
  case JSON_REAL: unsafe .real(json_real_value(value))
  case JSON_STRING: unsafe .string(string(of: value))
  case JSON_ARRAY: unsafe .array(elements(of: value))
  default: unsafe .object(members(of: value))
  }
}

private func string(of value: UnsafeMutablePointer<json_t>) -> String {
  guard let start = unsafe json_string_value(value) else { return "" }
  let count = unsafe json_string_length(value)
  return unsafe start.withMemoryRebound(to: UInt8.self, capacity: count) {
    unsafe String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
  }
}

private func elements(of value: UnsafeMutablePointer<json_t>) -> [JSONTree] {
  unsafe (0..<json_array_size(value)).compactMap { index in
    guard let element = unsafe json_array_get(value, index) else { return nil }
    return unsafe tree(of: element)
  }
}

private func members(of value: UnsafeMutablePointer<json_t>) -> [JSONTree.Member] {
  var members: [JSONTree.Member] = []
  unsafe members.reserveCapacity(json_object_size(value))
  var place = unsafe json_object_iter(value)
  while let here = unsafe place {
    if let key = unsafe json_object_iter_key(here), let inner = unsafe json_object_iter_value(here)
    {
      unsafe members.append(.init(key: String(cString: key), value: tree(of: inner)))
    }
    unsafe place = unsafe json_object_iter_next(value, here)
  }
  return members
}
