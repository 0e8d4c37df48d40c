package io.eyewall.benchmarks.peers.flink;

import io.eyewall.benchmarks.scenario.RunningSystem;
import io.eyewall.benchmarks.scenario.Scenario;
import io.eyewall.benchmarks.scenario.Timed;
import io.eyewall.benchmarks.scenario.Work;
import io.eyewall.examples.email.Email;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * A scenario as a job of Flink's MiniCluster: with object reuse, with operators chained as far as
 * Flink can, and without checkpoints. The sources end when a stop is requested, and the job ends
 * with them.
 */
final class FlinkSystem implements RunningSystem {
    private static final long END_LIMIT_SEC = 60;

    private final Scenario scenario;
    private final Work work;
    private JobClient job;

    FlinkSystem(Scenario scenario) {
        this.scenario = scenario;
        work = scenario.work();
    }

    @Override
    public void start() throws Exception {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(scenario.parallelism());
        environment.getConfig().enableObjectReuse();
        if (work.shape() == Work.Shape.PIPELINE) {
            pipeline(environment);
        } else if (work.measuresLatency()) {
            build(environment, Types.GENERIC(Timed.class));
        } else {
            build(environment, Types.STRING);
        }
        job = environment.executeAsync(scenario.name());
    }

    private void pipeline(StreamExecutionEnvironment environment) {
        TypeInformation<byte[]> bytes = PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
        TypeInformation<Email> email = Types.GENERIC(Email.class);
        source(environment, bytes)
                .map(new FlinkEmails.Deserialize())
                .returns(email)
                .flatMap(new FlinkEmails.Filter())
                .returns(email)
                .map(new FlinkEmails.Modify())
                .returns(email)
                .map(new FlinkEmails.Metrics())
                .returns(email)
                .map(new FlinkEmails.Serialize())
                .returns(bytes)
                .addSink(new FlinkSink<>(work));
    }

    private <T> void build(StreamExecutionEnvironment environment, TypeInformation<T> type) {
        DataStream<T> source = source(environment, type);
        switch (work.shape()) {
            case WORD_COUNT ->
                    source.<T>flatMap(new FlinkSplit<>())
                            .returns(type)
                            .keyBy(word -> word, type)
                            .addSink(new FlinkSink<>(work));
            case ROLLING_SORT -> source.addSink(new FlinkSink<>(work));
            case CHAIN -> {
                DataStream<T> last = source;
                for (int i = 0; i < work.size(); i++) {
                    last = last.map(value -> value).returns(type);
                }
                last.addSink(new FlinkSink<>(work));
            }
            case FAN_OUT -> {
                for (int i = 0; i < work.size(); i++) {
                    source.addSink(new FlinkSink<>(work));
                }
            }
            case FAN_IN -> {
                DataStream<T> all = source;
                for (int i = 1; i < work.size(); i++) {
                    all = all.union(source(environment, type));
                }
                all.addSink(new FlinkSink<>(work));
            }
            case EMAIL, PIPELINE, SPREAD ->
                    throw new IllegalArgumentException("flink can't run " + scenario);
        }
    }

    @SuppressWarnings("deprecation") // see FlinkSource
    private <T> DataStream<T> source(
            StreamExecutionEnvironment environment, TypeInformation<T> type) {
        return environment.addSource(new FlinkSource<>(work), "source", type);
    }

    @Override
    public void close() throws Exception {
        Objects.requireNonNull(job, "started")
                .getJobExecutionResult()
                .get(END_LIMIT_SEC, TimeUnit.SECONDS);
    }
}
