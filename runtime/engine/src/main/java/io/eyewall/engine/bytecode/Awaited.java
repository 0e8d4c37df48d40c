package io.eyewall.engine.bytecode;

/**
 * The object of a wait of one component that another component may end: an object of the JDK, or a
 * field.
 */
sealed interface Awaited permits HandOver, PolledField {}
