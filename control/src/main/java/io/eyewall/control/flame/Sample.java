package io.eyewall.control.flame;

import java.util.List;
import java.util.regex.Pattern;

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
        /** What the JVM adds to names of hidden classes: another one in each process. */
        private static final Pattern ADDRESS = Pattern.compile("[+/]0x[0-9a-fA-F]+(\\.\\d+)?$");

        /**
         * One as the JVM's recorder names it.
         *
         * @param className of a hidden class, as of a lambda, with its address
         */
        static Frame of(String className, String method) {
            return new Frame(ADDRESS.matcher(className).replaceFirst(""), method);
        }

        @Override
        public String toString() {
            return className + "." + method;
        }
    }
}
