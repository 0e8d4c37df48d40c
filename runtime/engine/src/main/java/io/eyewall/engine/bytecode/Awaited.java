package io.eyewall.engine.bytecode;

/** What one component may wait for and another one may do: an object of the JDK, or a field. */
sealed interface Awaited permits HandOver, PolledField {}
