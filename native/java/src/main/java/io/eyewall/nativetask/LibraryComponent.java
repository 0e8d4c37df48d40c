package io.eyewall.nativetask;

import java.util.List;

/**
 * A component of a library of native tasks. Native workers read its description in order to run it
 * without Java.
 */
public interface LibraryComponent {

    /** Returns the component's description. */
    Description description();

    /**
     * Describes a component.
     *
     * @param library the library, as in {@link NativeBolt#NativeBolt}
     * @param component the component's name in {@code EYEWALL_TASKS}
     * @param outputs the output streams; a stream's index is its number for the task, and the
     *     default stream is always the first, declared or not
     * @param inChildProcess whether each task runs in its own process
     */
    record Description(
            String library, String component, List<String> outputs, boolean inChildProcess) {}
}
