/** {@code eyewall submit} and {@code update}: topologies for a server or a cluster. */
@NullMarked
package io.eyewall.cli.submit;

import org.jspecify.annotations.NullMarked;
