SELECT category, AVG(final) AS average
FROM (SELECT MAX(b.price) AS final, a.category
      FROM auction AS a JOIN bid AS b ON a.id = b.auction
      WHERE b.ts BETWEEN a.ts AND a.expires
      GROUP BY a.id, a.category) AS sold
GROUP BY category
