/* The check sum that zlib calls crc32, a byte at a time; it starts with all bits set, and ends with all turned. */
#ifndef SECTIO_CHECKSUM_H
#define SECTIO_CHECKSUM_H

#include <stdint.h>

extern uint32_t checksum_table[256];

/* Called when the module is loaded. */
void fill_checksum_table(void);

static inline uint32_t checked(uint32_t crc, uint8_t letter) { return crc >> 8 ^ checksum_table[(crc ^ letter) & 255]; }

#endif
