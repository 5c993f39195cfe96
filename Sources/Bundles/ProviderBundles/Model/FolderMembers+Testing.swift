import FileSystem

extension FolderMembers {
  /// Makes a list of members that know their whole paths, each after the folder it is in.
  package init(forTesting members: [Member]) throws(BundleError) {
    var numbers: [[FileName]: Int] = [:]
    var builder = Builder()
    for member in members {
      guard let name = member.names.last else { preconditionFailure("a member has a name") }
      numbers[member.names] = builder.count
      builder.append(
        name, in: numbers[member.names.dropLast()], member.content, modification: member.modification,
        unknownMembers: member.unknownMembers)
    }
    self = try builder.finish()
  }
}
