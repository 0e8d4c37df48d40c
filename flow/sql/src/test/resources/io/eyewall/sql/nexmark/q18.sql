SELECT auction, bidder, price, channel, url, ts, extra
FROM (SELECT *, ROW_NUMBER() OVER (PARTITION BY bidder, auction ORDER BY ts DESC) AS place FROM bid) AS bids
WHERE place <= 1
