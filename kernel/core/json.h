// Writes JSON into a given room, without the standard library. What does not fit is counted, not written.
#pragma once

#include <bit>

#include "core/tiles.h"

namespace qwirkle {

class Json {
  public:
    Json(char* room, int capacity) : room_(room), capacity_(capacity) {}

    // How long the text is; more than the capacity where it did not fit.
    int size() const { return size_; }

    Json& object() { return opened('{'); }
    Json& array() { return opened('['); }
    Json& end_object() { return closed('}'); }
    Json& end_array() { return closed(']'); }

    Json& key(const char* name) {
        text(name);
        put(':');
        comma_ = false;
        return *this;
    }

    Json& text(const char* value) {
        separate();
        put('"');
        for (; *value; ++value) put(*value);
        put('"');
        return *this;
    }
    Json& number(long long value) {
        separate();
        digits(value);
        return *this;
    }
    // Nothing is rounded: the 16 hexadecimal digits of the bits, as text.
    Json& real(double value) {
        separate();
        const auto bits = std::bit_cast<std::uint64_t>(value);
        put('"');
        for (int at = 60; at >= 0; at -= 4) put("0123456789abcdef"[bits >> at & 15]);
        put('"');
        return *this;
    }
    Json& truth(bool value) { return word(value ? "true" : "false"); }
    Json& null() { return word("null"); }

    // A text in pieces: begin, any number of letters and numbers, end.
    Json& begin_text() {
        separate();
        put('"');
        return *this;
    }
    Json& letters(const char* value) {
        for (; *value; ++value) put(*value);
        return *this;
    }
    Json& letter(char value) {
        put(value);
        return *this;
    }
    Json& digits(long long value) {
        if (value < 0) put('-');
        unsigned long long rest =
            value < 0 ? 0ull - static_cast<unsigned long long>(value) : static_cast<unsigned long long>(value);
        char text[20];
        int length = 0;
        do text[length++] = static_cast<char>('0' + rest % 10);
        while (rest /= 10);
        while (length) put(text[--length]);
        return *this;
    }
    Json& code(Tile tile) {  // `?` for a piece that is hidden
        if (tile >= KINDS) return letter('?');
        return letter("ROYGBP"[tile / 6]).letter("oxdstc"[tile % 6]);
    }
    Json& end_text() {
        put('"');
        comma_ = true;
        return *this;
    }

    Json& tile(Tile tile) { return begin_text().code(tile).end_text(); }

  private:
    char* room_;
    int capacity_;
    int size_ = 0;
    bool comma_ = false;  // whether something stands before the next value

    void put(char letter) {
        if (size_ < capacity_) room_[size_] = letter;
        ++size_;
    }
    void separate() {
        if (comma_) put(',');
        comma_ = true;
    }
    Json& opened(char bracket) {
        separate();
        put(bracket);
        comma_ = false;
        return *this;
    }
    Json& closed(char bracket) {
        put(bracket);
        comma_ = true;
        return *this;
    }
    Json& word(const char* value) {
        separate();
        for (; *value; ++value) put(*value);
        return *this;
    }
};

}  // namespace qwirkle
