SELECT b.auction, b.price, b.bidder, b.ts, b.extra
FROM bid AS b
JOIN (SELECT MAX(price) AS price, window_end
      FROM TABLE(TUMBLE(TABLE bid, DESCRIPTOR(ts), INTERVAL '10' SECOND))
      GROUP BY window_start, window_end) AS highest
ON b.price = highest.price
WHERE b.ts BETWEEN highest.window_end - INTERVAL '10' SECOND AND highest.window_end
