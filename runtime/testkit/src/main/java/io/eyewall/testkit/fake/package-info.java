/** Fake topologies for tests of code that inspects running topologies, without an engine. */
@NullMarked
package io.eyewall.testkit.fake;

import org.jspecify.annotations.NullMarked;
