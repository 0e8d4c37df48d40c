/**
 * Runs applications compiled against Storm 0.8 to 0.10, whose packages were {@code backtype.storm}
 * and {@code storm.trident}: their classes are rewritten as they are loaded. What 2.x has under
 * {@code org.apache.storm} is renamed; what it no longer has is taken from an old storm-core, its
 * references renamed; calls of methods that changed go to {@code LegacyCalls}. On whatever thread
 * loads a class.
 */
@NullMarked
package io.eyewall.local.legacy;

import org.jspecify.annotations.NullMarked;
