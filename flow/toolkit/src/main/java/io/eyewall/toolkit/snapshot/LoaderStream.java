package io.eyewall.toolkit.snapshot;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import org.jspecify.annotations.Nullable;

/** Reads serialized objects whose classes the thread's context class loader has. */
final class LoaderStream extends ObjectInputStream {
    private final @Nullable ClassLoader loader;

    private LoaderStream(byte[] bytes) throws IOException {
        super(new ByteArrayInputStream(bytes));
        loader = Thread.currentThread().getContextClassLoader();
    }

    /**
     * Returns the object.
     *
     * @throws IllegalArgumentException if its class is missing, or another one than it was
     */
    static Object deserialize(byte[] bytes) {
        try (LoaderStream in = new LoaderStream(bytes)) {
            return in.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalArgumentException("an object can't be deserialized: " + e, e);
        }
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
            throws IOException, ClassNotFoundException {
        try {
            return super.resolveClass(description);
        } catch (ClassNotFoundException e) {
            return Class.forName(description.getName(), false, loader);
        }
    }
}
