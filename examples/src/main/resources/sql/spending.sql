-- Who has spent how much, and where they live.
CREATE TABLE orders (
    id BIGINT NOT NULL,
    customer VARCHAR,
    ts TIMESTAMP,
    item VARCHAR,
    price DECIMAL(10, 2)
) WITH ('connector' = 'file', 'path' = 'examples/src/main/resources/sql/orders.csv');

CREATE TABLE customers (name VARCHAR, country VARCHAR)
WITH ('connector' = 'file', 'format' = 'json', 'path' = 'examples/src/main/resources/sql/customers.json');

SELECT o.customer, c.country, COUNT(*) AS orders, SUM(o.price) AS spent
FROM orders o LEFT JOIN customers c ON o.customer = c.name
GROUP BY o.customer, c.country
ORDER BY spent DESC;
