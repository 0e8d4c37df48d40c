SELECT p.id, p.name, p.window_start
FROM (SELECT id, name, window_start, window_end
      FROM TABLE(TUMBLE(TABLE person, DESCRIPTOR(ts), INTERVAL '10' SECOND))
      GROUP BY id, name, window_start, window_end) AS p
JOIN (SELECT seller, window_start, window_end
      FROM TABLE(TUMBLE(TABLE auction, DESCRIPTOR(ts), INTERVAL '10' SECOND))
      GROUP BY seller, window_start, window_end) AS a
ON p.id = a.seller AND p.window_start = a.window_start AND p.window_end = a.window_end
