SELECT channel, CAST(ts AS DATE) AS dt, MAX(DATE_FORMAT(ts, 'HH:mm')) AS hm, COUNT(*) AS bids,
       COUNT(*) FILTER (WHERE price < 10000) AS bids1,
       COUNT(*) FILTER (WHERE price >= 10000 AND price < 1000000) AS bids2,
       COUNT(*) FILTER (WHERE price >= 1000000) AS bids3,
       COUNT(DISTINCT bidder) AS bidders,
       COUNT(DISTINCT bidder) FILTER (WHERE price < 10000) AS bidders1,
       COUNT(DISTINCT bidder) FILTER (WHERE price >= 10000 AND price < 1000000) AS bidders2,
       COUNT(DISTINCT bidder) FILTER (WHERE price >= 1000000) AS bidders3,
       COUNT(DISTINCT auction) AS auctions,
       COUNT(DISTINCT auction) FILTER (WHERE price < 10000) AS auctions1,
       COUNT(DISTINCT auction) FILTER (WHERE price >= 10000 AND price < 1000000) AS auctions2,
       COUNT(DISTINCT auction) FILTER (WHERE price >= 1000000) AS auctions3
FROM bid GROUP BY channel, CAST(ts AS DATE)
