package io.eyewall.toolkit.operator;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A value and its key, as operators by key emit them.
 *
 * @param key the key; null for a window without keys
 * @param value the value
 */
public record Keyed<K, V>(@Nullable K key, V value) implements Serializable {}
