/// A difference between the two programs that is looked into, and who is right.
struct AcceptedDifference {
  /// The file, from the folder with samples or with real captures.
  var file: String
  var field: String
  /// What each says; `nil` for nothing. Where that changes, the reason has to be looked at again.
  var tshark: String?
  var bletrace: String?
  var why: String
}

/// All of them. A difference that is not listed fails, and so does one that no longer occurs.
let acceptedDifferences: [AcceptedDifference] = []

/// What bletrace refuses to read, and why that is right.
let refusedFiles: [String: String] = [:]
