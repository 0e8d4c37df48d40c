-- Sums of each ten seconds of event time; a row may be five seconds late.
CREATE STREAM orders (
    id BIGINT NOT NULL,
    customer VARCHAR,
    ts TIMESTAMP,
    item VARCHAR,
    price DECIMAL(10, 2),
    WATERMARK FOR ts AS ts - INTERVAL '5' SECOND
) WITH ('connector' = 'stdin');

SELECT window_end, COUNT(*) AS orders, SUM(price) AS total
FROM TABLE(TUMBLE(TABLE orders, DESCRIPTOR(ts), INTERVAL '10' SECOND))
GROUP BY window_start, window_end;
