package io.eyewall.server.keeper;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;

/**
 * Frees classes that only the JDK still refers to. {@code java.io.ObjectStreamClass} has caches of
 * softly held entries. When memory runs out the collector takes the entries of classes that are
 * still in use, too, and puts them in a queue, where each holds its class, with all of its loader
 * and whatever is in static fields, until somebody serializes an object. One that is to be started
 * again needs that memory before it comes to its first object.
 */
final class ClassesOfTheDead {
    private static final byte[] OBJECT = serialized();

    private ClassesOfTheDead() {}

    /** Has the caches look through their queues. */
    static void forget() {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(OBJECT))) {
            in.readObject(); // one cache is looked through for its class, the other for its field
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException("an Integer can't be read", e);
        }
    }

    private static byte[] serialized() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
