package io.eyewall.engine.bytecode;

/**
 * A lambda of which the component holds an object that identifies the lambda's code.
 *
 * @param implemented internal name of the interface that the lambda implements
 * @param code the method that contains the lambda's code
 */
record HeldLambda(String implemented, MethodCall code) {}
