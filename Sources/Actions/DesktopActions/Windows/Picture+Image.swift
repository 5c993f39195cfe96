import ImageCoders
import ProfferConversions
import TransferWindows

extension Picture {
  /// Creates a picture for a window from an image, with 8 bits per sample and premultiplied colors.
  init(_ image: Image) {
    // Losses are not reported, because a preview is small.
    var losses = LossCounter()
    let samples = image.withEightBits(&losses).inColor(&losses).withAlpha().pixels
    var pixels: [UInt32] = []
    pixels.reserveCapacity(image.width * image.height)
    samples.withUnsafeBufferPointer { samples in
      for start in stride(from: 0, to: samples.count, by: 4) {
        let alpha = UInt32(samples[start + 3])
        func channel(_ offset: Int) -> UInt32 { (UInt32(samples[start + offset]) * alpha + 127) / 255 }
        pixels.append(alpha << 24 | channel(0) << 16 | channel(1) << 8 | channel(2))
      }
    }
    self.init(width: image.width, height: image.height, pixels: pixels)
  }
}
