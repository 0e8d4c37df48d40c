package io.eyewall.engine.bytecode;

/**
 * An event that a component waits for and another component may signal: by objects of a kind that
 * {@link WaitKind} lists, or by the value of a field.
 */
sealed interface Awaited permits WaitKind, PolledField {}
