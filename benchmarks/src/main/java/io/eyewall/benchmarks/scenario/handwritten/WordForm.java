package io.eyewall.benchmarks.scenario.handwritten;

import java.util.List;
import org.apache.storm.tuple.Values;
import org.jspecify.annotations.Nullable;

/**
 * The form in which a word is sent: the word alone, or with the objects that a Storm topology
 * creates for it. Of these, user code creates the list and the engine creates the tuple.
 */
interface WordForm<T> {
    /** The word alone. */
    WordForm<String> PLAIN =
            new WordForm<>() {
                @Override
                public String of(String word) {
                    return word;
                }

                @Override
                public String word(String form) {
                    return form;
                }
            };

    /** {@code new Values(word)}: a list, its array, and the array of the call. */
    WordForm<List<Object>> LIST =
            new WordForm<>() {
                @Override
                public List<Object> of(String word) {
                    return new Values(word);
                }

                @Override
                public String word(List<Object> form) {
                    return (String) form.get(0);
                }
            };

    /** The list of {@link #LIST}, and an object as large as Eyewall's tuple. */
    WordForm<Tuple> TUPLE =
            new WordForm<>() {
                @Override
                public Tuple of(String word) {
                    return new Tuple(LIST.of(word));
                }

                @Override
                public String word(Tuple form) {
                    return LIST.word(form.values);
                }
            };

    T of(String word);

    String word(T form);

    /** An object with as many fields as {@code EngineTuple}. */
    @SuppressWarnings("unused") // only their size matters
    final class Tuple {
        private final List<Object> values;
        private @Nullable Object source;
        private @Nullable Object destination;
        private @Nullable Object tree;
        private @Nullable Object treeOwner;
        private int sample;

        private Tuple(List<Object> values) {
            this.values = values;
        }
    }
}
