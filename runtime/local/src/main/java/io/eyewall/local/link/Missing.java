package io.eyewall.local.link;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.storm.utils.VersionInfo;
import org.objectweb.asm.Type;

/** Describes references that Storm does not have in words for users. Any thread may call. */
public final class Missing {
    private Missing() {}

    /**
     * Returns one sentence about a missing reference.
     *
     * @param from the internal name of the class that needs it
     */
    public static String describe(Reference reference, String from) {
        String user = "class " + binary(from);
        String member = name(reference);
        String history = StormHistory.of(reference);
        String storm =
                "which Storm "
                        + VersionInfo.getVersion()
                        + " does not have"
                        + (history.isEmpty() ? "" : " (" + history + ")");
        return switch (reference.kind()) {
            case CLASS ->
                    user + " uses " + member + ", " + storm + ": a NoClassDefFoundError there";
            case FIELD -> user + " uses " + member + ", " + storm + ": a NoSuchFieldError there";
            case METHOD -> user + " calls " + member + ", " + storm + ": a NoSuchMethodError there";
            case UNIMPLEMENTED ->
                    user
                            + " has no method "
                            + member
                            + ", which Storm "
                            + VersionInfo.getVersion()
                            + " calls"
                            + (history.isEmpty() ? "" : " (" + history + ")")
                            + ": an AbstractMethodError there";
        };
    }

    private static String name(Reference reference) {
        String owner = binary(reference.owner());
        return switch (reference.kind()) {
            case CLASS -> owner;
            case FIELD -> owner + "." + reference.name();
            case METHOD, UNIMPLEMENTED ->
                    (reference.name().equals("<init>")
                                    ? "new " + owner
                                    : owner + "." + reference.name())
                            + Arrays.stream(Type.getArgumentTypes(reference.descriptor()))
                                    .map(type -> simple(type.getClassName()))
                                    .collect(Collectors.joining(", ", "(", ")"))
                            + result(reference);
        };
    }

    /** Returns the method's return type in words; often it is the only difference. */
    private static String result(Reference reference) {
        Type type = Type.getReturnType(reference.descriptor());
        return reference.name().equals("<init>")
                ? ""
                : ", returning " + simple(type.getClassName());
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1).replace('$', '.');
    }

    private static String binary(String internalName) {
        return internalName.replace('/', '.').replace('$', '.');
    }
}
