/// What a thing is known by in one pass of `matched`, and what it looks for. Most things look for
/// what they are themselves.
struct PassKeys: Equatable, ExpressibleByArrayLiteral {
  var own: [String]
  var wanted: [String]

  init(_ keys: [String]) { self.init(own: keys, wanted: keys) }

  init(own: [String], wanted: [String]) { (self.own, self.wanted) = (own, wanted) }

  init(arrayLiteral keys: String...) { self.init(keys) }
}
