SELECT auction, bidder, 0.908 * price AS euros,
       CASE WHEN EXTRACT(HOUR FROM ts) BETWEEN 8 AND 18 THEN 'day'
            WHEN EXTRACT(HOUR FROM ts) <= 6 OR EXTRACT(HOUR FROM ts) >= 20 THEN 'night'
            ELSE 'other' END AS time_of_day,
       ts, extra, CHAR_LENGTH(extra) - CHAR_LENGTH(REPLACE(extra, 'c', '')) AS letters
FROM bid
WHERE 0.908 * price > 1000000 AND 0.908 * price < 50000000
