package io.eyewall.control.flame;

import java.util.List;
import java.util.regex.Pattern;

/**
 * The stack of a thread at one moment.
 *
 * @param thread name of the thread
 * @param frames stack frames, callees before their callers
 * @param isCut whether JFR has left out further callers
 */
record StackSample(String thread, List<Frame> frames, boolean isCut) {
    /**
     * A stack frame.
     *
     * @param className as in {@link Class#getName}
     * @param method its name
     */
    record Frame(String className, String method) {
        /** The suffix of a hidden class' name, which differs in each process. */
        private static final Pattern ADDRESS = Pattern.compile("[+/]0x[0-9a-fA-F]+(\\.\\d+)?$");

        /**
         * Creates a frame from JFR's names.
         *
         * @param className name of a class; the name of a hidden class, such as a lambda's, ends
         *     with an address
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
