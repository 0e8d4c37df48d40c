package io.eyewall.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what docs/start/tutorial.md asks its reader to do and to see, in its order. */
final class TutorialPage {
    private static final Pattern BLOCK =
            Pattern.compile("(?m)^## (.*)$|^```(\\w*)\n((?s:.*?))^```$");
    private static final Pattern CLASS = Pattern.compile("(?m)^public class (\\w+)");
    private static final Pattern COMMAND = Pattern.compile("([12])\\$ (.*)");
    private static final Pattern OTHER_TERMINAL = Pattern.compile("# terminal ([12])");

    private TutorialPage() {}

    /** A thing that the reader does or sees. */
    sealed interface Step {}

    /** A heading. */
    record Section(String title) implements Step {}

    /** A source that the reader saves. */
    record Source(String file, String text) implements Step {}

    /** A command; {@code ^C} interrupts the one before. */
    record Command(int terminal, String text) implements Step {
        boolean isInterrupt() {
            return text.equals("^C");
        }

        /** Returns whether the page asks to repeat it until it prints the lines that follow. */
        boolean isRepeated() {
            return text.endsWith("# until it prints this:");
        }
    }

    /** Lines that a terminal prints in this order, maybe with others between them. */
    record Output(int terminal, List<String> lines) implements Step {}

    static List<Step> read(String page) {
        List<Step> steps = new ArrayList<>();
        Matcher block = BLOCK.matcher(page);
        while (block.find()) {
            if (block.group(1) != null) {
                steps.add(new Section(block.group(1)));
            } else if (block.group(2).equals("java")) {
                steps.add(source(block.group(3)));
            } else if (block.group(2).equals("console")) {
                console(block.group(3), steps);
            } else {
                throw new IllegalArgumentException("neither java nor console: " + block.group());
            }
        }
        return steps;
    }

    private static Source source(String text) {
        Matcher name = CLASS.matcher(text);
        if (!name.find()) {
            throw new IllegalArgumentException("no public class in " + text);
        }
        return new Source(name.group(1) + ".java", text);
    }

    private static void console(String text, List<Step> steps) {
        int terminal = 0;
        List<String> output = List.of();
        for (String line : text.lines().toList()) {
            Matcher command = COMMAND.matcher(line);
            Matcher other = OTHER_TERMINAL.matcher(line);
            if (command.matches()) {
                terminal = Integer.parseInt(command.group(1));
                steps.add(new Command(terminal, command.group(2)));
                output = List.of();
            } else if (other.matches()) {
                terminal = Integer.parseInt(other.group(1));
                output = List.of();
            } else {
                if (output.isEmpty()) {
                    output = new ArrayList<>();
                    steps.add(new Output(terminal, output));
                }
                output.add(line);
            }
        }
    }
}
