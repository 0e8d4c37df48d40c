package io.eyewall.engine.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.NullUnmarked;
import org.junit.jupiter.api.Test;

/** What the receiving core reads ahead of a tuple. */
@NullUnmarked // parts that play no role are null
class EngineTupleTest {
    private final List<String> asked = new ArrayList<>();

    /** A list of the user's own, which may do anything when it is asked. */
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

    /** Storm's list, changed by the user. */
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
    void theFirstWordOfStormsListIsRead() {
        assertThat(readAhead(new Values("word", 1))).isEqualTo("word".length());
    }

    @Test
    void anyValuesWillDo() {
        assertThat(readAhead(new Values())).isZero();
        assertThat(readAhead(new Values((Object) null))).isZero();
        assertThat(readAhead(new Values(7L))).isZero();
        assertThat(readAhead(Arrays.asList("word", 1))).isZero();
    }

    @Test
    void codeOfTheUsersIsNotCalled() {
        readAhead(new Telling());
        readAhead(new TellingValues());

        assertThat(asked).isEmpty();
    }
}
