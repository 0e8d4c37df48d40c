package io.eyewall.server.nimbus;

import java.io.ObjectStreamConstants;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Finds the class descriptions in serialized Java objects without deserializing them, because user
 * objects are deserialized only in their own processes. It scans for byte sequences that look like
 * a description (Java Object Serialization Specification, 6.4.2). Arbitrary data may match by
 * chance; such a match then names a class that does not exist.
 */
final class ClassDescriptions {
    private static final Pattern CLASS_NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\d_$.]*");
    private static final int MAX_FLAGS = 0x1f; // all flags that Java defines

    /** A description has after its name: serialVersionUID, flags and number of fields. */
    private static final int MIN_BYTES_AFTER_NAME = Long.BYTES + 1 + Short.BYTES;

    /**
     * A described class.
     *
     * @param name name as {@code Class.getName} returns it
     * @param uid the class' {@code serialVersionUID}
     * @param hasObjects whether there are objects of the class; otherwise only the class itself is
     *     named, for example by lambdas
     */
    record ClassDescription(String name, long uid, boolean hasObjects) {}

    private ClassDescriptions() {}

    /** Returns all described classes except arrays. */
    static List<ClassDescription> findIn(byte[] serialized) {
        List<ClassDescription> found = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(serialized);
        for (int offset = 0; offset + 3 < serialized.length; offset++) {
            if (serialized[offset] != ObjectStreamConstants.TC_CLASSDESC) {
                continue;
            }
            int length = bytes.getShort(offset + 1) & 0xffff;
            int end = offset + 3 + length;
            if (length == 0 || end + MIN_BYTES_AFTER_NAME > serialized.length) {
                continue;
            }
            int flags = bytes.get(end + Long.BYTES);
            if (flags < 0 || flags > MAX_FLAGS) {
                continue;
            }
            String name = new String(serialized, offset + 3, length, StandardCharsets.UTF_8);
            if (CLASS_NAME.matcher(name).matches()) {
                int serializableFlags =
                        ObjectStreamConstants.SC_SERIALIZABLE
                                | ObjectStreamConstants.SC_EXTERNALIZABLE;
                found.add(
                        new ClassDescription(
                                name, bytes.getLong(end), (flags & serializableFlags) != 0));
                offset = end + Long.BYTES;
            }
        }
        return found;
    }
}
