package io.eyewall.differential.compatibility;

import java.util.Set;
import java.util.TreeSet;

/**
 * What some code uses of Storm.
 *
 * @param classes import names of classes
 * @param texts constant texts, among them configuration keys, but for those that are only read from
 *     a map
 */
record References(Set<String> classes, Set<String> texts) {
    References() {
        this(new TreeSet<>(), new TreeSet<>());
    }
}
