/**
 * Tests of the architecture: who uses whom, as ARCHITECTURE.md and the package-info files of the
 * engine state it.
 */
@NullMarked
package io.eyewall.architecture;

import org.jspecify.annotations.NullMarked;
