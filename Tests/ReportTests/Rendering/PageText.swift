@testable import Text

/// What a page shows of a document.
func pageText(_ options: TextOptions = TextOptions(), _ body: (inout Document) -> Void) -> String {
  var document = Document()
  body(&document)
  var page = Page(options)
  page.write(&document)
  return String(decoding: page.bytes, as: UTF8.self)
}
