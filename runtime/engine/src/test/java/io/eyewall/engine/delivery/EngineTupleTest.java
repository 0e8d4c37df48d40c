package io.eyewall.engine.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** Tests what the receiving core reads ahead of a tuple. */
@NullUnmarked // unused parts are null
class EngineTupleTest {
    private final List<String> asked = new ArrayList<>();

    /** A list class of the user's, whose methods may do anything. */
    private final class Telling extends AbstractList<Object> {
        @Override
        public Object get(int index) {
            asked.add("get");
            return "value";
        }

        @Override
        public int size() {
            asked.add("size");
            return 1;
        }
    }

    /** A subclass of Storm's list, made by the user. */
    private final class TellingValues extends Values {
        private static final long serialVersionUID = 1;

        @Override
        public Object get(int index) {
            asked.add("get");
            return super.get(index);
        }

        @Override
        public int size() {
            asked.add("size");
            return super.size();
        }
    }

    private static int readAhead(List<Object> values) {
        return new EngineTuple(null, values, null, null, null).readAhead();
    }

    @Test
    void readsTheFirstStringOfStormsList() {
        assertThat(readAhead(new Values("word", 1))).isEqualTo("word".length());
    }

    @Test
    void acceptsAnyValues() {
        assertThat(readAhead(new Values())).isZero();
        assertThat(readAhead(new Values((Object) null))).isZero();
        assertThat(readAhead(new Values(7L))).isZero();
        assertThat(readAhead(Arrays.asList("word", 1))).isZero();
    }

    @Test
    void callsNoUserCode() {
        readAhead(new Telling());
        readAhead(new TellingValues());

        assertThat(asked).isEmpty();
    }
}
