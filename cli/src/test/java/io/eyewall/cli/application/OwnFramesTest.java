package io.eyewall.cli.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.eyewall.engine.StackTraceText;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;

class OwnFramesTest {
    /** Applications' mains. */
    static final class Throws {
        private Throws() {}

        public static void main(String[] args) throws Exception {
            if (args.length == 0) {
                throw new SilentException();
            }
            try {
                work();
            } catch (IllegalStateException e) {
                throw new java.io.IOException("no luck", e);
            }
        }

        private static void work() {
            throw new IllegalStateException("no work");
        }
    }

    private static final class SilentException extends Exception {
        private static final long serialVersionUID = 1L;

        @Override
        public void setStackTrace(StackTraceElement[] stack) {
            throw new UnsupportedOperationException("not mine");
        }
    }

    private static Throwable thrownFor(String... args) throws Exception {
        return catchThrowable(
                () -> AppMain.invoke(Throws.class.getMethod("main", String[].class), args));
    }

    @Test
    void whatAMainThrowsEndsAtTheMainAndKeepsItsCauses() throws Exception {
        List<String> text = StackTraceText.of(thrownFor("x")).lines().toList();

        assertThat(text.get(0)).isEqualTo("java.io.IOException: no luck");
        assertThat(text.get(1)).contains("Throws.main(");
        assertThat(text.get(2)).isEqualTo("Caused by: java.lang.IllegalStateException: no work");
        assertThat(text.get(3)).contains("Throws.work(");
        assertThat(text.get(4)).contains("Throws.main(");
        assertThat(text).hasSize(5);
    }

    /** As Storm's ConfigurableTopology. */
    static final class Prints {
        private static List<StackTraceElement> stack = List.of();

        private Prints() {}

        public static void main(String... args) {
            stack = List.of(new Exception("printed").getStackTrace());
        }
    }

    @Test
    void whatAMainPrintsItselfHasTheCallAtItsEndAndNothingElse() throws Exception {
        Method main = Prints.class.getMethod("main", String[].class);
        AppMain.invoke(main, new String[] {"x"});

        assertThat(Prints.stack)
                .extracting(StackTraceElement::getClassName)
                .startsWith(Prints.class.getName(), AppMain.class.getName(), getClass().getName());
    }

    @Test
    void anExceptionWithAWillOfItsOwnStaysAsItIs() throws Exception {
        assertThat(thrownFor()).isInstanceOf(SilentException.class);
    }
}
