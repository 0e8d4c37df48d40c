/** Starts, finds and kills a lab's processes. Uses {@code /proc}. */
@NullMarked
package io.eyewall.lab.process;

import org.jspecify.annotations.NullMarked;
