WITH bids AS (
    SELECT auction, w, COUNT(*) AS num
    FROM bid CROSS JOIN generate_series(0, 4) AS i
    CROSS JOIN LATERAL (SELECT FLOOR(EXTRACT(EPOCH FROM ts) / 2) - i AS w) AS windows
    GROUP BY auction, w)
SELECT auction, num FROM bids WHERE num >= (SELECT MAX(num) FROM bids AS others WHERE others.w = bids.w)
