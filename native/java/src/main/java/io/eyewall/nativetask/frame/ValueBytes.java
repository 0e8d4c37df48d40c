package io.eyewall.nativetask.frame;

/** Bytes for values that have no type of their own, as Kryo writes a tuple of the one value. */
public interface ValueBytes {
    /** The bytes of a value that is not null. */
    byte[] write(Object value);

    /** The value of such bytes. */
    Object read(byte[] bytes);
}
