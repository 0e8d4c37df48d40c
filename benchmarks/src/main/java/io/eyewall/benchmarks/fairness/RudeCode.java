package io.eyewall.benchmarks.fairness;

import java.util.concurrent.locks.LockSupport;

/**
 * The kinds of rude code, with the place where each runs. The constants' names appear in the
 * command's table.
 */
enum RudeCode {
    NONE(Place.NOWHERE, 0, false),
    EXECUTE_SLEEPS_9_MS(Place.EXECUTE, 9, false),
    EXECUTE_SLEEPS_30_MS(Place.EXECUTE, 30, false),
    EXECUTE_SLEEPS_80_MS(Place.EXECUTE, 80, false),
    EXECUTE_SLEEPS_4_S(Place.EXECUTE, 4_000, false),
    EXECUTE_COMPUTES_9_MS(Place.EXECUTE, 9, true),
    EXECUTE_COMPUTES_30_MS(Place.EXECUTE, 30, true),
    EXECUTE_COMPUTES_80_MS(Place.EXECUTE, 80, true),
    EXECUTE_COMPUTES_4_S(Place.EXECUTE, 4_000, true),
    NEXT_TUPLE_SLEEPS_30_MS(Place.NEXT_TUPLE, 30, false),
    NEXT_TUPLE_COMPUTES_30_MS(Place.NEXT_TUPLE, 30, true),
    NEXT_TUPLE_EMITS_4_S(Place.LONG_NEXT_TUPLE, 4_000, true),
    ACK_COMPUTES_30_MS(Place.ACK, 30, true),
    GROUPING_SLEEPS_4_S(Place.GROUPING, 4_000, false),
    HASH_CODE_SLEEPS_4_S(Place.HASH_CODE, 4_000, false),
    EMIT_HOOK_SLEEPS_4_S(Place.EMIT_HOOK, 4_000, false),
    EXECUTE_HOOK_SLEEPS_4_S(Place.EXECUTE_HOOK, 4_000, false);

    /** The place in which rude code spends its time. */
    enum Place {
        NOWHERE,
        EXECUTE,
        NEXT_TUPLE,
        LONG_NEXT_TUPLE,
        ACK,
        GROUPING,
        HASH_CODE,
        EMIT_HOOK,
        EXECUTE_HOOK
    }

    private final Place place;
    private final long ns;
    private final boolean computes;

    RudeCode(Place place, int ms, boolean computes) {
        this.place = place;
        this.ns = ms * 1_000_000L;
        this.computes = computes;
    }

    /** Returns the name in the table. */
    String title() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }

    /** Spends the time, if this kind is rude at this place and from this moment on. */
    void at(Place here, long sinceNs) {
        long nowNs = System.nanoTime();
        if (place != here || nowNs - sinceNs < 0) {
            return;
        }
        long endNs = nowNs + ns;
        for (long leftNs = ns; leftNs > 0; leftNs = endNs - System.nanoTime()) {
            if (!computes) {
                LockSupport.parkNanos(leftNs);
            }
        }
    }

    /** Returns whether a call that began at {@code beganNs} continues. */
    boolean continues(long beganNs, long sinceNs) {
        long nowNs = System.nanoTime();
        return place == Place.LONG_NEXT_TUPLE && nowNs - sinceNs > 0 && nowNs - beganNs < ns;
    }
}
