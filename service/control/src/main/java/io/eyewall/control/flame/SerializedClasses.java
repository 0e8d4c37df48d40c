package io.eyewall.control.flame;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.storm.generated.ComponentObject;

/**
 * Finds the names of the classes in the serialized form of a component, the component's own class
 * first. It scans the bytes (Java Object Serialization Specification, 6.4: {@code TC_CLASSDESC} and
 * a name); it loads no class and runs no user code.
 */
final class SerializedClasses {
    private static final byte TC_CLASSDESC = 0x72;
    private static final int MAX_NAME_BYTES = 500;
    private static final Pattern CLASS_NAME =
            Pattern.compile("[A-Za-z_$][A-Za-z0-9_$]*(\\.[A-Za-z_$][A-Za-z0-9_$]*)*");

    private SerializedClasses() {}

    static List<String> namesIn(ComponentObject component) {
        if (component.is_set_java_object()) {
            return List.of(component.get_java_object().get_full_class_name());
        }
        return component.is_set_serialized_java()
                ? scan(component.get_serialized_java())
                : List.of();
    }

    private static List<String> scan(byte[] bytes) {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i + 3 < bytes.length; i++) {
            if (bytes[i] != TC_CLASSDESC) {
                continue;
            }
            int length = (bytes[i + 1] & 0xff) << 8 | (bytes[i + 2] & 0xff);
            if (length == 0 || length > MAX_NAME_BYTES || i + 3 + length > bytes.length) {
                continue;
            }
            String name = new String(bytes, i + 3, length, StandardCharsets.UTF_8);
            if (CLASS_NAME.matcher(name).matches()) {
                names.add(name);
                i += 2 + length;
            }
        }
        return new ArrayList<>(names);
    }
}
