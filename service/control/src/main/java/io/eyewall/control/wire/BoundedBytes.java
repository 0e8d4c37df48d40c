package io.eyewall.control.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** An in-memory output stream with a size limit. */
final class BoundedBytes extends OutputStream {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final int most;

    BoundedBytes(int most) {
        this.most = most;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) throws IOException {
        if (length > most - bytes.size()) {
            throw new TooLongException(most);
        }
        bytes.write(from, offset, length);
    }

    byte[] toByteArray() {
        return bytes.toByteArray();
    }
}
