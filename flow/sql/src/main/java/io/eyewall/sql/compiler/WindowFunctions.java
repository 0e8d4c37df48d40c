package io.eyewall.sql.compiler;

import io.eyewall.sql.function.Key;
import io.eyewall.sql.function.WindowStep;
import io.eyewall.toolkit.flow.Flow;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.rel.logical.LogicalTableFunctionScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.type.SqlTypeName;

/** Translates the table functions TUMBLE, HOP and SESSION. */
final class WindowFunctions {
    private final Translation translation;

    WindowFunctions(Translation translation) {
        this.translation = translation;
    }

    OperatorRows translate(LogicalTableFunctionScan function) {
        RexCall call = (RexCall) function.getCall();
        String name = call.getOperator().getName();
        if (!Set.of("TUMBLE", "HOP", "SESSION").contains(name)
                || function.getInputs().size() != 1) {
            throw translation.refuse(
                    "not supported: the table function "
                            + name
                            + "; there are TUMBLE, HOP, SESSION");
        }
        OperatorRows input = translation.translate(function.getInput(0));
        List<RexNode> operands = call.getOperands();
        int time = columns(operands.get(0))[0];
        RelDataType type = function.getInput(0).getRowType().getFieldList().get(time).getType();
        if (type.getSqlTypeName() != SqlTypeName.TIMESTAMP) {
            throw translation.refuse(name + ": the column of time must be a TIMESTAMP");
        }
        if (!input.bounded() && !input.times().contains(time)) {
            throw translation.refuse(
                    name
                            + " over a stream needs the column of its WATERMARK FOR ... or AS"
                            + " PROCTIME(), not computed from it: no window would ever be complete");
        }
        int width = function.getRowType().getFieldCount();
        Set<Integer> starts = Set.of(width - 2);
        Set<Integer> ends = Set.of(width - 1);
        if (name.equals("SESSION")) {
            expect(name, operands, 3);
            return session(input, call, time, starts, ends);
        }
        boolean hops = name.equals("HOP");
        expect(name, operands, hops ? 3 : 2);
        long slide = milliseconds(name, operands.get(1));
        long size = hops ? milliseconds(name, operands.get(2)) : slide;
        String component = translation.name("window");
        String where = input.output().then(component, new WindowStep(time, slide, size));
        translation.explain(where + ": " + call);
        return new OperatorRows(
                input.output(),
                input.bounded(),
                input.atEnd(),
                input.times(),
                starts,
                ends,
                input.tasks());
    }

    private OperatorRows session(
            OperatorRows input, RexCall call, int time, Set<Integer> starts, Set<Integer> ends) {
        List<Integer> keys = Arrays.stream(columns(call.getOperands().get(1))).boxed().toList();
        Duration gap = Duration.ofMillis(milliseconds("SESSION", call.getOperands().get(2)));
        String timed = translation.name("timed");
        String where = input.output().then(timed, WindowStep.timed(time));
        translation.explain(where + ": rows with a time");
        String component = translation.name("window");
        int tasks = translation.parallelism();
        Flow<Object[]> flow =
                input.flow()
                        .keyBy(Key.by(keys))
                        .tasks(tasks)
                        .session(
                                component,
                                row -> (Long) row[time],
                                gap,
                                WindowStep::windowed,
                                input.acksAtOnce());
        translation.explain(component + " <- " + input.components() + ": " + call);
        return new OperatorRows(
                Output.of(flow, List.of(component), tasks),
                input.bounded(),
                input.bounded(),
                Set.of(),
                starts,
                ends,
                tasks);
    }

    private void expect(String name, List<RexNode> operands, int count) {
        if (operands.size() != count) {
            throw translation.refuse("not supported: " + name + " with an offset");
        }
    }

    private int[] columns(RexNode descriptor) {
        if (descriptor instanceof RexCall call && call.getKind() == SqlKind.DESCRIPTOR) {
            return call.getOperands().stream()
                    .mapToInt(column -> ((RexInputRef) column).getIndex())
                    .toArray();
        }
        throw translation.refuse("expected DESCRIPTOR(column), found " + descriptor);
    }

    private long milliseconds(String name, RexNode interval) {
        if (interval instanceof RexLiteral literal
                && SqlTypeName.DAY_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName())) {
            long size =
                    Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).longValueExact();
            if (size > 0) {
                return size;
            }
        }
        throw translation.refuse(
                name + ": expected intervals of fixed length, such as INTERVAL '10' SECOND");
    }
}
