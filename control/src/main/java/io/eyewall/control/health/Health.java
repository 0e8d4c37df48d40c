package io.eyewall.control.health;

/**
 * How a topology is.
 *
 * @param word in one word
 * @param text the same with who is to blame, such as {@code back-pressured by 'store'}
 * @param why what it is concluded from; empty where the word says all
 */
public record Health(Word word, String text, String why) {
    /** From bad to good; what comes first holds. */
    public enum Word {
        /** It has failed and does nothing any more. */
        FAILED("failed", Level.BAD),
        /** A process of it has ended unasked, lately, or the next one is not there yet. */
        RESTARTING("restarting", Level.BAD),
        /** Tuples wait, and none has been executed for ten seconds. */
        STALLED("stalled", Level.BAD),
        /** Tasks are being opened. */
        STARTING("starting", Level.OFF),
        /** Spouts are not asked. */
        INACTIVE("inactive", Level.OFF),
        /** It was killed; what is under way may finish. */
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

        /** As people read it. */
        public String text() {
            return text;
        }

        /** What it calls for. */
        public Level level() {
            return level;
        }
    }

    /** What a word calls for. */
    public enum Level {
        /** Nothing. */
        GOOD,
        /** Nothing, but not much is done. */
        OFF,
        /** A look. */
        WARNING,
        /** Somebody has to do something. */
        BAD
    }

    static Health of(Word word, String why) {
        return new Health(word, word.text(), why);
    }
}
