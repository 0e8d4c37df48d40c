package io.eyewall.control.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** An in-memory output stream with a size limit. */
final class BoundedBytes extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int maxBytes;

    BoundedBytes(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        if (length > maxBytes - bytes.size()) {
            throw new TooLongException(maxBytes);
        }
        bytes.write(from, offset, length);
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
