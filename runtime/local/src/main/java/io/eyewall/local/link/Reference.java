package io.eyewall.local.link;

/**
 * A reference in a class file to a class of Storm, or to a member of one.
 *
 * @param kind the kind of the referenced class or member
 * @param owner the internal name of the class
 * @param name the member's name; empty for a class
 * @param descriptor the member's descriptor; empty for a class
 */
public record Reference(Kind kind, String owner, String name, String descriptor) {
    /** The kinds of references. */
    public enum Kind {
        /** A class. */
        CLASS,
        /** A method or constructor that is called. */
        METHOD,
        /** A field that is read or written. */
        FIELD,
        /** An abstract method that a class of the application does not implement. */
        UNIMPLEMENTED
    }

    /** Returns a reference to a class. */
    static Reference toClass(String owner) {
        return new Reference(Kind.CLASS, owner, "", "");
    }
}
