package io.eyewall.examples.email;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The stages that map one value to one value. */
public final class EmailBolts {
    private EmailBolts() {}

    /** Decodes emails from Avro bytes. */
    public static final class Deserialize extends EmailStepBolt<byte[], Email> {
        private static final long serialVersionUID = 1L;

        private transient @Nullable EmailCodec codec;

        /** Creates the stage. */
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

    /** Drops emails whose sender is not a member. */
    public static final class Filter extends EmailStepBolt<Email, Email> {
        private static final long serialVersionUID = 1L;

        private final EmailFilter filter;

        /** Creates the stage. */
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

    /** Hides names, and puts the most frequent word before the subject. */
    public static final class Modify extends EmailStepBolt<Email, Email> {
        private static final long serialVersionUID = 1L;

        private final List<String> names;
        private transient @Nullable EmailModify modify;

        /**
         * @param names the names to hide
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

    /** Encodes emails as Avro bytes. */
    public static final class Serialize extends EmailStepBolt<Email, byte[]> {
        private static final long serialVersionUID = 1L;

        private transient @Nullable EmailCodec codec;

        /** Creates the stage. */
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
