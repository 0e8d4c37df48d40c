SELECT auction, bidder, 0.908 * price AS euros, ts, extra FROM bid
