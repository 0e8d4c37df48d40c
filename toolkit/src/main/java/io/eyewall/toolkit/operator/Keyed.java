package io.eyewall.toolkit.operator;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * A value and its key: what operators by key emit.
 *
 * @param key null: of a window without keys
 */
public record Keyed<K, V>(@Nullable K key, V value) implements Serializable {}
