package io.eyewall.control.health;

/**
 * The health of a topology.
 *
 * @param word the health in one word
 * @param text the word with the responsible component, such as {@code back-pressured by 'store'} or
 *     {@code stalled at 'store'}
 * @param why the evidence; empty where the word suffices
 */
public record Health(Word word, String text, String why) {
    /** The words, from bad to good; of those that apply the first one counts. */
    public enum Word {
        /** The topology has failed and is over. */
        FAILED("failed", Level.BAD),
        /**
         * A process of the topology has crashed within the last minute, or the next one is still
         * starting.
         */
        RESTARTING("restarting", Level.BAD),
        /**
         * Tuples wait, or a bolt's call has not returned, and none was executed for ten seconds.
         */
        STALLED("stalled", Level.BAD),
        /** Tasks are being opened. */
        STARTING("starting", Level.OFF),
        /** Spouts are deactivated. */
        INACTIVE("inactive", Level.OFF),
        /** It was killed; pending messages may complete. */
        KILLED("killed", Level.OFF),
        /** It is over. */
        ENDED("ended", Level.OFF),
        /** A component is held back by a full receiver for half of the time or more. */
        BACK_PRESSURED("back-pressured", Level.WARNING),
        /** There is nothing to do. */
        IDLE("idle", Level.OFF),
        /** Tuples are executed. */
        RUNNING("running", Level.GOOD);

        private final String text;
        private final Level level;

        Word(String text, Level level) {
            this.text = text;
            this.level = level;
        }

        /** Returns the text for people. */
        public String text() {
            return text;
        }

        /** Returns how urgent it is. */
        public Level level() {
            return level;
        }
    }

    /** The urgency of a word. */
    public enum Level {
        /** All is well. */
        GOOD,
        /** All is well, but the topology does little. */
        OFF,
        /** Worth an inspection. */
        WARNING,
        /** Needs an intervention. */
        BAD
    }

    static Health of(Word word, String why) {
        return new Health(word, word.text(), why);
    }
}
