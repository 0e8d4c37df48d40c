/** {@code eyewall cluster}: what is put into an installation of Storm. */
@NullMarked
package io.eyewall.cli.cluster;

import org.jspecify.annotations.NullMarked;
