package io.eyewall.benchmarks.peers.flink;

import io.eyewall.examples.email.BodyCount;
import io.eyewall.examples.email.Email;
import io.eyewall.examples.email.EmailCodec;
import io.eyewall.examples.email.EmailFilter;
import io.eyewall.examples.email.EmailModify;
import io.eyewall.examples.email.Totals;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichFlatMapFunction;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.util.Collector;

/**
 * The stages of the email pipeline as Flink functions. Each task keeps its metrics: there is no
 * stream for them beside the main path, which saves Flink some work.
 */
final class FlinkEmails {
    private FlinkEmails() {}

    /** Decodes bytes to emails. */
    static final class Deserialize extends RichMapFunction<byte[], Email> {
        private static final long serialVersionUID = 1L;

        private transient EmailCodec codec;

        @Override
        public void open(OpenContext context) {
            codec = new EmailCodec();
        }

        @Override
        public Email map(byte[] email) {
            return codec.decode(email);
        }
    }

    /** Keeps the emails of members. */
    static final class Filter extends RichFlatMapFunction<Email, Email> {
        private static final long serialVersionUID = 1L;

        @Override
        public void flatMap(Email email, Collector<Email> out) {
            Email kept = EmailFilter.ENRON.apply(email);
            if (kept != null) {
                out.collect(kept);
            }
        }
    }

    /** Replaces names. */
    static final class Modify extends RichMapFunction<Email, Email> {
        private static final long serialVersionUID = 1L;

        private transient EmailModify modify;

        @Override
        public void open(OpenContext context) {
            modify = new EmailModify(EmailModify.NAMES);
        }

        @Override
        public Email map(Email email) {
            return modify.apply(email);
        }
    }

    /** Counts emails. */
    static final class Metrics extends RichMapFunction<Email, Email> {
        private static final long serialVersionUID = 1L;

        private Totals totals = Totals.NONE;

        @Override
        public Email map(Email email) {
            BodyCount counts = BodyCount.of(email.body());
            totals = totals.plus(counts);
            return email.withCounts(counts);
        }
    }

    /** Encodes emails as bytes. */
    static final class Serialize extends RichMapFunction<Email, byte[]> {
        private static final long serialVersionUID = 1L;

        private transient EmailCodec codec;

        @Override
        public void open(OpenContext context) {
            codec = new EmailCodec();
        }

        @Override
        public byte[] map(Email email) {
            return codec.encode(email);
        }
    }
}
