import Testing

@Suite("Octets found in others")
struct ByteSearchTests {
  @Test(
    arguments: [
      ("", "EOM", 0), ("EO", "EOM", 0), ("EOM", "EOM", 1), ("xEOMEOMx", "EOM", 2),
      ("EEOM", "EOM", 1), ("EOEOM", "EOM", 1), ("EOMEO", "EOM", 1), ("aaaa", "aa", 3),
      ("aaaa", "a", 4), ("aaaa", "b", 0), ("aaaa", "", 0),
    ])
  func occurrences(text: String, wanted: String, count: Int) {
    let octets = Array(text.utf8)
    let found = octets.span.occurrences(of: Array(wanted.utf8))
    #expect(found == count)
  }
}
