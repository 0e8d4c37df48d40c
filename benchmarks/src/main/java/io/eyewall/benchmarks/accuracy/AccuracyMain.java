package io.eyewall.benchmarks.accuracy;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Compares the model's predictions with measurements. The studies are {@code rates}, {@code load},
 * {@code goals}, {@code heap}, {@code drawn}.
 *
 * <p>{@code [STUDY] [--seconds N] [--only NAME] [--configurations N] [--first SEED] [--count N]
 * [--keep FOLDER | --from FOLDER] [--write FILE]}: measurements are kept in a folder, or read from
 * it.
 */
public final class AccuracyMain {
    private int seconds = 4;
    private int most = Integer.MAX_VALUE;
    private long first = 1;
    private int count = 12;
    private String only = "";
    private String file = "";
    private Archive archive = new Archive(Optional.empty(), false);

    private AccuracyMain() {}

    /** Runs a study; see the class. */
    public static void main(String[] args) throws IOException, InterruptedException {
        String study = args.length > 0 && !args[0].startsWith("--") ? args[0] : "rates";
        List<String> options =
                List.of(args)
                        .subList(args.length > 0 && !args[0].startsWith("--") ? 1 : 0, args.length);
        AccuracyMain main = new AccuracyMain();
        if (options.size() % 2 != 0) {
            throw new IllegalArgumentException("no value for " + options.get(options.size() - 1));
        }
        for (int i = 0; i < options.size(); i += 2) {
            main.set(options.get(i), options.get(i + 1));
        }
        main.run(study);
    }

    private void set(String option, String value) {
        switch (option) {
            case "--seconds" -> seconds = Integer.parseInt(value);
            case "--configurations" -> most = Integer.parseInt(value);
            case "--first" -> first = Long.parseLong(value);
            case "--count" -> count = Integer.parseInt(value);
            case "--only" -> only = value;
            case "--write" -> file = value;
            case "--keep" -> archive = new Archive(Optional.of(Path.of(value)), false);
            case "--from" -> archive = new Archive(Optional.of(Path.of(value)), true);
            default -> throw new IllegalArgumentException("unknown option " + option);
        }
    }

    private void run(String name) throws IOException, InterruptedException {
        List<Subject> subjects =
                Subject.all().stream()
                        .filter(subject -> only.isEmpty() || subject.name().equals(only))
                        .toList();
        if (subjects.isEmpty()) {
            throw new IllegalArgumentException("no topology is called '" + only + "'");
        }
        // Before the long wait, not after it.
        String page = file.isEmpty() ? "" : Files.readString(Path.of(file));
        Section section = new Section(name);
        if (!file.isEmpty()) {
            section.replace(page, "");
        }
        Trial trial = new Trial(Work.roundsPerUs(), seconds, archive);
        if (name.equals("drawn")) {
            DrawnStudy study = new DrawnStudy(trial, seconds);
            study.run(first, count);
            print(study.table(), page, section);
            return;
        }
        Study study =
                switch (name) {
                    case "rates" -> new RateStudy(trial, most);
                    case "load" -> new LoadStudy(trial);
                    case "goals" -> new GoalStudy(trial);
                    case "heap" -> new HeapStudy(trial, most);
                    default ->
                            throw new IllegalArgumentException(
                                    "no study is called '"
                                            + name
                                            + "': rates, load, goals, heap or drawn");
                };
        for (Subject subject : subjects) {
            study.run(subject);
        }
        print(study.table(), page, section);
    }

    private void print(String table, String page, Section section) throws IOException {
        new PrintStream(System.out, true, StandardCharsets.UTF_8).print(table);
        if (!file.isEmpty()) {
            Files.writeString(Path.of(file), section.replace(page, table));
        }
    }

    /** A section of a page, between two markers with its name. */
    record Section(String name) {
        /**
         * Returns the page with another text in this section.
         *
         * @throws IllegalArgumentException if the page lacks the markers
         */
        String replace(String page, String text) {
            String from = "<!-- " + name + " -->\n";
            int begin = page.indexOf(from);
            int end = page.indexOf("<!-- end " + name + " -->");
            if (begin < 0 || end < begin) {
                throw new IllegalArgumentException(
                        "the page has no marks '<!-- %s -->' and '<!-- end %s -->'"
                                .formatted(name, name));
            }
            return page.substring(0, begin) + from + text + page.substring(end);
        }
    }
}
