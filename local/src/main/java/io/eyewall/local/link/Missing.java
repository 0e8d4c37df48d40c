package io.eyewall.local.link;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.apache.storm.utils.VersionInfo;
import org.objectweb.asm.Type;

/** Says in words what an application needs that Storm does not have. */
public final class Missing {
    private Missing() {}

    /**
     * One sentence.
     *
     * @param from internal name of the class that needs it
     */
    public static String describe(Reference reference, String from) {
        String who = "class " + binary(from);
        String what = name(reference);
        String history = StormHistory.of(reference);
        String storm =
                "which Storm "
                        + VersionInfo.getVersion()
                        + " does not have"
                        + (history.isEmpty() ? "" : " (" + history + ")");
        return switch (reference.kind()) {
            case CLASS -> who + " uses " + what + ", " + storm + ": a NoClassDefFoundError there";
            case FIELD -> who + " uses " + what + ", " + storm + ": a NoSuchFieldError there";
            case METHOD -> who + " calls " + what + ", " + storm + ": a NoSuchMethodError there";
            case UNIMPLEMENTED ->
                    who
                            + " has no method "
                            + what
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

    /** Often the only thing that has changed. */
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
