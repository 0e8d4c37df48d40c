/** Storm's own helpers for tests. */
package io.eyewall.differential.program.testing;
