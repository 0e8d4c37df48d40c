package io.eyewall.nativetask.frame;

/**
 * Serializes values that have no frame type of their own, in the bytes that Kryo writes for a tuple
 * of the one value.
 */
public interface ValueBytes {
    /** Returns the bytes of a value, which is not null. */
    byte[] write(Object value);

    /** Returns the value of bytes from {@link #write}. */
    Object read(byte[] bytes);
}
