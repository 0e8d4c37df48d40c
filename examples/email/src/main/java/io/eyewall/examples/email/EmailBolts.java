package io.eyewall.examples.email;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The stages that make one value of one. */
public final class EmailBolts {
    private EmailBolts() {}

    /** Makes emails of their Avro bytes. */
    public static final class Deserialize extends EmailStepBolt<byte[], Email> {
        private static final long serialVersionUID = 1L;

        private transient @Nullable EmailCodec codec;

        /** The stage. */
        public Deserialize() {
            super(EmailStream.EMAIL);
        }

        @Override
        void prepareStep() {
            codec = new EmailCodec();
        }

        @Override
        Email apply(byte[] bytes) {
            return Objects.requireNonNull(codec).decode(bytes);
        }
    }

    /** Drops what is not by members. */
    public static final class Filter extends EmailStepBolt<Email, Email> {
        private static final long serialVersionUID = 1L;

        private final EmailFilter filter;

        /** The stage. */
        public Filter(EmailFilter filter) {
            super(EmailStream.EMAIL);
            this.filter = filter;
        }

        @Override
        void prepareStep() {}

        @Override
        @Nullable Email apply(Email email) {
            return filter.apply(email);
        }
    }

    /** Hides names and puts the most frequent word before the subject. */
    public static final class Modify extends EmailStepBolt<Email, Email> {
        private static final long serialVersionUID = 1L;

        private final List<String> names;
        private transient @Nullable EmailModify modify;

        /**
         * @param names that are hidden
         */
        public Modify(List<String> names) {
            super(EmailStream.EMAIL);
            this.names = List.copyOf(names);
        }

        @Override
        void prepareStep() {
            modify = new EmailModify(names);
        }

        @Override
        Email apply(Email email) {
            return Objects.requireNonNull(modify).apply(email);
        }
    }

    /** Makes Avro bytes of emails. */
    public static final class Serialize extends EmailStepBolt<Email, byte[]> {
        private static final long serialVersionUID = 1L;

        private transient @Nullable EmailCodec codec;

        /** The stage. */
        public Serialize() {
            super(EmailStream.BYTES);
        }

        @Override
        void prepareStep() {
            codec = new EmailCodec();
        }

        @Override
        byte[] apply(Email email) {
            return Objects.requireNonNull(codec).encode(email);
        }
    }
}
