package io.eyewall.architecture;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a module or package may use, as a list in prose says it: {@code nothing}, or names with
 * commas or "and" between them. A name may be followed by {@code (not Foo or Bar)}: classes there
 * that may not be used.
 *
 * @param exceptions by name, the simple names of classes that may not be used
 */
record Allowed(Map<String, Set<String>> exceptions) {
    private static final Pattern ITEM = Pattern.compile("([a-z][a-z./-]*)(?: \\(not ([^)]+)\\))?");

    static Allowed parse(String list) {
        Map<String, Set<String>> exceptions = new TreeMap<>();
        String plain = list.replaceAll("\\{@code ([^}]+)}", "$1").replace("`", "").strip();
        if (plain.equals("nothing")) {
            return new Allowed(exceptions);
        }
        for (String item : plain.split(", and |, | and ")) {
            Matcher matcher = ITEM.matcher(item);
            if (!matcher.matches()) {
                throw new IllegalArgumentException(
                        "can't read '"
                                + item
                                + "' in '"
                                + list
                                + "': expected a name, or a name"
                                + " followed by '(not Foo or Bar)', or 'nothing' alone");
            }
            String not = matcher.group(2);
            exceptions.put(matcher.group(1), not == null ? Set.of() : Set.of(not.split(" or ")));
        }
        return new Allowed(exceptions);
    }

    /** The list again, in the order of names. */
    @Override
    public String toString() {
        return exceptions.isEmpty()
                ? "nothing"
                : exceptions.entrySet().stream()
                        .map(
                                item ->
                                        item.getValue().isEmpty()
                                                ? item.getKey()
                                                : "%s (not %s)"
                                                        .formatted(
                                                                item.getKey(),
                                                                String.join(
                                                                        " or ",
                                                                        new TreeSet<>(
                                                                                item.getValue()))))
                        .collect(Collectors.joining(", "));
    }

    Set<String> names() {
        return exceptions.keySet();
    }

    private boolean allows(Use use) {
        Set<String> not = exceptions.get(use.to());
        return not != null && !not.contains(simpleName(use.toClass()));
    }

    private static String simpleName(String className) {
        return className.substring(className.lastIndexOf('.') + 1).replaceAll("\\$.*", "");
    }

    /** A class of one module or package uses a class of another. */
    record Use(String fromClass, String from, String toClass, String to) {}

    /**
     * What is used though it may not be, one line each.
     *
     * @param rows by name of the module or package
     * @param remedy ends each line
     */
    static List<String> broken(Map<String, Allowed> rows, Collection<Use> uses, String remedy) {
        Set<String> broken = new TreeSet<>();
        for (Use use : uses) {
            Allowed row = rows.get(use.from());
            if (row == null || !row.allows(use)) {
                broken.add(
                        use.fromClass()
                                + " uses "
                                + use.toClass()
                                + ", but "
                                + use.from()
                                + " -> "
                                + use.to()
                                + " is no arrow of ARCHITECTURE.md: "
                                + remedy);
            }
        }
        return List.copyOf(broken);
    }

    /** Arrows that no class uses, as {@code from -> to}. */
    static List<String> unused(Map<String, Allowed> rows, Collection<Use> uses) {
        Set<String> unused = new TreeSet<>();
        rows.forEach((from, row) -> row.names().forEach(to -> unused.add(from + " -> " + to)));
        uses.forEach(use -> unused.remove(use.from() + " -> " + use.to()));
        return List.copyOf(unused);
    }
}
