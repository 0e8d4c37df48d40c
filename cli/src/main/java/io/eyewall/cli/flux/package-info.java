/**
 * Checks a definition for {@code eyewall run flux} before Flux builds it, and reports errors with
 * file and position. Flux itself is Storm's {@code flux-core}, which is loaded in one class loader
 * with the application. All code runs on the caller's thread and uses storm-client's copy of
 * SnakeYAML.
 */
@NullMarked
package io.eyewall.cli.flux;

import org.jspecify.annotations.NullMarked;
