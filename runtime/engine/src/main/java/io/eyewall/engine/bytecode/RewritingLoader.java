package io.eyewall.engine.bytecode;

import java.io.IOException;

/**
 * A class loader that rewrites classes as it loads them, so that the class files that it returns as
 * resources differ from the classes that it has defined. Any thread may call its methods.
 */
public interface RewritingLoader {
    /**
     * Returns the rewritten class file from which the loader has defined one of its own classes.
     *
     * @param className binary name of the class
     * @throws IOException if the class is not the loader's own, or can't be read
     */
    byte[] rewritten(String className) throws IOException;
}
