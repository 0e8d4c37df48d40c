SELECT auction, CAST(ts AS DATE) AS dt, COUNT(*) AS bids,
       COUNT(*) FILTER (WHERE price < 10000) AS bids1,
       COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS bids2,
       COUNT(*) FILTER (WHERE price >= 1000000) AS bids3,
       MIN(price) AS least, MAX(price) AS most, AVG(price) AS average, SUM(price) AS total
FROM bid GROUP BY auction, CAST(ts AS DATE)
