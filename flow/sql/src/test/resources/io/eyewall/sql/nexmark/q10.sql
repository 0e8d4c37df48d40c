SELECT auction, bidder, price, ts, extra, TO_CHAR(ts, 'YYYY-MM-DD') AS dt, TO_CHAR(ts, 'HH24:MI') AS hm FROM bid
