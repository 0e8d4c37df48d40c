SELECT b.auction, b.price, b.bidder, b.ts, b.extra
FROM bid AS b
JOIN (SELECT MAX(price) AS price, TO_TIMESTAMP(10 * (FLOOR(EXTRACT(EPOCH FROM ts) / 10) + 1))::TIMESTAMP AS window_end
      FROM bid GROUP BY 2) AS highest
ON b.price = highest.price
WHERE b.ts BETWEEN highest.window_end - INTERVAL '10' SECOND AND highest.window_end
