package io.eyewall.console.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.eyewall.web.ServerEvent;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Writes JSON for browsers: whole numbers without a fraction, and null for NaN and infinities. */
public final class ConsoleJson {
    private static final double MAX_WHOLE = 1e15;

    private static final ObjectMapper MAPPER =
            JsonMapper.builder()
                    .addModule(
                            new SimpleModule()
                                    .addSerializer(double[].class, new RowWriter())
                                    .addSerializer(Double.class, new NumberWriter())
                                    .addSerializer(double.class, new NumberWriter()))
                    .build();

    private ConsoleJson() {}

    /** Returns the value as JSON. */
    public static String text(@Nullable Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("cannot be written as JSON: " + value, e);
        }
    }

    static ServerEvent event(String name, @Nullable Object value) {
        return new ServerEvent(name, text(value));
    }

    private static void write(double value, JsonGenerator json) throws IOException {
        if (!Double.isFinite(value)) {
            json.writeNull();
        } else if (value == Math.rint(value) && Math.abs(value) < MAX_WHOLE) {
            json.writeNumber((long) value);
        } else {
            json.writeNumber(value);
        }
    }

    private static final class RowWriter extends StdSerializer<double[]> {
        private static final long serialVersionUID = 1L;

        RowWriter() {
            super(double[].class);
        }

        @Override
        public void serialize(double[] row, JsonGenerator json, SerializerProvider provider)
                throws IOException {
            json.writeStartArray();
            for (double value : row) {
                write(value, json);
            }
            json.writeEndArray();
        }
    }

    private static final class NumberWriter extends StdSerializer<Double> {
        private static final long serialVersionUID = 1L;

        NumberWriter() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator json, SerializerProvider provider)
                throws IOException {
            write(value, json);
        }
    }
}
