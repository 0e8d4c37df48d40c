/** {@code eyewall cluster}: installs the plug-in in an installation of Storm, or removes it. */
@NullMarked
package io.eyewall.cli.cluster;

import org.jspecify.annotations.NullMarked;
