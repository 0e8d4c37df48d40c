SELECT b.auction, b.bidder, b.price, b.ts, s.name
FROM bid AS b JOIN side AS s ON MOD(b.auction, 10000) = s.id
