// A layered layout in which tuples flow to the right. It depends only on the graph, not on numbers.
// Steps: reverse edges that close cycles, assign layers by longest path, insert a point in each layer
// that an edge crosses, reduce crossings by the mean of neighbours, then choose heights near neighbours.

const SWEEPS = 12;

/** Reverses back edges so that no cycle is left. */
function acyclic(count, edges) {
  const out = Array.from({ length: count }, () => []);
  edges.forEach((edge, i) => { if (edge.from !== edge.to) out[edge.from].push(i); });
  const incoming = new Array(count).fill(0);
  edges.forEach(edge => { if (edge.from !== edge.to) incoming[edge.to]++; });
  const state = new Array(count).fill(0);
  const turned = new Set();
  const visit = root => {
    const stack = [[root, 0]];
    state[root] = 1;
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const [node, next] = top;
      if (next === out[node].length) {
        state[node] = 2;
        stack.pop();
        continue;
      }
      top[1]++;
      const edge = out[node][next];
      const to = edges[edge].to;
      if (state[to] === 1) turned.add(edge);
      else if (state[to] === 0) {
        state[to] = 1;
        stack.push([to, 0]);
      }
    }
  };
  for (let i = 0; i < count; i++) if (incoming[i] === 0 && state[i] === 0) visit(i);
  for (let i = 0; i < count; i++) if (state[i] === 0) visit(i);
  return edges.map((edge, i) => (turned.has(i)
    ? { from: edge.to, to: edge.from, turned: true }
    : { from: edge.from, to: edge.to, turned: false }));
}

function layersOf(count, edges) {
  const layer = new Array(count).fill(0);
  for (let round = 0, changed = true; changed && round <= count; round++) {
    changed = false;
    for (const edge of edges) {
      if (edge.from !== edge.to && layer[edge.to] < layer[edge.from] + 1) {
        layer[edge.to] = layer[edge.from] + 1;
        changed = true;
      }
    }
  }
  // A node without input goes to the layer before its first receiver.
  for (let i = 0; i < count; i++) {
    const outs = edges.filter(e => e.from === i && e.to !== i);
    const ins = edges.some(e => e.to === i && e.from !== i);
    if (!ins && outs.length > 0) layer[i] = Math.min(...outs.map(e => layer[e.to])) - 1;
  }
  return layer;
}

function mean(list, of) {
  return list.length === 0 ? null : list.reduce((sum, n) => sum + of(n), 0) / list.length;
}

/** Orders a layer by the mean position of neighbours; nodes without neighbours keep their place. */
function sorted(layer, neighbours, place) {
  const keyed = layer.map((node, i) => {
    const key = mean(neighbours[node], n => place[n]);
    return { node, key: key === null ? i : key, i };
  });
  keyed.sort((a, b) => a.key - b.key || a.i - b.i);
  return keyed.map(entry => entry.node);
}

export function crossings(layers, out, place) {
  let total = 0;
  for (const layer of layers) {
    const ends = [];
    for (const node of layer) {
      const targets = out[node].map(n => place[n]).sort((a, b) => a - b);
      for (const target of targets) {
        for (const end of ends) if (end > target) total++;
      }
      ends.push(...targets);
    }
  }
  return total;
}

/** Returns heights as near as possible to the wanted ones, in order and apart; nodes that overlap are placed as a block. */
function apart(wanted, sizes, gap) {
  const blocks = [];
  let offset = 0;
  wanted.forEach((value, i) => {
    const offsetHere = offset + sizes[i] / 2;
    offset += sizes[i] + gap;
    let block = { sum: value - offsetHere, count: 1 };
    while (blocks.length > 0 && blocks[blocks.length - 1].sum / blocks[blocks.length - 1].count
        > block.sum / block.count) {
      const before = blocks.pop();
      block = { sum: block.sum + before.sum, count: block.count + before.count };
    }
    blocks.push(block);
  });
  const result = [];
  let at = 0;
  for (const block of blocks) {
    for (let i = 0; i < block.count; i++) {
      const n = result.length;
      result.push(block.sum / block.count + at + sizes[n] / 2);
      at += sizes[n] + gap;
    }
  }
  return result;
}

/**
 * Computes the positions of nodes and edges.
 *
 * @param count number of nodes, all of the same size
 * @param edges pairs {from, to} of node indexes
 * @return nodes (centres), edges (points from the border of the sender to that of the receiver; a
 *     loop has the node's centre), width, height
 */
export function layout(count, edges, size) {
  const { width, height, gapX, gapY } = size;
  const straight = acyclic(count, edges);
  const layer = layersOf(count, straight);
  const least = count === 0 ? 0 : Math.min(...layer);
  for (let i = 0; i < count; i++) layer[i] -= least;
  const heights = new Array(count).fill(height);
  const chains = straight.map(edge => {
    const chain = [edge.from];
    if (edge.from === edge.to) return [edge.from, edge.to];
    for (let l = layer[edge.from] + 1; l < layer[edge.to]; l++) {
      layer.push(l);
      heights.push(10);
      chain.push(layer.length - 1);
    }
    chain.push(edge.to);
    return chain;
  });
  const all = layer.length;
  const out = Array.from({ length: all }, () => []);
  const into = Array.from({ length: all }, () => []);
  for (const chain of chains) {
    for (let i = 1; i < chain.length; i++) {
      if (chain[i - 1] === chain[i]) continue;
      out[chain[i - 1]].push(chain[i]);
      into[chain[i]].push(chain[i - 1]);
    }
  }
  const layerCount = all === 0 ? 0 : Math.max(...layer) + 1;
  let layers = Array.from({ length: layerCount }, () => []);
  for (let i = 0; i < all; i++) layers[layer[i]].push(i);
  const place = new Array(all).fill(0);
  const number = list => list.forEach(l => l.forEach((node, i) => { place[node] = i; }));
  number(layers);
  let best = layers.map(l => l.slice());
  let fewest = crossings(layers, out, place);
  for (let sweep = 0; sweep < SWEEPS && fewest > 0; sweep++) {
    const down = sweep % 2 === 0;
    for (let step = 1; step < layerCount; step++) {
      const l = down ? step : layerCount - 1 - step;
      layers[l] = sorted(layers[l], down ? into : out, place);
      layers[l].forEach((node, i) => { place[node] = i; });
    }
    const now = crossings(layers, out, place);
    if (now < fewest) {
      fewest = now;
      best = layers.map(l => l.slice());
    }
  }
  layers = best;
  number(layers);
  const y = new Array(all).fill(0);
  for (const list of layers) {
    apart(list.map((_, i) => i), list.map(n => heights[n]), gapY).forEach((v, i) => { y[list[i]] = v; });
    const middle = list.length === 0 ? 0 : (y[list[0]] + y[list[list.length - 1]]) / 2;
    list.forEach(n => { y[n] -= middle; });
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const down = sweep % 2 === 0;
    for (let step = 0; step < layerCount; step++) {
      const list = layers[down ? step : layerCount - 1 - step];
      const wanted = list.map(n => {
        const near = mean(down ? into[n] : out[n], m => y[m]);
        return near === null ? (mean(down ? out[n] : into[n], m => y[m]) ?? y[n]) : near;
      });
      apart(wanted, list.map(n => heights[n]), gapY).forEach((v, i) => { y[list[i]] = v; });
    }
  }
  const top = all === 0 ? 0 : Math.min(...y.map((v, i) => v - heights[i] / 2));
  const x = n => layer[n] * (width + gapX) + width / 2;
  const point = n => ({ x: x(n), y: y[n] - top });
  return {
    nodes: Array.from({ length: count }, (_, i) => point(i)),
    edges: chains.map((chain, i) => {
      // Beside other nodes an edge is horizontal: it must not bend before it has passed them.
      const points = chain.flatMap((n, at) => {
        const { x: middle, y: level } = point(n);
        if (chain[0] === chain[chain.length - 1]) return [{ x: middle, y: level }];
        const left = { x: middle - width / 2, y: level };
        const right = { x: middle + width / 2, y: level };
        return at === 0 ? [right] : at === chain.length - 1 ? [left] : [left, right];
      });
      if (!straight[i].turned) return points;
      points.forEach(p => { p.y += height / 5; }); // beside the forward edge
      return points.reverse();
    }),
    crossings: fewest,
    width: layerCount === 0 ? 0 : layerCount * (width + gapX) - gapX,
    height: all === 0 ? 0 : Math.max(...y.map((v, i) => v + heights[i] / 2)) - top,
  };
}
