/** {@code eyewall snapshots}: what topologies have saved. */
@NullMarked
package io.eyewall.cli.snapshots;

import org.jspecify.annotations.NullMarked;
