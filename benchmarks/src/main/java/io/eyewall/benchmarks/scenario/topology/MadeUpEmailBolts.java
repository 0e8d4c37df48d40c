package io.eyewall.benchmarks.scenario.topology;

import io.eyewall.benchmarks.scenario.email.Email;
import io.eyewall.benchmarks.scenario.email.EmailSteps;
import io.eyewall.benchmarks.scenario.sink.EmailCounter;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** The bolts of the email scenario. */
final class MadeUpEmailBolts {
    private MadeUpEmailBolts() {}

    /** A bolt that declares one field and needs no preparation. */
    private abstract static class Step extends ScenarioBolt {
        private static final long serialVersionUID = 1L;

        Step(boolean acked) {
            super(acked);
        }

        @Override
        final void prepareTask() {}

        @Override
        public final void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields(ScenarioTopology.FIELD));
        }
    }

    /** Parses a text to an email. */
    static final class Parse extends Step {
        private static final long serialVersionUID = 1L;

        Parse(boolean acked) {
            super(acked);
        }

        @Override
        public void execute(Tuple input) {
            emit(input, new Values(Email.parse(input.getString(0))));
            finish(input);
        }
    }

    /** Drops emails from outside the domain. */
    static final class Filter extends Step {
        private static final long serialVersionUID = 1L;

        Filter(boolean acked) {
            super(acked);
        }

        @Override
        public void execute(Tuple input) {
            Email kept = EmailSteps.filter((Email) input.getValue(0));
            if (kept != null) {
                emit(input, new Values(kept));
            }
            finish(input);
        }
    }

    /** Replaces names. */
    static final class Modify extends Step {
        private static final long serialVersionUID = 1L;

        Modify(boolean acked) {
            super(acked);
        }

        @Override
        public void execute(Tuple input) {
            emit(input, new Values(EmailSteps.modify((Email) input.getValue(0))));
            finish(input);
        }
    }

    /** Counts emails. */
    static final class Metrics extends ScenarioBolt {
        private static final long serialVersionUID = 1L;

        private transient EmailCounter counter;

        Metrics(boolean acked) {
            super(acked);
        }

        @Override
        void prepareTask() {
            counter = new EmailCounter();
        }

        @Override
        public void execute(Tuple input) {
            counter.accept((Email) input.getValue(0));
            finish(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // a sink emits nothing
        }
    }
}
