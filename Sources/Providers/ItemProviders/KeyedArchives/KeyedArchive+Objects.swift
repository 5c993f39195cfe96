public import Foundation

extension KeyedArchive {
  /// Archives an object.
  ///
  /// What the object itself archives must be archivable: Foundation ends the process where it is not.
  ///
  /// - Throws: `unavailableCoercionError` when the class does not support secure coding, or stands inside another type, a
  ///   function or, as private, a file: archives name classes of modules only.
  public static func data(of object: some NSObject & NSSecureCoding) throws -> Data {
    guard type(of: object).supportsSecureCoding else {
      throw ItemProviderError(
        .unavailableCoercionError, "An object of class \(type(of: object)) does not support secure coding")
    }
    let name = name(of: type(of: object))
    guard name.split(separator: ".").count <= 2 else {
      throw ItemProviderError(
        .unavailableCoercionError,
        "An object of class \(name) cannot be archived: only classes at the top of a module can")
    }
    return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
  }

  /// Makes the outermost object, which must be of this class or a subclass.
  ///
  /// - Throws: `unexpectedValueClassError` for an object of a class that was not named, there or inside;
  ///   `unavailableCoercionError` for damage, and when an object's own `init(coder:)` refuses; an error that an object
  ///   gave to `failWithError(_:)` is the cause.
  public func object<Object: NSObject & NSSecureCoding>(of type: Object.Type) throws -> Object {
    guard let object = try object(ofAny: [type]) as? Object else {
      throw ItemProviderError.damagedArchive("its outermost object is no \(type)")
    }
    return object
  }

  /// Makes the outermost object, which must be of one of these classes or a subclass of one.
  ///
  /// - Throws: as ``object(of:)``.
  public func object(ofAny classes: [any (NSObject & NSSecureCoding).Type]) throws -> NSObject {
    #if canImport(ObjectiveC)
      let object = try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: data) as? NSObject
    #else
      let object = try KeyedArchiveCoder(self).rootObject(of: classes)
    #endif
    guard let object else { throw ItemProviderError.damagedArchive("it holds no object") }
    return object
  }
}

extension ItemProviderWriting where Self: NSObject & NSSecureCoding {
  /// Archives the object.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    let result = Result { try KeyedArchive.data(of: self) }
    completionHandler(result.value, result.error)
    return nil
  }
}

extension ItemProviderReading where Self: NSObject & NSSecureCoding {
  /// Makes an object of an archive, whose outermost object must be of this class or a subclass.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    try KeyedArchive(data).object(of: self)
  }
}
