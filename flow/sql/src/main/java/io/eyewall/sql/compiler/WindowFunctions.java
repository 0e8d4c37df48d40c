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
            throw translation.error(
                    "not supported: the table function "
                            + name
                            + "; there are TUMBLE, HOP, SESSION");
        }
        OperatorRows input = translation.translate(function.getInput(0));
        List<RexNode> operands = call.getOperands();
        int time = descriptorColumns(operands.get(0))[0];
        RelDataType type = function.getInput(0).getRowType().getFieldList().get(time).getType();
        if (type.getSqlTypeName() != SqlTypeName.TIMESTAMP) {
            throw translation.error(name + ": the column of time must be a TIMESTAMP");
        }
        if (input.changing()) {
            throw translation.error(
                    name + " over rows that change: " + translation.changing().reason());
        }
        if (!input.bounded() && !input.timeColumns().contains(time)) {
            throw translation.error(
                    name
                            + " over a stream needs the column of its WATERMARK FOR ... or AS"
                            + " PROCTIME(), not computed from it: no window would ever be complete");
        }
        int width = function.getRowType().getFieldCount();
        Set<Integer> starts = Set.of(width - 2);
        Set<Integer> ends = Set.of(width - 1);
        if (name.equals("SESSION")) {
            checkOperandCount(name, operands, 3);
            return session(input, call, time, starts, ends);
        }
        boolean isHop = name.equals("HOP");
        checkOperandCount(name, operands, isHop ? 3 : 2);
        long slide = intervalMs(name, operands.get(1));
        long size = isHop ? intervalMs(name, operands.get(2)) : slide;
        String component = translation.newName("window");
        String description = input.output().addStep(component, new WindowStep(time, slide, size));
        translation.explain(description + ": " + call);
        return new OperatorRows(
                input.output(),
                input.bounded(),
                input.emittedAtEnd(),
                false,
                input.timeColumns(),
                starts,
                ends,
                input.tasks());
    }

    private OperatorRows session(
            OperatorRows input, RexCall call, int time, Set<Integer> starts, Set<Integer> ends) {
        List<Integer> keys =
                Arrays.stream(descriptorColumns(call.getOperands().get(1))).boxed().toList();
        Duration gap = Duration.ofMillis(intervalMs("SESSION", call.getOperands().get(2)));
        String timed = translation.newName("timed");
        String description = input.output().addStep(timed, WindowStep.timed(time));
        translation.explain(description + ": rows with a time");
        String component = translation.newName("window");
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
                                translation.acksOnArrival(input));
        translation.explain(component + " <- " + input.components() + ": " + call);
        return new OperatorRows(
                Output.of(flow, List.of(component), tasks),
                input.bounded(),
                input.bounded(),
                false,
                Set.of(),
                starts,
                ends,
                tasks);
    }

    private void checkOperandCount(String name, List<RexNode> operands, int count) {
        if (operands.size() != count) {
            throw translation.error("not supported: " + name + " with an offset");
        }
    }

    private int[] descriptorColumns(RexNode descriptor) {
        if (descriptor instanceof RexCall call && call.getKind() == SqlKind.DESCRIPTOR) {
            return call.getOperands().stream()
                    .mapToInt(column -> ((RexInputRef) column).getIndex())
                    .toArray();
        }
        throw translation.error("expected DESCRIPTOR(column), found " + descriptor);
    }

    private long intervalMs(String name, RexNode interval) {
        if (interval instanceof RexLiteral literal
                && SqlTypeName.DAY_INTERVAL_TYPES.contains(literal.getType().getSqlTypeName())) {
            long size =
                    Objects.requireNonNull(literal.getValueAs(BigDecimal.class)).longValueExact();
            if (size > 0) {
                return size;
            }
        }
        throw translation.error(
                name + ": expected intervals of fixed length, such as INTERVAL '10' SECOND");
    }
}
