/** {@code eyewall flame}: writes flame graphs of running topologies as text, picture or page. */
@NullMarked
package io.eyewall.cli.flame;

import org.jspecify.annotations.NullMarked;
