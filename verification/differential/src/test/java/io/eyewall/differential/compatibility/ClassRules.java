package io.eyewall.differential.compatibility;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What is known of classes that nothing here uses: {@code class-rules.txt}. */
record ClassRules(List<Rule> rules) {

    /** The states that a rule may give. */
    enum State {
        NOT_APPLICABLE("not applicable"),
        NOT_SUPPORTED("not supported"),
        INTERNAL("internal");

        private final String text;

        State(String text) {
            this.text = text;
        }

        /** As the page says it. */
        String text() {
            return text;
        }
    }

    record Rule(String pattern, State state, String why) {
        boolean fits(StormClass type) {
            String name = type.name();
            if (pattern.endsWith(".**")) {
                return name.startsWith(pattern.substring(0, pattern.length() - 2));
            }
            if (pattern.endsWith("*")) {
                return name.startsWith(pattern.substring(0, pattern.length() - 1));
            }
            return name.equals(pattern);
        }
    }

    static ClassRules read() throws IOException {
        return new ClassRules(
                Rows.of("class-rules.txt", 3).stream()
                        .map(row -> new Rule(row.get(0), state(row.get(1)), row.get(2)))
                        .toList());
    }

    private static State state(String text) {
        return switch (text) {
            case "not-applicable" -> State.NOT_APPLICABLE;
            case "not-supported" -> State.NOT_SUPPORTED;
            case "internal" -> State.INTERNAL;
            default -> throw new IllegalArgumentException("class-rules.txt: state " + text);
        };
    }

    Optional<Rule> forClass(StormClass type) {
        return rules.stream().filter(rule -> rule.fits(type)).findFirst();
    }
}
