/**
 * Small topologies, one file each, that use only Storm's API. They run on Eyewall, in Storm's local
 * mode and on a Storm cluster. Each has a {@code main} for {@code eyewall run} or {@code storm
 * jar}, and a method {@code builder} for tests.
 */
package io.eyewall.examples;
