/**
 * Checks a definition before Flux builds it, for {@code eyewall run flux}, and names file and place
 * of a fault. Flux itself is Storm's {@code flux-core}, in a class loader with the application. On
 * the caller's thread; uses storm-client's copy of SnakeYAML.
 */
@NullMarked
package io.eyewall.cli.flux;

import org.jspecify.annotations.NullMarked;
