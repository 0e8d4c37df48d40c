package io.eyewall.control.flame;

import java.util.List;

/**
 * What a thread did at a moment.
 *
 * @param thread its name
 * @param frames the called first
 * @param isCut whether there were more callers than the JVM has recorded
 */
record Sample(String thread, List<Frame> frames, boolean isCut) {
    /**
     * A method.
     *
     * @param className as in {@link Class#getName}
     * @param method its name
     */
    record Frame(String className, String method) {
        @Override
        public String toString() {
            return className + "." + method;
        }
    }
}
