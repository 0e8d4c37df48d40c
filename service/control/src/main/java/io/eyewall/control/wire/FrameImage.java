package io.eyewall.control.wire;

import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a stack frame, which prints in the other process as it does here. The text of a
 * frame omits some class loaders and module versions, and only the JVM that made the frame knows
 * which: this form has null for those that are omitted.
 */
record FrameImage(
        @Nullable String loader,
        @Nullable String module,
        @Nullable String moduleVersion,
        String type,
        String method,
        @Nullable String file,
        int line) {

    static FrameImage of(StackTraceElement element) {
        String text = element.toString();
        String loader = element.getClassLoaderName();
        String version = element.getModuleVersion();
        return new FrameImage(
                loader != null && text.startsWith(loader + "/") ? loader : null,
                element.getModuleName(),
                version != null && text.contains("@" + version + "/") ? version : null,
                element.getClassName(),
                element.getMethodName(),
                element.getFileName(),
                element.getLineNumber());
    }

    StackTraceElement element() {
        return new StackTraceElement(loader, module, moduleVersion, type, method, file, line);
    }
}
