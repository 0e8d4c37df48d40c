/**
 * Rings in a file that two processes map: Java's side of {@code native/ring}. An end belongs to one
 * thread at a time, and never blocks. Depends on nothing.
 */
@NullMarked
package io.eyewall.nativetask.ring;

import org.jspecify.annotations.NullMarked;
