package io.eyewall.nativetask;

import java.util.List;

/** A component of a library of native tasks, for whatever runs it without Java. */
public interface LibraryComponent {

    /** Returns the component's description. */
    Description description();

    /**
     * See {@link NativeBolt#NativeBolt}.
     *
     * @param outputs its streams in the order of their numbers for the task; the default stream is
     *     the first, declared or not
     * @param inChildProcess whether each task is to have a process of its own
     */
    record Description(
            String library, String component, List<String> outputs, boolean inChildProcess) {}
}
