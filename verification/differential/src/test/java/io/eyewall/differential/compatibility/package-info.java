/**
 * Writes {@code docs/reference/compatibility.md}: which classes and configuration keys of
 * storm-client work here, from what the programs and tests use.
 */
package io.eyewall.differential.compatibility;
