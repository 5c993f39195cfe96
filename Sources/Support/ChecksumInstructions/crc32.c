// CRC-32 with special instructions of the processor. Swift has no names for these instructions, and compiles every
// function for the oldest supported processor. In C, a function can be compiled for a newer processor; it is called only if
// the processor has the instructions.

#include "ChecksumInstructions.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <emmintrin.h>
#include <wmmintrin.h>

#define FEATURES __attribute__((target("sse2,pclmul")))

// The bytes are a polynomial over GF(2). A block of 16 bytes is moved to a later position by multiplying each half of the
// block by the power of x for that distance, modulo the polynomial of CRC-32. Adding the product to the bytes at the later
// position leaves the checksum of the whole unchanged. Four blocks are moved at the same time, each by 64 bytes. The method and its constants, which are the powers of x reflected: V. Gopal et al., "Fast CRC
// Computation for Generic Polynomials Using PCLMULQDQ Instruction", Intel, 2009.

FEATURES static inline __m128i moved_on(__m128i block, __m128i powers, __m128i later) {
  __m128i low = _mm_clmulepi64_si128(block, powers, 0x00);
  __m128i high = _mm_clmulepi64_si128(block, powers, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), later);
}

FEATURES static inline __m128i block_at(const uint8_t *bytes) { return _mm_loadu_si128((const __m128i *)bytes); }

// Returns the register after 16 bytes, starting from zero, four bits at a time.
static uint32_t reduced(__m128i block) {
  static const uint32_t table[16] = {
      0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4, 0x4DB26158, 0x5005713C,
      0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C, 0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
  uint8_t bytes[16];
  _mm_storeu_si128((__m128i *)bytes, block);
  uint32_t crc = 0;
  for (int index = 0; index < 16; index++) {
    crc ^= bytes[index];
    crc = crc >> 4 ^ table[crc & 15];
    crc = crc >> 4 ^ table[crc & 15];
  }
  return crc;
}

FEATURES static size_t advance(uint32_t *crc, const uint8_t *bytes, size_t count) {
  const __m128i by_64_bytes = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
  const __m128i by_16_bytes = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
  __m128i first = _mm_xor_si128(block_at(bytes), _mm_cvtsi32_si128((int)*crc));
  __m128i second = block_at(bytes + 16), third = block_at(bytes + 32), fourth = block_at(bytes + 48);
  size_t offset = 64;
  for (; count - offset >= 64; offset += 64) {
    first = moved_on(first, by_64_bytes, block_at(bytes + offset));
    second = moved_on(second, by_64_bytes, block_at(bytes + offset + 16));
    third = moved_on(third, by_64_bytes, block_at(bytes + offset + 32));
    fourth = moved_on(fourth, by_64_bytes, block_at(bytes + offset + 48));
  }
  second = moved_on(first, by_16_bytes, second);
  third = moved_on(second, by_16_bytes, third);
  fourth = moved_on(third, by_16_bytes, fourth);
  for (; count - offset >= 16; offset += 16) fourth = moved_on(fourth, by_16_bytes, block_at(bytes + offset));
  *crc = reduced(fourth);
  return offset;
}

static int has_instructions(void) {
  // Determined once. Threads that determine it at the same time get the same result.
  static int known = -1;
  int answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
  if (answer < 0) {
    unsigned a, b, c = 0, d;
    answer = __get_cpuid(1, &a, &b, &c, &d) && (c & bit_PCLMUL) != 0;
    __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
  }
  return answer;
}

size_t crc32_instructions_advance(uint32_t *crc, const void *bytes, size_t count) {
  return count >= 128 && has_instructions() ? advance(crc, bytes, count) : 0;
}

// ARMv8 has an instruction for this polynomial.
#elif defined(__aarch64__) && (defined(__linux__) || defined(__ARM_FEATURE_CRC32))

#include <arm_acle.h>
#include <string.h>

#if defined(__ARM_FEATURE_CRC32)
#define FEATURES
static int has_instructions(void) { return 1; }
#else
#include <sys/auxv.h>
#define FEATURES __attribute__((target("+crc")))
// HWCAP_CRC32 of <asm/hwcap.h>.
static int has_instructions(void) { return (getauxval(AT_HWCAP) & 1 << 7) != 0; }
#endif

FEATURES static size_t advance(uint32_t *crc, const uint8_t *bytes, size_t count) {
  uint32_t value = *crc;
  size_t offset = 0;
  for (; count - offset >= 16; offset += 16) {
    uint64_t words[2];
    memcpy(words, bytes + offset, sizeof words);
    value = __crc32d(__crc32d(value, words[0]), words[1]);
  }
  *crc = value;
  return offset;
}

size_t crc32_instructions_advance(uint32_t *crc, const void *bytes, size_t count) {
  return count >= 16 && has_instructions() ? advance(crc, bytes, count) : 0;
}

#else

size_t crc32_instructions_advance(uint32_t *crc, const void *bytes, size_t count) {
  (void)crc, (void)bytes, (void)count;
  return 0;
}

#endif
