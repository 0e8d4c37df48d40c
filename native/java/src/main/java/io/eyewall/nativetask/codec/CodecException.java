package io.eyewall.nativetask.codec;

/** Reports bytes that are not a tuple of the schema, or a tuple that does not match the schema. */
public final class CodecException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kinds of faults. */
    public enum Category {
        /** Bytes to read that are truncated, malicious, or written with another schema. */
        BYTES,
        /** Values to write that do not match the schema or are too large. */
        VALUES
    }

    private final Category category;

    CodecException(Category category, String message) {
        super(message);
        this.category = category;
    }

    static CodecException badBytes(int position, String problem) {
        return new CodecException(Category.BYTES, "at byte " + position + ": " + problem);
    }

    static CodecException badValues(String problem) {
        return new CodecException(Category.VALUES, problem);
    }

    /** Returns the kind of fault. */
    public Category category() {
        return category;
    }
}
