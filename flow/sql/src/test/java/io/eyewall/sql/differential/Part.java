package io.eyewall.sql.differential;

import java.util.List;
import java.util.function.Consumer;

/** A part of a script that has a text for each side and can shrink. */
interface Part {
    /**
     * Returns the text of this part.
     *
     * @param here whether the text is for Eyewall; otherwise it is for PostgreSQL
     */
    String text(boolean here);

    /** Returns smaller parts that may stand in the place of this one, the smallest first. */
    List<Part> smaller();

    /** Calls {@code visitor} with this part and all parts within it. */
    void visit(Consumer<Part> visitor);
}
