SELECT bids.auction, bids.num
FROM (SELECT auction, COUNT(*) AS num, window_start, window_end
      FROM TABLE(HOP(TABLE bid, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
      GROUP BY auction, window_start, window_end) AS bids
JOIN (SELECT MAX(num) AS most, window_start, window_end
      FROM (SELECT COUNT(*) AS num, window_start, window_end
            FROM TABLE(HOP(TABLE bid, DESCRIPTOR(ts), INTERVAL '2' SECOND, INTERVAL '10' SECOND))
            GROUP BY auction, window_start, window_end) AS counts
      GROUP BY window_start, window_end) AS hottest
ON bids.window_start = hottest.window_start AND bids.window_end = hottest.window_end AND bids.num >= hottest.most
