package io.eyewall.local.link;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.storm.utils.VersionInfo;
import org.objectweb.asm.Type;

/** Describes missing references in words for users. Any thread may call. */
public final class Missing {
    private Missing() {}

    /**
     * Returns one sentence about a missing reference.
     *
     * @param referringClass the internal name of the class that contains the reference
     */
    public static String describe(Reference reference, String referringClass) {
        String subject = "class " + readableName(referringClass);
        String member = referenceText(reference);
        String history = StormHistory.describe(reference);
        String storm =
                "which Storm "
                        + VersionInfo.getVersion()
                        + " does not have"
                        + (history.isEmpty() ? "" : " (" + history + ")");
        return switch (reference.kind()) {
            case CLASS ->
                    subject + " uses " + member + ", " + storm + ": a NoClassDefFoundError there";
            case FIELD -> subject + " uses " + member + ", " + storm + ": a NoSuchFieldError there";
            case METHOD ->
                    subject + " calls " + member + ", " + storm + ": a NoSuchMethodError there";
            case UNIMPLEMENTED ->
                    subject
                            + " has no method "
                            + member
                            + ", which Storm "
                            + VersionInfo.getVersion()
                            + " calls"
                            + (history.isEmpty() ? "" : " (" + history + ")")
                            + ": an AbstractMethodError there";
        };
    }

    private static String referenceText(Reference reference) {
        String owner = readableName(reference.owner());
        return switch (reference.kind()) {
            case CLASS -> owner;
            case FIELD -> owner + "." + reference.name();
            case METHOD, UNIMPLEMENTED ->
                    (reference.name().equals("<init>")
                                    ? "new " + owner
                                    : owner + "." + reference.name())
                            + Arrays.stream(Type.getArgumentTypes(reference.descriptor()))
                                    .map(type -> simpleName(type.getClassName()))
                                    .collect(Collectors.joining(", ", "(", ")"))
                            + returnTypeText(reference);
        };
    }

    /** Returns the method's return type in words; often it is the only difference. */
    private static String returnTypeText(Reference reference) {
        Type type = Type.getReturnType(reference.descriptor());
        return reference.name().equals("<init>")
                ? ""
                : ", returning " + simpleName(type.getClassName());
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
    }

    private static String readableName(String internalName) {
        return internalName.replace('/', '.').replace('$', '.');
    }
}
