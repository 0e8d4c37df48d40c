-- Each order, its place among those of its customer by price, and what the customer has spent so far.
CREATE TABLE orders (id BIGINT NOT NULL, customer VARCHAR, ts TIMESTAMP, item VARCHAR, price DECIMAL(10, 2))
WITH ('connector' = 'file', 'path' = 'examples/src/main/resources/sql/orders.csv');

SELECT customer, item, price,
       RANK() OVER (PARTITION BY customer ORDER BY price DESC) AS place,
       SUM(price) OVER (PARTITION BY customer ORDER BY ts) AS spent
FROM orders ORDER BY customer, ts;
