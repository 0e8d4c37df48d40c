package io.eyewall.engine.bytecode;

/**
 * A static field as an instruction refers to it.
 *
 * @param owner internal name of the class through which the field is read
 * @param name name of the field
 */
record StaticField(String owner, String name) {}
