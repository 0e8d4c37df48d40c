package io.eyewall.server.keeper;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;

/**
 * Frees classes of ended topologies that only the JDK still refers to. {@code
 * java.io.ObjectStreamClass} has caches with soft references. When memory runs out, the garbage
 * collector clears the entries of classes that are still in use, too, and enqueues them. An
 * enqueued entry holds its class, and with it the class loader and everything in static fields,
 * until some thread serializes an object. A topology that is started again needs that memory before
 * it serializes its first object.
 */
final class SoftClassCaches {
    private static final byte[] SERIALIZED_INTEGER = serializeInteger();

    private SoftClassCaches() {}

    /** Makes the caches drop their enqueued entries. */
    static void purge() {
        try (ObjectInputStream in =
                new ObjectInputStream(new ByteArrayInputStream(SERIALIZED_INTEGER))) {
            in.readObject(); // purges one cache to find the class, the other to find its field
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException("an Integer can't be read", e);
        }
    }

    private static byte[] serializeInteger() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
