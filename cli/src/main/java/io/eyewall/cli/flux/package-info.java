/**
 * What {@code eyewall run flux} adds to Flux: it checks a definition before Flux builds it, and
 * says where in which file something is wrong. Flux itself is Storm's {@code flux-core}, in a class
 * loader with the application. On the caller's thread; uses storm-client's copy of SnakeYAML.
 */
@NullMarked
package io.eyewall.cli.flux;

import org.jspecify.annotations.NullMarked;
