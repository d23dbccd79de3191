// The checksum of zlib over a text that is made piece by piece: what the seeds of choices are made of.
#pragma once

#include "core/tiles.h"

namespace qwirkle {

class Crc32 {
  public:
    Crc32& letter(char value) {
        state_ ^= static_cast<unsigned char>(value);
        for (int bit = 0; bit < 8; ++bit) state_ = state_ >> 1 ^ (state_ & 1 ? 0xedb88320u : 0u);
        return *this;
    }
    Crc32& letters(const char* text) {
        for (; *text; ++text) letter(*text);
        return *this;
    }
    Crc32& number(unsigned long long value) {
        char text[20];
        int length = 0;
        do text[length++] = static_cast<char>('0' + value % 10);
        while (value /= 10);
        while (length) letter(text[--length]);
        return *this;
    }
    Crc32& tile(Tile tile) { return letter("ROYGBP"[tile / 6]).letter("oxdstc"[tile % 6]); }

    std::uint32_t value() const { return ~state_; }

  private:
    std::uint32_t state_ = ~0u;
};

}  // namespace qwirkle
