/**
 * Topologies that nobody runs: for tests of what looks at running topologies, without an engine.
 */
@NullMarked
package io.eyewall.testkit.fake;

import org.jspecify.annotations.NullMarked;
