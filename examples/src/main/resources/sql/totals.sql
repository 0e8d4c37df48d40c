-- The orders of each customer so far. Reads orders from the standard input, as in orders.csv, and prints
-- what each of them changes.
CREATE STREAM orders (id BIGINT NOT NULL, customer VARCHAR, ts TIMESTAMP, item VARCHAR, price DECIMAL(10, 2))
WITH ('connector' = 'stdin');

SELECT customer, COUNT(*) AS orders, SUM(price) AS spent FROM orders GROUP BY customer;
