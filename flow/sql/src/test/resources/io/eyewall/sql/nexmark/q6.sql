SELECT seller, AVG(price) OVER (PARTITION BY seller ORDER BY ts ROWS BETWEEN 10 PRECEDING AND CURRENT ROW) AS average
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY id ORDER BY price DESC, ts) AS place
      FROM (SELECT a.id, a.seller, b.price, b.ts
            FROM auction AS a JOIN bid AS b ON a.id = b.auction
            WHERE b.ts BETWEEN a.ts AND a.expires) AS bids) AS winning
WHERE place <= 1
