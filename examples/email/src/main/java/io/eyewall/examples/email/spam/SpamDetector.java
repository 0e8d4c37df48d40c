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

/**
 * The spam detector's operators in a topology, and the same features in a plain loop for training.
 */
public final class SpamDetector {
    /** The emails of a sender within an hour, by their dates; evaluated with each email. */
    static final WindowSpec<Email> LATELY =
            WindowSpec.sliding(Bound.delta(Features::sentSec, 3_600), Bound.count(1));

    private SpamDetector() {}

    /**
     * Adds the operator {@code classify} with its windows.
     *
     * @param emails the emails to classify
     * @param tasks the number of tasks that hold the senders' windows
     * @param bayes a classifier trained with both kinds
     */
    public static Flow<Verdict> addTo(Flow<Email> emails, int tasks, NaiveBayes bayes) {
        return emails.keyBy(Email::from)
                .tasks(tasks)
                .window(LATELY)
                .ackAtOnce()
                .evaluate("classify", (sender, window, out) -> out.accept(verdict(bayes, window)));
    }

    private static Verdict verdict(NaiveBayes bayes, List<Email> window) {
        Email email = window.get(window.size() - 1);
        return new Verdict(email.id(), email.from(), bayes.score(Features.of(window)));
    }

    /** Receives each email's features in the order of the file. */
    public interface Learner {
        /** Receives one email with its features. */
        void accept(Email email, List<String> features);
    }

    /** Reads a file of emails and computes their features in a plain loop. */
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

    /** Passes the features of the window to the learner with each email. */
    private record Looks(Learner learner) implements Window.Listener<Email> {
        @Override
        public void onWindow(List<Email> window) {
            learner.accept(window.get(window.size() - 1), Features.of(window));
        }

        @Override
        public void onRelease(List<Email> released) {
            // there is no state for released emails
        }
    }

    /** Returns a step that decodes emails. */
    static EachBolt.Step<byte[], Email> decode() {
        return (bytes, out) -> out.accept(new EmailCodec().decode(bytes));
    }
}
