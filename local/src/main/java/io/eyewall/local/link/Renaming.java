package io.eyewall.local.link;

/** The changes that are made to an application before it is linked. */
public interface Renaming {
    /** Nothing. */
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

    /** The class that is used instead. */
    String className(String internalName);

    /** The same in the descriptor of a method. */
    String methodDescriptor(String descriptor);

    /**
     * Whether calls of a method go elsewhere.
     *
     * @param owner as it is renamed
     * @param descriptor as it is renamed
     */
    boolean replaces(String owner, String name, String descriptor);
}
