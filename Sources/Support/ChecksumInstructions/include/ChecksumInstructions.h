#ifndef CHECKSUM_INSTRUCTIONS_H
#define CHECKSUM_INSTRUCTIONS_H

#include <stddef.h>
#include <stdint.h>

/// Takes bytes into a register of CRC-32 (ITU-T V.42, bits reflected) by the processor's own instructions.
///
/// Returns how many of the bytes it took in: all but at most 15 at the end, or 0 where the processor has no such
/// instructions or the bytes are too few to be worth it.
size_t crc32_instructions_advance(uint32_t *crc, const void *bytes, size_t count);

#endif
