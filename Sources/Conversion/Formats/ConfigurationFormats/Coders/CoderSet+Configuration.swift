public import ProfferConversions

extension CoderSet {
  /// Coders for the formats of configuration files, with the default options.
  public static let configuration = configuration()

  /// Returns coders for the formats of configuration files.
  ///
  /// - Parameter yaml: the options for reading YAML.
  /// - Returns: the coder set.
  public static func configuration(yaml: YAMLOptions = YAMLOptions()) -> CoderSet {
    .yaml(yaml) + toml + json5 + keyValueText
  }
}
