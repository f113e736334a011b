import Foundation

/// Ends the run where a promise is broken, and says which: what `precondition` would say is lost
/// where the code is optimised.
@inline(__always)
func promise(_ holds: Bool, _ broken: @autoclosure () -> String) {
  if !holds { end(broken()) }
}

@inline(never)
func end(_ broken: String) -> Never {
  FileHandle.standardError.write(Data("broken promise: \(broken)\n".utf8))
  preconditionFailure(broken)
}
