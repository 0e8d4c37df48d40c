package io.eyewall.engine.bytecode;

/**
 * What a component waits for and another component may signal: objects of a kind that {@link
 * WaitKind} lists, or the value of a field.
 */
sealed interface Awaited permits WaitKind, PolledField {}
