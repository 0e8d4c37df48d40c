package io.eyewall.examples.email;

import java.util.SplittableRandom;

/**
 * Draws sizes of emails from the distribution that the study found in Enron's emails (Table 3), in
 * bytes of the Avro payload: four ranges with their shares and averages. Within a range, sizes
 * follow a power of a uniform random number, chosen so that the average matches the table. Above
 * 4,000 bytes they are 4,000 plus an exponentially distributed number, limited to 1.5 MB, the
 * largest size in the study.
 */
final class EmailSizes {
    private static final double LARGEST = 1_500_000;

    /**
     * A row of the table.
     *
     * @param share the share of all emails in percent
     * @param from the smallest size
     * @param to the largest size
     * @param average the average size
     */
    private record Range(double share, double from, double to, double average) {
        double draw(SplittableRandom random) {
            double uniform = random.nextDouble();
            if (to == LARGEST) {
                return Math.min(LARGEST, from - (average - from) * Math.log1p(-uniform));
            }
            double power = (to - from) / (average - from) - 1;
            return from + (to - from) * Math.pow(uniform, power);
        }
    }

    private static final Range[] TABLE_3 = {
        new Range(0.0002, 0, 400, 398),
        new Range(27.2605, 400, 1_000, 724),
        new Range(53.1369, 1_000, 4_000, 1_972),
        new Range(19.6024, 4_000, LARGEST, 9_824),
    };

    private EmailSizes() {}

    /** Returns a random size in bytes. */
    static int draw(SplittableRandom random) {
        double percent = 100 * random.nextDouble();
        for (Range range : TABLE_3) {
            percent -= range.share();
            if (percent < 0) {
                return (int) range.draw(random);
            }
        }
        return (int) TABLE_3[TABLE_3.length - 1].draw(random); // the shares are rounded
    }
}
