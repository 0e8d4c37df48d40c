package io.eyewall.examples.email.spam;

import io.eyewall.examples.email.EmailSpout;
import io.eyewall.examples.email.EmailTopology;
import io.eyewall.toolkit.flow.FlowBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.apache.storm.topology.ConfigurableTopology;
import org.apache.storm.topology.TopologyBuilder;

/**
 * Trains a classifier with a file of emails and a file of spam, then reads other files and prints a
 * line for each email: whether it is spam, the score, its id and its sender.
 */
public final class SpamTopology extends ConfigurableTopology {
    private static final int TASKS = 2;

    /**
     * @param args {@code EMAILS.gz SPAM.gz FILE...}
     */
    public static void main(String[] args) {
        ConfigurableTopology.start(new SpamTopology(), args);
    }

    @Override
    protected int run(String[] args) {
        if (args.length < 3) {
            throw new IllegalArgumentException(
                    "usage: SpamTopology EMAILS.gz SPAM.gz FILE..., but got "
                            + Arrays.toString(args));
        }
        List<Path> files = Stream.of(args).map(Path::of).map(Path::toAbsolutePath).toList();
        conf.putAll(EmailTopology.usualConf());
        try {
            NaiveBayes bayes = learn(files.get(0), files.get(1));
            return submit("spam", conf, builder(files.subList(2, files.size()), bayes));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** Returns a classifier trained with both files. */
    public static NaiveBayes learn(Path emails, Path spam) throws IOException {
        NaiveBayes bayes = new NaiveBayes();
        SpamDetector.features(emails, (email, features) -> bayes.learn(features, false));
        SpamDetector.features(spam, (email, features) -> bayes.learn(features, true));
        return bayes;
    }

    /** Returns the topology. */
    public static TopologyBuilder builder(List<Path> files, NaiveBayes bayes) {
        TopologyBuilder builder = new TopologyBuilder();
        FlowBuilder flows = new FlowBuilder(builder);
        SpamDetector.addTo(
                        flows.source("read", new EmailSpout(files), tuple -> tuple.getBinary(0))
                                .each("deserialize", SpamDetector.decode()),
                        TASKS,
                        bayes)
                .forEach("print", verdict -> System.out.println(line(verdict)));
        return builder;
    }

    private static String line(Verdict verdict) {
        return String.format(
                Locale.ROOT,
                "%s\t%.1f\t%s\t%s",
                verdict.isSpam() ? "spam" : "email",
                verdict.score(),
                verdict.id(),
                verdict.from());
    }
}
