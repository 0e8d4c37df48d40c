package io.eyewall.toolkit.snapshot;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A task, by what stays the same when its topology is submitted again.
 *
 * @param component id of its component
 * @param index index among the component's tasks, from 0
 */
record TaskId(String component, int index) implements Comparable<TaskId> {
    /** The first byte of all keys of tasks. */
    private static final byte FIRST_BYTE = 'c';

    /** Returns what the keys of all entries of this task begin with. */
    byte[] keyPrefix() {
        byte[] name = component.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(1 + Short.BYTES + name.length + Integer.BYTES)
                .put(FIRST_BYTE)
                .putShort((short) name.length)
                .put(name)
                .putInt(index)
                .array();
    }

    /** Returns the task that an entry's key begins with; null if it is not the key of a task. */
    static @Nullable TaskId ofKey(byte[] key) {
        if (key.length == 0 || key[0] != FIRST_BYTE) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.wrap(key, 1, key.length - 1);
        byte[] name = new byte[buffer.getShort()];
        buffer.get(name);
        return new TaskId(new String(name, StandardCharsets.UTF_8), buffer.getInt());
    }

    /** Returns the table of an entry of this task. */
    int tableOf(byte[] key) {
        return Byte.toUnsignedInt(key[keyPrefix().length]);
    }

    @Override
    public int compareTo(TaskId other) {
        int byComponent = component.compareTo(other.component);
        return byComponent != 0 ? byComponent : Integer.compare(index, other.index);
    }

    /** Returns {@code COMPONENT[INDEX]}. */
    @Override
    public String toString() {
        return component + "[" + index + "]";
    }
}
