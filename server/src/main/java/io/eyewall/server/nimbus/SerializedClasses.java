package io.eyewall.server.nimbus;

import java.io.ObjectStreamConstants;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The classes that are described in what Java has serialized, without opening it: what users have
 * serialized is opened in their processes alone. Looks for what a description looks like (Java
 * Object Serialization Specification, 6.4.2), so it may find one in data that happens to be the
 * same, which then names no class that there is.
 */
final class SerializedClasses {
    private static final Pattern NAME = Pattern.compile("[\\p{L}_$][\\p{L}\\d_$.]*");
    private static final int MOST_FLAGS = 0x1f;
    private static final int AFTER_NAME = Long.BYTES + 1 + Short.BYTES;

    /**
     * A class.
     *
     * @param name as {@code Class.getName} has it
     * @param uid its {@code serialVersionUID}
     * @param isData whether objects of it are there; else only the class itself, as of lambdas
     */
    record Described(String name, long uid, boolean isData) {}

    private SerializedClasses() {}

    /** All but arrays. */
    static List<Described> of(byte[] serialized) {
        List<Described> found = new ArrayList<>();
        ByteBuffer bytes = ByteBuffer.wrap(serialized);
        for (int i = 0; i + 3 < serialized.length; i++) {
            if (serialized[i] != ObjectStreamConstants.TC_CLASSDESC) {
                continue;
            }
            int length = bytes.getShort(i + 1) & 0xffff;
            int end = i + 3 + length;
            if (length == 0 || end + AFTER_NAME > serialized.length) {
                continue;
            }
            int flags = bytes.get(end + Long.BYTES);
            if (flags < 0 || flags > MOST_FLAGS) {
                continue;
            }
            String name = new String(serialized, i + 3, length, StandardCharsets.UTF_8);
            if (NAME.matcher(name).matches()) {
                int data =
                        ObjectStreamConstants.SC_SERIALIZABLE
                                | ObjectStreamConstants.SC_EXTERNALIZABLE;
                found.add(new Described(name, bytes.getLong(end), (flags & data) != 0));
                i = end + Long.BYTES;
            }
        }
        return found;
    }
}
