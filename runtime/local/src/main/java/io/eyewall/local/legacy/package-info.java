/**
 * Runs applications compiled against Storm 0.8 to 0.10, whose packages were {@code backtype.storm}
 * and {@code storm.trident}: their classes are rewritten as they are loaded. Classes that 2.x has
 * under {@code org.apache.storm} are renamed. Classes that it no longer has are loaded from an old
 * storm-core, with their references renamed. Calls of methods that changed are redirected to {@code
 * LegacyCalls}. Any thread that loads a class may run this code.
 */
@NullMarked
package io.eyewall.local.legacy;

import org.jspecify.annotations.NullMarked;
