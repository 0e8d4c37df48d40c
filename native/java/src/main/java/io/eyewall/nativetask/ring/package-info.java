/**
 * Rings in a file that two processes map; the Java counterpart of {@code native/ring}. Each end is
 * used by one thread at a time and never blocks. Depends on nothing.
 */
@NullMarked
package io.eyewall.nativetask.ring;

import org.jspecify.annotations.NullMarked;
