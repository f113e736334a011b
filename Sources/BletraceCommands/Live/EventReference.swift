import Report

// What `live` says, for the help and the manual.

func eventReference() -> String {
  "\nEvents:\n"
    + LiveEvent.Kind.allCases.map { entry($0.rawValue, $0.meaning) }.joined()
}
