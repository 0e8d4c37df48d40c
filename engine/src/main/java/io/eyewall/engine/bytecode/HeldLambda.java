package io.eyewall.engine.bytecode;

/**
 * A lambda of which there is an object that tells which one it is.
 *
 * @param implemented internal name of the interface
 * @param code the method that has its code
 */
record HeldLambda(String implemented, Call code) {}
