package io.eyewall.local.link;

/** The changes that are made to an application before it is linked. Any thread may call. */
public interface Renaming {
    /** Changes nothing. */
    Renaming NONE =
            new Renaming() {
                @Override
                public String className(String internalName) {
                    return internalName;
                }

                @Override
                public String methodDescriptor(String descriptor) {
                    return descriptor;
                }

                @Override
                public boolean replaces(String owner, String name, String descriptor) {
                    return false;
                }
            };

    /** Returns the name of the class that is used instead; the same name if it is not replaced. */
    String className(String internalName);

    /** Returns a method descriptor with its classes renamed. */
    String methodDescriptor(String descriptor);

    /**
     * Returns whether calls of a method are replaced by calls of another.
     *
     * @param owner the renamed class
     * @param descriptor the renamed descriptor
     */
    boolean replaces(String owner, String name, String descriptor);
}
