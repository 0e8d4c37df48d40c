package io.eyewall.engine.bytecode;

/**
 * A field that one thread reads in a loop until another one has written it.
 *
 * @param owner internal name of the class that declares the field
 * @param name name of the field
 */
record PolledField(String owner, String name) implements Awaited {}
