SELECT id, item_name, seller, category, auction, bidder, price, bid_ts, bid_extra
FROM (SELECT a.id, a.item_name, a.seller, a.category, b.auction, b.bidder, b.price, b.ts AS bid_ts,
             b.extra AS bid_extra, ROW_NUMBER() OVER (PARTITION BY a.id ORDER BY b.price DESC, b.ts) AS place
      FROM auction AS a JOIN bid AS b ON a.id = b.auction
      WHERE b.ts BETWEEN a.ts AND a.expires) AS bids
WHERE place <= 1
