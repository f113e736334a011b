/// The program's version, as `--version` and the report give it.
package enum Version {
  package static let number = "0.1.0"
  /// The day of this version, in the form that manual pages use. Fixed, as the pages are compared
  /// with what the option table makes of them.
  package static let date = "November 21, 2026"
}
