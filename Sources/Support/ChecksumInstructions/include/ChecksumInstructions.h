#ifndef CHECKSUM_INSTRUCTIONS_H
#define CHECKSUM_INSTRUCTIONS_H

#include <stddef.h>
#include <stdint.h>

/// Adds bytes to a register of CRC-32 (ITU-T V.42, bits reflected) with special instructions of the processor.
///
/// Returns the number of processed bytes: all except at most 15 at the end; 0 if the processor has no such instructions, or
/// if there are too few bytes.
size_t crc32_instructions_advance(uint32_t *crc, const void *bytes, size_t count);

#endif
