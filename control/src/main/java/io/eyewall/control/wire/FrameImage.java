package io.eyewall.control.wire;

import org.jspecify.annotations.Nullable;

/**
 * A stack frame as it goes over the wire, to be printed there as here: of which loaders and modules
 * a frame says nothing, only the JVM knows that has made it.
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
