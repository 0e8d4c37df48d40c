package io.eyewall.engine.bytecode;

import java.io.IOException;

/**
 * A class loader that rewrites classes as it loads them, so that their files, which it finds as
 * resources, are not what it has defined. Any thread may call.
 */
public interface RewritingLoader {
    /**
     * Returns the class file from which the loader has defined a class of its own.
     *
     * @param className binary name of the class
     * @throws IOException if the class is not the loader's own, or can't be read
     */
    byte[] rewritten(String className) throws IOException;
}
