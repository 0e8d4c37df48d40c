/** {@code eyewall bench}, whose classes are not in the package: it runs from a checkout. */
@NullMarked
package io.eyewall.cli.bench;

import org.jspecify.annotations.NullMarked;
