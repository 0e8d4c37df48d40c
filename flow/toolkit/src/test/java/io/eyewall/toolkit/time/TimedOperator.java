package io.eyewall.toolkit.time;

import io.eyewall.testkit.TopologyTestDriver;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.operator.Aggregates;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.operator.Fold;
import io.eyewall.toolkit.punctuation.Punctuation;
import io.eyewall.toolkit.window.Bound;
import io.eyewall.toolkit.window.WindowSpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Operators that depend on time, with up to two inputs, and the tuples they are fed. */
enum TimedOperator {
    TUMBLING_WINDOW {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            in.window(WindowSpec.tumbling(Bound.time(TEN))).aggregate(OPERATOR, Aggregates.count());
        }
    },
    SLIDING_WINDOW_BY_KEY {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            in.keyBy(n -> n % 2)
                    .window(WindowSpec.sliding(Bound.time(TEN), Bound.time(Duration.ofSeconds(3))))
                    .aggregate(OPERATOR, Aggregates.count());
        }
    },
    WINDOW_AT_MARKERS {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            in.window(WindowSpec.sliding(Bound.time(TEN), Bound.punctuation()))
                    .aggregate(OPERATOR, Aggregates.count());
        }

        @Override
        void feed(TopologyTestDriver driver, int second) {
            super.feed(driver, second);
            if (second % 4 == 0) {
                marker(driver, second + 1);
            }
        }
    },
    DELAY {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            in.delay(OPERATOR, TEN);
        }
    },
    DE_DUPLICATION {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            in.deDuplicate(OPERATOR, n -> n % 3, Bound.time(Duration.ofSeconds(20)));
        }
    },
    DE_DUPLICATION_WITH_REPLAYS {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            in.deDuplicate(OPERATOR, n -> n, Bound.time(Duration.ofHours(9)), n -> n);
        }

        /** Emitted values may fail and come again for three message timeouts and 10 s. */
        @Override
        void feed(TopologyTestDriver driver, int second) {
            if (second == 0 || second == SET_AT_SEC + 1) {
                driver.feed(IN, "default", 0);
            } else if (second == 1 || second == 140) {
                driver.feed(IN, "default", 1);
            }
        }
    },
    JOIN {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            WindowSpec<Integer> spec =
                    WindowSpec.sliding(Bound.time(TEN), Bound.time(Duration.ofSeconds(1)));
            in.keyBy(n -> n % 2)
                    .join(OPERATOR, spec, other.keyBy(n -> n % 2), spec, (l, r) -> l + "-" + r);
        }

        @Override
        void feed(TopologyTestDriver driver, int second) {
            super.feed(driver, second);
            if (second % 7 == 0) {
                driver.feed(OTHER, "default", second);
            }
        }
    },
    JOIN_BEHIND_THE_END {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            JOIN.connect(in, other);
        }

        @Override
        void feed(TopologyTestDriver driver, int second) {
            aloneBehindTheEnd(driver, second);
        }
    },
    BARRIER_BEHIND_THE_END {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            in.barrier(OPERATOR, other, Integer::sum);
        }

        @Override
        void feed(TopologyTestDriver driver, int second) {
            aloneBehindTheEnd(driver, second);
        }
    },
    FOLD_BEHIND_ITS_WINDOW {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            in.fold(OPERATOR, new Tens(), false);
        }

        @Override
        void feed(TopologyTestDriver driver, int second) {
            if (second == 0) {
                driver.feed(IN, "default", 1);
                driver.feed(IN, "default", 2);
                marker(driver, 10);
            } else if (second == SET_AT_SEC - 1 || second == 120) {
                driver.feed(IN, "default", 1); // 2 is not replayed
            }
        }
    },
    SESSION {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            in.keyBy(n -> "all")
                    .session(
                            OPERATOR,
                            n -> (long) n,
                            Duration.ofMillis(5),
                            (n, begin, end) -> n + " in " + begin + ".." + end,
                            false);
        }

        @Override
        void feed(TopologyTestDriver driver, int second) {
            if (second == 0 || second == SET_AT_SEC + 2 || second == 150) {
                driver.feed(IN, "default", 1); // in its former session, if that is still known
            }
            if (second == 1 || second == SET_AT_SEC + 1 || second == 140 || second == 200) {
                driver.feed(IN, "default", 100 + 50 * second); // a separate session
                marker(driver, 200 + 50 * second);
            }
        }
    },
    GATE {
        @Override
        void connect(Flow<Integer> in, Flow<Integer> other) {
            in.gate(OPERATOR, 1, other);
        }

        /** The spout runs by itself, so that waiting tuples may time out. */
        @Override
        List<String> fed() {
            return List.of(OTHER);
        }

        @Override
        void feed(TopologyTestDriver driver, int second) {
            if (second == 200) {
                driver.feed(OTHER, "default", 1);
            }
        }
    };

    static final String IN = "in";
    static final String OTHER = "other";
    static final String OPERATOR = "operator";

    /** The second at which the wall clock is set. */
    static final int SET_AT_SEC = 12;

    private static final Duration TEN = Duration.ofSeconds(10);

    /** Collects values whose window ends with the marker of number 10. */
    private static final class Tens implements Fold<Integer, List<Integer>, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public long until(Integer value) {
            return 10;
        }

        @Override
        public List<Integer> start(Integer first) {
            return new ArrayList<>();
        }

        @Override
        public void add(List<Integer> group, Integer value) {
            group.add(value);
        }

        @Override
        public void result(List<Integer> group, EachBolt.Out<String> out) {
            out.accept(group.toString());
        }
    }

    abstract void connect(Flow<Integer> in, Flow<Integer> other);

    List<String> fed() {
        return List.of(IN, OTHER);
    }

    void feed(TopologyTestDriver driver, int second) {
        if (second % 2 == 0 && second < 100) {
            driver.feed(IN, "default", second);
        }
    }

    private static void marker(TopologyTestDriver driver, long number) {
        driver.feed(IN, Punctuation.STREAM, "window", number);
    }

    private static void aloneBehindTheEnd(TopologyTestDriver driver, int second) {
        if (second == 1) {
            driver.feed(IN, Punctuation.STREAM, "final", 1L);
            driver.feed(OTHER, Punctuation.STREAM, "final", 1L);
        } else if (second == 3 || second == SET_AT_SEC + 30) {
            driver.feed(IN, "default", 2); // waits for an equal value for two message timeouts
        }
    }
}
