package io.eyewall.sql.differential;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;

/** Differences from PostgreSQL that are meant; docs/guides/sql.md has the same list for users. */
enum Deliberate {
    /** Numbers that are CAST to whole ones are cut, not rounded. */
    CAST_CUTS(
            (script, verdict) ->
                    script.contains(Mark.CUT) && verdict.what() == Verdict.What.DIFFERENT),
    /** AVG and quotients of decimals have fewer digits, which are cut, not rounded. */
    FEWER_DIGITS(
            (script, verdict) ->
                    script.contains(Mark.DIGITS) && verdict.what() == Verdict.What.DIFFERENT),
    /** Whole numbers are summed as BIGINT; PostgreSQL sums BIGINT as DECIMAL. */
    SUM_OF_BIGINT(
            (script, verdict) ->
                    script.contains(Mark.SUM_OF_BIGINT)
                            && verdict.details().contains("long overflow")),
    /** Some correlated subqueries have no plan, and some orders of DISTINCT aggregates. */
    SUBQUERY_REFUSED(
            (script, verdict) ->
                    verdict.what() == Verdict.What.REFUSED_HERE
                            && (verdict.details().contains("not supported: this subquery")
                                    || verdict.details().contains("not supported: FILTER;")
                                    || verdict.details().contains("is not in the select clause")
                                    || verdict.details().contains("of type RecordType(")
                                    || verdict.details().contains("a correlated subquery that")
                                    || verdict.details().contains("no plan was found"))),
    /**
     * Which values are computed although a condition, a join or an empty table leaves them out is
     * not promised; so one side may report that a value is too large, and the other has rows.
     */
    COMPUTED_IN_ANOTHER_ORDER(
            (script, verdict) ->
                    (verdict.what() == Verdict.What.REFUSED_HERE
                                    || verdict.what() == Verdict.What.ERROR_MISSED)
                            && (verdict.details().contains("overflow")
                                    || verdict.details().contains("logarithm")
                                    || verdict.details().contains("Input parameter of")
                                    || verdict.details().contains("out of range")));

    /** Marks of expressions. */
    enum Mark {
        CUT,
        DIGITS,
        SUM_OF_BIGINT
    }

    @SuppressWarnings("ImmutableEnumChecker") // the predicates have no state
    private final BiPredicate<Script, Verdict> meant;

    Deliberate(BiPredicate<Script, Verdict> meant) {
        this.meant = meant;
    }

    /** Returns why a failure is meant; empty if it is not. */
    static List<Deliberate> of(Script script, Verdict failure) {
        return Arrays.stream(values()).filter(each -> each.meant.test(script, failure)).toList();
    }
}
