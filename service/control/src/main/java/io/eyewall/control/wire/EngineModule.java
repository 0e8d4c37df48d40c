package io.eyewall.control.wire;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import io.eyewall.engine.metrics.PlacementReport;
import io.eyewall.placement.load.ExecutorId;
import io.eyewall.placement.plan.Plan;
import io.eyewall.topology.TopologyPlan;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Function;
import org.apache.storm.generated.ExecutorStats;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.thrift.TBase;
import org.apache.storm.utils.Utils;

/** The JSON forms of engine types that are not simply a record's components. */
final class EngineModule extends SimpleModule {
    private static final long serialVersionUID = 1L;

    EngineModule() {
        super("eyewall");
        register(Duration.class, String.class, Duration::toString, Duration::parse);
        registerThrift(ExecutorStats.class);
        registerThrift(StormTopology.class);
        register(StackTraceElement.class, FrameImage.class, FrameImage::of, FrameImage::element);
        register(Throwable.class, CauseImage.class, CauseImage::of, CauseImage::toCause);
        register(PlacementReport.class, ReportImage.class, ReportImage::of, ReportImage::report);
        register(Plan.class, PlacementImage.class, PlacementImage::of, PlacementImage::plan);
        register(TopologyPlan.class, PlanImage.class, PlanImage::of, PlanImage::plan);
        addKeySerializer(ExecutorId.class, new ExecutorIdWriter());
        addKeyDeserializer(ExecutorId.class, new ExecutorIdReader());
    }

    private <T extends TBase<?, ?>> void registerThrift(Class<T> type) {
        register(
                type,
                byte[].class,
                Utils::thriftSerialize,
                bytes -> Utils.thriftDeserialize(type, bytes));
    }

    private <T, I> void register(
            Class<T> type, Class<I> imageType, Function<T, I> toImage, Function<I, T> fromImage) {
        addSerializer(
                type,
                new StdDelegatingSerializer(type, new Conversion<>(type, imageType, toImage)));
        addDeserializer(
                type,
                new StdDelegatingDeserializer<>(new Conversion<>(imageType, type, fromImage)));
    }

    private record Conversion<A, B>(Class<A> from, Class<B> to, Function<A, B> function)
            implements Converter<A, B> {
        @Override
        public B convert(A value) {
            return function.apply(value);
        }

        @Override
        public JavaType getInputType(TypeFactory types) {
            return types.constructType(from);
        }

        @Override
        public JavaType getOutputType(TypeFactory types) {
            return types.constructType(to);
        }
    }

    /**
     * Writes {@code FIRST,LAST,LENGTH,TOPOLOGY,COMPONENT}; the length is the topology name's,
     * because both names may contain any character.
     */
    private static final class ExecutorIdWriter extends JsonSerializer<ExecutorId> {
        @Override
        public void serialize(ExecutorId id, JsonGenerator json, SerializerProvider provider)
                throws IOException {
            json.writeFieldName(
                    "%d,%d,%d,%s,%s"
                            .formatted(
                                    id.firstTask(),
                                    id.lastTask(),
                                    id.topology().length(),
                                    id.topology(),
                                    id.component()));
        }
    }

    private static final class ExecutorIdReader extends KeyDeserializer {
        @Override
        public Object deserializeKey(String key, DeserializationContext context)
                throws IOException {
            String[] parts = key.split(",", 4);
            try {
                int length = Integer.parseInt(parts[2]);
                return new ExecutorId(
                        parts[3].substring(0, length),
                        parts[3].substring(length + 1),
                        Integer.parseInt(parts[0]),
                        Integer.parseInt(parts[1]));
            } catch (RuntimeException e) {
                return context.handleWeirdKey(
                        ExecutorId.class, key, "expected FIRST,LAST,LENGTH,TOPOLOGY,COMPONENT");
            }
        }
    }
}
