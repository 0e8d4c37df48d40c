SELECT bidder, COUNT(*), MIN(ts), MAX(ts) + INTERVAL '10' SECOND
FROM (SELECT bidder, ts, SUM(new) OVER (PARTITION BY bidder ORDER BY ts) AS session
      FROM (SELECT bidder, ts,
                   CASE WHEN ts < LAG(ts) OVER (PARTITION BY bidder ORDER BY ts) + INTERVAL '10' SECOND
                        THEN 0 ELSE 1 END AS new
            FROM bid) AS b) AS sessions
GROUP BY bidder, session
