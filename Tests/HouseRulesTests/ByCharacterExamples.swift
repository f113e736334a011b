// What `CharacterTests` must find in an object file: each way to walk or compare a text by
// `Character`. Nothing calls these.

func iterating(_ text: String) -> Int {
  var count = 0
  for letter in text where letter == "`" { count += 1 }
  return count
}

func measuring(_ text: String, _ part: Substring) -> Int { text.count + part.count }

func comparing(_ text: String) -> Bool { text.hasPrefix("`") || text.hasSuffix("`") }

func comparing(part: Substring) -> Bool { part.hasPrefix("`") || part.hasSuffix("`") }

func searching(_ text: String, _ part: Substring) -> Bool {
  text.contains { $0.isLetter } || part.contains { $0.isLetter }
}

func splitting(_ text: String, _ part: Substring) -> Int {
  text.split(separator: "|").count + part.split(separator: "|").count
}

func ending(_ text: String, _ part: Substring) -> Bool { text.last == part.last }
