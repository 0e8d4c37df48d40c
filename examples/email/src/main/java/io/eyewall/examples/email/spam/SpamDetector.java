package io.eyewall.examples.email.spam;

import io.eyewall.examples.email.Email;
import io.eyewall.examples.email.EmailCodec;
import io.eyewall.examples.email.EmailFileReader;
import io.eyewall.toolkit.flow.Flow;
import io.eyewall.toolkit.operator.EachBolt;
import io.eyewall.toolkit.window.Bound;
import io.eyewall.toolkit.window.Window;
import io.eyewall.toolkit.window.WindowSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How verdicts are made: in a topology, and in a plain loop, from which the classifier learns. */
public final class SpamDetector {
    /** What a sender sent within an hour, by the emails' dates, looked at with each email. */
    static final WindowSpec<Email> LATELY =
            WindowSpec.sliding(Bound.delta(Features::sentSec, 3_600), Bound.count(1));

    private SpamDetector() {}

    /**
     * Adds the operators {@code features} and {@code classify}.
     *
     * @param emails whose senders' windows are kept by so many tasks
     * @param bayes has learnt both kinds
     */
    public static Flow<Verdict> addTo(Flow<Email> emails, int tasks, NaiveBayes bayes) {
        return emails.keyBy(Email::from)
                .tasks(tasks)
                .window(LATELY)
                .ackAtOnce()
                .look("classify", (sender, window, out) -> out.accept(verdict(bayes, window)));
    }

    private static Verdict verdict(NaiveBayes bayes, List<Email> window) {
        Email email = window.get(window.size() - 1);
        return new Verdict(email.id(), email.from(), bayes.score(Features.of(window)));
    }

    /** Takes each email's features, in the order of the file. */
    public interface Learner {
        /** One more. */
        void accept(Email email, List<String> features);
    }

    /** Reads a file of emails and makes their features, in a plain loop. */
    public static void features(Path file, Learner learner) throws IOException {
        EmailCodec codec = new EmailCodec();
        Map<String, Window<Email>> windows = new HashMap<>();
        try (EmailFileReader reader = EmailFileReader.of(file)) {
            for (byte[] bytes = reader.next(); bytes != null; bytes = reader.next()) {
                Email email = codec.decode(bytes);
                windows.computeIfAbsent(email.from(), any -> LATELY.open(Function.identity(), 0))
                        .insert(email, 0, new Looks(learner));
            }
        }
    }

    /** Looks at the window with each email. */
    private record Looks(Learner learner) implements Window.Listener<Email> {
        @Override
        public void onWindow(List<Email> window) {
            learner.accept(window.get(window.size() - 1), Features.of(window));
        }

        @Override
        public void onRelease(List<Email> released) {
            // nothing is kept for them
        }
    }

    /** A step that makes emails of bytes. */
    static EachBolt.Step<byte[], Email> decode() {
        return (bytes, out) -> out.accept(new EmailCodec().decode(bytes));
    }
}
