package io.eyewall.engine.bytecode;

/**
 * A static field as bytecode names it.
 *
 * @param owner internal name of the class through which it is read
 * @param name of the field
 */
record StaticField(String owner, String name) {}
