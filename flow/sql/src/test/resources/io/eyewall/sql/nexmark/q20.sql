SELECT auction, bidder, price, channel, url, b.ts, b.extra, item_name, description, initial_bid, reserve,
       a.ts AS auction_ts, expires, seller, category, a.extra AS auction_extra
FROM bid AS b JOIN auction AS a ON b.auction = a.id
WHERE a.category = 10
