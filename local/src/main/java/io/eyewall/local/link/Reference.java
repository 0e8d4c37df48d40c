package io.eyewall.local.link;

/**
 * A member of a class of Storm, or the class itself, as a class file names it.
 *
 * @param kind what is named
 * @param owner internal name of the class
 * @param name of the member; empty for a class
 * @param descriptor of the member; empty for a class
 */
public record Reference(Kind kind, String owner, String name, String descriptor) {
    /** The kinds of what a reference names. */
    public enum Kind {
        /** A class. */
        CLASS,
        /** A method or constructor that is called. */
        METHOD,
        /** A field that is read or written. */
        FIELD,
        /** A method that a class of the application has to have, and has not. */
        UNIMPLEMENTED
    }

    /** A class. */
    static Reference toClass(String owner) {
        return new Reference(Kind.CLASS, owner, "", "");
    }
}
