package io.eyewall.sql.nexmark;

import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Generates the events of Nexmark: of 50 events one is a new person, three are new auctions, the
 * rest bids. Half of the bids are for the same few auctions, and most sellers and bidders are the
 * same few persons. Numbers and proportions are those of Nexmark's generator.
 */
final class Events {
    /** The columns that are times, by table. */
    static final Map<String, Set<Integer>> TIMES =
            Map.of("person", Set.of(6), "auction", Set.of(5, 6), "bid", Set.of(5));

    private static final int EVENTS_OF_ROUND = 50;
    private static final int PERSONS_OF_ROUND = 1;
    private static final int AUCTIONS_OF_ROUND = 3;
    private static final int FIRST_ID = 1000;
    private static final int FIRST_CATEGORY = 10;
    private static final int CATEGORIES = 5;

    /** Auctions for which there may be bids, and persons who may bid. */
    private static final int OPEN_AUCTIONS = 100;

    private static final int ACTIVE_PERSONS = 1000;

    /** How many of those that are not there yet may be named before they come. */
    private static final int LEAD = 10;

    /** One of so many is hot. */
    private static final int HOT = 100;

    private static final int CHANNELS = 10_000;
    private static final String[] HOT_CHANNELS = {"Google", "Facebook", "Baidu", "Apple"};
    private static final String[] STATES = {"AZ", "CA", "ID", "OR", "WA", "WY"};
    private static final String[] CITIES = {
        "Phoenix", "Los Angeles", "San Francisco", "Boise", "Portland", "Bend", "Redmond", "Seattle"
    };
    private static final String[] FIRST_NAMES = {
        "Peter", "Paul", "Vicky", "Kate", "Sarah", "Walter"
    };
    private static final String[] LAST_NAMES = {"Abrams", "Spencer", "White", "Smith", "Jones"};

    /** 2024-05-01 00:00 in UTC. */
    private static final long START_MS = 1_714_521_600_000L;

    private final SplittableRandom random;
    private final long microsBetween;
    private final String[] hotUrls = new String[HOT_CHANNELS.length];
    private final String[] urls = new String[CHANNELS];

    /** Receives the rows of the three tables. Times are milliseconds since 1970. */
    interface Receiver {
        /** id, name, email, credit_card, city, state, ts, extra. */
        void onPerson(Object... row);

        /**
         * id, item_name, description, initial_bid, reserve, ts, expires, seller, category, extra.
         */
        void onAuction(Object... row);

        /** auction, bidder, price, channel, url, ts, extra. */
        void onBid(Object... row);
    }

    /**
     * @param microsBetween microseconds between two events
     */
    Events(long seed, long microsBetween) {
        this.random = new SplittableRandom(seed);
        this.microsBetween = microsBetween;
        for (int i = 0; i < hotUrls.length; i++) {
            hotUrls[i] = url();
        }
        for (int i = 0; i < CHANNELS; i++) {
            boolean hasId = random.nextInt(10) > 0;
            urls[i] = hasId ? url() + "&channel_id=" + Math.abs(Integer.reverse(i)) : url();
        }
    }

    private String url() {
        return "https://www.nexmark.com/%s/%s/%s/item.htm?query=1"
                .formatted(word(5), word(5), word(5));
    }

    /** Generates a number of events. */
    void generate(long count, Receiver receiver) {
        for (long event = 0; event < count; event++) {
            long tsMs = timeMs(event);
            long round = event / EVENTS_OF_ROUND;
            int place = (int) (event % EVENTS_OF_ROUND);
            if (place < PERSONS_OF_ROUND) {
                person(round, tsMs, receiver);
            } else if (place < PERSONS_OF_ROUND + AUCTIONS_OF_ROUND) {
                long id = round * AUCTIONS_OF_ROUND + place - PERSONS_OF_ROUND;
                auction(event, id, round, tsMs, receiver);
            } else {
                bid(round, tsMs, receiver);
            }
        }
    }

    private long timeMs(long event) {
        return START_MS + event * microsBetween / 1000;
    }

    private void person(long round, long tsMs, Receiver receiver) {
        receiver.onPerson(
                FIRST_ID + round,
                one(FIRST_NAMES) + " " + one(LAST_NAMES),
                word(7) + "@" + word(5) + ".com",
                "%04d %04d".formatted(random.nextInt(10_000), random.nextInt(10_000)),
                one(CITIES),
                one(STATES),
                tsMs,
                text(100));
    }

    private void auction(long event, long id, long round, long tsMs, Receiver receiver) {
        long seller = random.nextInt(4) > 0 ? round / HOT * HOT : somePerson(round);
        long initialBid = price();
        long openEvents = (long) OPEN_AUCTIONS * EVENTS_OF_ROUND / AUCTIONS_OF_ROUND;
        long horizonMs = Math.max(1, timeMs(event + openEvents) - tsMs);
        receiver.onAuction(
                FIRST_ID + id,
                word(20),
                text(60),
                initialBid,
                initialBid + price(),
                tsMs,
                tsMs + 1 + random.nextLong(horizonMs * 2),
                FIRST_ID + seller,
                (long) (FIRST_CATEGORY + random.nextInt(CATEGORIES)),
                text(300));
    }

    private void bid(long round, long tsMs, Receiver receiver) {
        long last = round * AUCTIONS_OF_ROUND + AUCTIONS_OF_ROUND - 1;
        long least = Math.max(0, last - OPEN_AUCTIONS);
        long auction =
                random.nextInt(2) > 0
                        ? last / HOT * HOT
                        : least + random.nextLong(last - least + 1 + LEAD);
        long bidder = random.nextInt(4) > 0 ? round / HOT * HOT + 1 : somePerson(round);
        int hot = random.nextInt(2 * HOT_CHANNELS.length);
        boolean isHot = hot < HOT_CHANNELS.length;
        int channel = isHot ? hot : random.nextInt(CHANNELS);
        receiver.onBid(
                FIRST_ID + auction,
                FIRST_ID + bidder,
                price(),
                isHot ? HOT_CHANNELS[channel] : "channel-" + channel,
                isHot ? hotUrls[channel] : urls[channel],
                tsMs,
                text(68));
    }

    private long somePerson(long round) {
        long persons = round + 1;
        long active = Math.min(persons, ACTIVE_PERSONS);
        return persons - active + random.nextLong(active + LEAD);
    }

    /**
     * Returns a price between 1 and 1,000,000, in hundredths: small ones are as likely as large.
     */
    private long price() {
        return Math.round(Math.pow(10, random.nextDouble() * 6) * 100);
    }

    private String one(String[] all) {
        return all[random.nextInt(all.length)];
    }

    private String word(int most) {
        return letters(3 + random.nextInt(most - 2));
    }

    /** Returns a text whose length is about as given. */
    private String text(int length) {
        int delta = length / 5;
        return letters(length - delta + random.nextInt(2 * delta));
    }

    private String letters(int length) {
        char[] letters = new char[length];
        for (int i = 0; i < length; i++) {
            letters[i] = (char) ('a' + random.nextInt(26));
        }
        return new String(letters);
    }
}
