package io.eyewall.local.coordination;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * One change of a tree, as a record of a {@link NodeLog}.
 *
 * <table>
 *   <caption>Layout; integers are big-endian, paths UTF-8. Golden files: nodes-1.bin, nodes-2.bin.</caption>
 *   <tr><th>bytes</th><th>contents</th></tr>
 *   <tr><td>4</td><td>length of the body</td></tr>
 *   <tr><td>4</td><td>CRC-32C of the length's 4 bytes</td></tr>
 *   <tr><td>4</td><td>CRC-32C of the body</td></tr>
 *   <tr><td>1</td><td>body: 0 delete, 1 put without data, 2 put with data</td></tr>
 *   <tr><td>2 + n</td><td>length of the path, path</td></tr>
 *   <tr><td>rest</td><td>data</td></tr>
 * </table>
 *
 * @param data the node's new data; null for a node without data, and for a delete
 */
@SuppressWarnings("ArrayRecordComponent") // records are never compared
record LogRecord(Kind kind, String path, byte @Nullable [] data) {
    static final int HEADER_BYTES = 3 * Integer.BYTES;

    enum Kind {
        DELETE(0),
        PUT_NULL(1),
        PUT(2);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        private static Kind ofCode(int code) throws IOException {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IOException("the kind of a record");
        }
    }

    static LogRecord put(String path, byte @Nullable [] data) {
        return new LogRecord(data == null ? Kind.PUT_NULL : Kind.PUT, path, data);
    }

    static LogRecord delete(String path) {
        return new LogRecord(Kind.DELETE, path, null);
    }

    byte[] encode() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        if (name.length > Short.MAX_VALUE) {
            throw new IOException("a path of " + name.length + " bytes is too long: " + path);
        }
        out.writeByte(kind.code);
        out.writeShort(name.length);
        out.write(name);
        if (data != null) {
            out.write(data);
        }
        byte[] body = bytes.toByteArray();
        ByteBuffer record = ByteBuffer.allocate(HEADER_BYTES + body.length);
        record.putInt(body.length);
        record.putInt(crc(Arrays.copyOf(record.array(), Integer.BYTES)));
        return record.putInt(crc(body)).put(body).array();
    }

    /**
     * Reads the next record.
     *
     * @param log positioned after the record on return; at an unspecified position if there is none
     * @return null if the remaining bytes are a record that a crash interrupted
     * @throws IOException if the record is damaged; the message is the name of the damaged part
     */
    static @Nullable LogRecord read(ByteBuffer log) throws IOException {
        if (log.remaining() < HEADER_BYTES) {
            return null;
        }
        int length = log.getInt();
        if (log.getInt() != crc(ByteBuffer.allocate(Integer.BYTES).putInt(length).array())) {
            // A crash may leave zeros where the file has grown but the bytes were not written.
            if (isAllZeros(log.slice())) {
                return null;
            }
            throw new IOException("the length of a record");
        }
        int crc = log.getInt();
        if (length > log.remaining()) {
            return null;
        }
        byte[] body = new byte[length];
        log.get(body);
        if (crc != crc(body)) {
            if (!log.hasRemaining()) {
                return null;
            }
            throw new IOException("the body of a record");
        }
        return parse(ByteBuffer.wrap(body));
    }

    private static LogRecord parse(ByteBuffer body) throws IOException {
        Kind kind = Kind.ofCode(body.get());
        byte[] path = new byte[body.getShort()];
        body.get(path);
        byte[] data = new byte[body.remaining()];
        body.get(data);
        String name = new String(path, StandardCharsets.UTF_8);
        return new LogRecord(kind, name, kind == Kind.PUT ? data : null);
    }

    private static boolean isAllZeros(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            if (bytes.get() != 0) {
                return false;
            }
        }
        return true;
    }

    private static int crc(byte[] bytes) {
        CRC32C crc = new CRC32C();
        crc.update(bytes);
        return (int) crc.getValue();
    }
}
