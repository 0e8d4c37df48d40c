package io.eyewall.sql.differential;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of comparing both sides for a script.
 *
 * @param what the result
 * @param details how they differ; empty if they don't
 * @param rows number of rows, if they are the same
 */
record Verdict(What what, String details, int rows) {
    private Verdict(What what, String details) {
        this(what, details, 0);
    }

    /** Kinds of results. */
    enum What {
        /** The rows are the same. */
        SAME(false),
        /** Neither side has rows. */
        REFUSED_BY_BOTH(false),
        /** PostgreSQL has no such expression; here it has a meaning. */
        REFUSED_THERE(false),
        /** The rows differ, as is meant. */
        DELIBERATE(false),
        /** Eyewall alone has no rows. */
        REFUSED_HERE(true),
        /** PostgreSQL reports an error in the data that Eyewall does not. */
        ERROR_MISSED(true),
        /** The program is at fault. */
        CRASHED(true),
        /** The rows differ. */
        DIFFERENT(true);

        /** Whether the result is a failure. */
        final boolean fails;

        What(boolean fails) {
            this.fails = fails;
        }
    }

    /** Runs a script on both sides, here with one task and with four, and compares. */
    static Verdict of(Script script, There there) throws SQLException {
        Answer one = Here.answer(script, 1);
        if (one.how() == Answer.How.CRASHED) {
            return new Verdict(What.CRASHED, one.message());
        }
        Answer theirs = there.answer(script);
        Verdict verdict = of(script, one, theirs, "", script.query().isOrdered());
        if (verdict.what.fails || one.how() == Answer.How.REFUSED) {
            return verdict;
        }
        Answer four = Here.answer(script, 4);
        Verdict withFour = of(script, four, theirs, "with 4 tasks: ", script.query().isOrdered());
        if (withFour.what.fails) {
            return withFour;
        }
        Verdict ofStreams = ofStreams(script.withRows(rowsOfStreams(script)), there);
        return ofStreams.what.fails ? ofStreams : withFour;
    }

    /**
     * Returns the number of rows of each stream: each row of a join of several may change all rows
     * of its result, and the test driver keeps all of these changes.
     */
    private static int rowsOfStreams(Script script) {
        int joins = Here.joinsOfStreams(script);
        return joins <= 3 ? 10 : joins <= 6 ? 5 : 3;
    }

    /**
     * Compares what is left of the changes when the tables are streams, with one task and with
     * four.
     */
    private static Verdict ofStreams(Script script, There there) throws SQLException {
        Answer theirs = there.answer(script);
        Verdict last = new Verdict(What.SAME, "");
        for (int tasks : new int[] {1, 4}) {
            Answer streams = Here.answerOfStreams(script, tasks);
            String when = "as streams with " + tasks + " tasks: ";
            last = of(script, streams, theirs, when, false);
            if (last.what.fails) {
                return last;
            }
        }
        return last;
    }

    private static Verdict of(
            Script script, Answer ours, Answer theirs, String when, boolean ordered) {
        if (ours.how() == Answer.How.CRASHED) {
            return new Verdict(What.CRASHED, when + ours.message());
        }
        boolean rowsThere = theirs.how() == Answer.How.ROWS;
        if (ours.how() != Answer.How.ROWS) {
            return rowsThere
                    ? failure(script, What.REFUSED_HERE, when + ours.message())
                    : new Verdict(What.REFUSED_BY_BOTH, theirs.message());
        }
        if (theirs.how() == Answer.How.REFUSED) {
            return new Verdict(What.REFUSED_THERE, theirs.message());
        }
        if (!rowsThere) {
            return failure(script, What.ERROR_MISSED, when + theirs.message());
        }
        @Nullable String difference = ours.difference(theirs, ordered);
        return difference == null
                ? new Verdict(What.SAME, "", ours.rows().size())
                : failure(script, What.DIFFERENT, when + difference);
    }

    private static Verdict failure(Script script, What what, String details) {
        Verdict failure = new Verdict(what, details);
        List<Deliberate> meant = Deliberate.of(script, failure);
        return meant.isEmpty()
                ? failure
                : new Verdict(What.DELIBERATE, meant + " " + what + ": " + details);
    }

    /** Returns what failures of the same kind have in common. */
    String kind() {
        return what
                + (what == What.DIFFERENT
                        ? ""
                        : " "
                                + details.replaceAll("with 4 tasks: ", "")
                                        .replaceAll("as streams with \\d tasks: ", "as streams: ")
                                        .replaceAll(
                                                "(?s)script:\\d+:\\d+: |the row \\(.*\\) can't|'[^']*'|\\d+",
                                                "")
                                        .lines()
                                        .findFirst()
                                        .orElse("")
                                        .replaceAll("^(.{90}).*", "$1"));
    }
}
