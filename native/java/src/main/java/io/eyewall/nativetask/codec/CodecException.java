package io.eyewall.nativetask.codec;

/** Bytes that are no such tuple, or a tuple that the schema doesn't describe. */
public final class CodecException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The kinds of faults. */
    public enum Category {
        /** The bytes: truncated, hostile, or made by another schema. */
        BYTES,
        /** The values to be written. */
        VALUES
    }

    private final Category category;

    CodecException(Category category, String message) {
        super(message);
        this.category = category;
    }

    static CodecException bytes(int position, String problem) {
        return new CodecException(Category.BYTES, "at byte " + position + ": " + problem);
    }

    static CodecException values(String problem) {
        return new CodecException(Category.VALUES, problem);
    }

    /** Never null. */
    public Category category() {
        return category;
    }
}
