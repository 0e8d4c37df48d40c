// Draws a flame graph: callers above their callees, each as wide as its samples. It depends only on a
// canvas, so that the file that 'eyewall flame --out' writes can embed it.

const ROW = 18;
const LEAST_WIDTH = 0.5;

/** Sums the samples and links each node to its children, those with the most samples first. */
export function prepare(graph) {
  const nodes = graph.nodes.map((node, i) => ({
    index: i, parent: node.parent, name: graph.names[node.name], self: node.self, total: node.self, children: [], depth: 0,
  }));
  for (let i = nodes.length - 1; i > 0; i--) nodes[nodes[i].parent].total += nodes[i].total;
  for (let i = 1; i < nodes.length; i++) {
    const parent = nodes[nodes[i].parent];
    parent.children.push(nodes[i]);
    nodes[i].depth = parent.depth + 1;
  }
  for (const node of nodes) node.children.sort((a, b) => b.total - a.total || (a.name < b.name ? -1 : 1));
  return nodes;
}

/** Returns the positions of the nodes when one of them fills the width: its callers above it, its callees below. */
export function place(nodes, chosen, width) {
  const boxes = [];
  for (let at = nodes[chosen].parent; at >= 0; at = nodes[at].parent) boxes.push({ node: nodes[at], x: 0, width });
  boxes.reverse();
  const todo = [{ node: nodes[chosen], x: 0, width }];
  while (todo.length > 0) {
    const box = todo.pop();
    boxes.push(box);
    let x = box.x;
    for (const child of box.node.children) {
      const wide = box.width * child.total / Math.max(1, box.node.total);
      if (wide >= LEAST_WIDTH) todo.push({ node: child, x, width: wide });
      x += wide;
    }
  }
  return boxes;
}

/** Returns the hue of a frame's package, the same in every graph. */
export function hue(name) {
  const parts = name.split('.');
  const text = parts.slice(0, Math.max(1, Math.min(3, parts.length - 2))).join('.');
  let hash = 7;
  for (const c of text) hash = (hash * 31 + c.codePointAt(0)) % 3600;
  return hash / 10;
}

export class FlameView {
  /** @param tip shows text beside the pointer; null hides it */
  constructor(root, tip) {
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'flame';
    this.canvas.tabIndex = 0;
    this.canvas.setAttribute('role', 'application');
    this.tip = tip;
    this.said = document.createElement('p');
    this.said.className = 'said';
    this.said.setAttribute('role', 'status');
    root.append(this.said, this.canvas);
    this.nodes = null;
    this.chosen = 0;
    this.focus = 0;
    this.search = '';
    this.dark = false;
    this.boxes = [];
    this.canvas.addEventListener('click', event => {
      const box = this.find(event);
      if (box !== null) this.zoom(box.node.index);
    });
    this.canvas.addEventListener('pointermove', event => {
      const box = this.find(event);
      tip(event, box === null ? null : this.about(box.node));
    });
    this.canvas.addEventListener('pointerleave', event => tip(event, null));
    this.canvas.addEventListener('keydown', event => this.onKey(event));
    this.canvas.addEventListener('focus', () => this.draw());
    this.canvas.addEventListener('blur', () => this.draw());
  }

  show(graph) {
    this.graph = graph;
    this.nodes = prepare(graph);
    this.chosen = 0;
    this.focus = 0;
    this.draw();
  }

  zoom(index) {
    this.chosen = index;
    this.focus = index;
    this.draw();
  }

  /** Highlights the frames whose names contain a text, ignoring case. */
  mark(text) {
    this.search = text.toLowerCase();
    this.draw();
  }

  onKey(event) {
    if (this.nodes === null) return;
    const node = this.nodes[this.focus];
    const siblings = node.parent < 0 ? [node] : this.nodes[node.parent].children;
    const at = siblings.indexOf(node);
    const moves = {
      ArrowUp: node.parent, ArrowDown: node.children[0]?.index, ArrowLeft: siblings[at - 1]?.index,
      ArrowRight: siblings[at + 1]?.index, Home: 0,
    };
    if (event.key === 'Enter') this.zoom(this.focus);
    else if (event.key === 'Escape' || event.key === 'Backspace') this.zoom(Math.max(0, this.nodes[this.chosen].parent));
    else if (event.key in moves) {
      const to = moves[event.key];
      if (to !== undefined && to >= 0) {
        this.focus = to;
        if (!this.boxes.some(box => box.node.index === to)) this.chosen = this.nodes[to].parent < 0 ? 0 : this.nodes[to].parent;
      }
      this.draw();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  about(node) {
    const all = Math.max(1, this.nodes[0].total);
    return `${node.name}\n${node.total} samples, ${(100 * node.total / all).toFixed(1)} %; itself ${node.self}`;
  }

  draw() {
    if (this.nodes === null) return;
    const width = this.canvas.clientWidth || this.canvas.parentElement.clientWidth;
    if (width === 0) return;
    this.boxes = place(this.nodes, this.chosen, width);
    const deepest = this.boxes.reduce((most, box) => Math.max(most, box.node.depth), 0);
    const height = (deepest + 1) * ROW + 4;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.style.height = height + 'px';
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const c = this.canvas.getContext('2d');
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    c.font = '11px system-ui, "Liberation Sans", sans-serif';
    c.textBaseline = 'middle';
    let found = 0;
    for (const { node, x, width: wide } of this.boxes) {
      const y = node.depth * ROW;
      const marked = this.search !== '' && node.name.toLowerCase().includes(this.search);
      if (marked && !this.within(node)) found += node.total;
      const light = this.dark ? 32 : 82;
      c.fillStyle = marked ? (this.dark ? '#b0379b' : '#f3a1e4') : `hsl(${hue(node.name)} ${node.depth < 2 ? 20 : 55}% ${light}%)`;
      c.fillRect(x, y, Math.max(LEAST_WIDTH, wide - 0.5), ROW - 1);
      if (node.index === this.focus && document.activeElement === this.canvas) {
        c.strokeStyle = this.dark ? '#fff' : '#000';
        c.lineWidth = 2;
        c.strokeRect(x + 1, y + 1, Math.max(1, wide - 2.5), ROW - 3);
      }
      if (wide > 24) {
        c.fillStyle = this.dark ? '#f2f4f5' : '#15191d';
        c.save();
        c.beginPath();
        c.rect(x, y, wide - 2, ROW);
        c.clip();
        c.fillText(shorten(node.name, wide), x + 4, y + ROW / 2);
        c.restore();
      }
    }
    const focus = this.nodes[this.focus];
    const all = this.nodes[0].total;
    this.said.textContent = all === 0 ? 'No samples: nothing ran Java code.'
      : this.about(focus).replace('\n', ': ') + (this.search === '' ? '' : `; found in ${(100 * found / all).toFixed(1)} % of what is shown`);
    this.canvas.setAttribute('aria-label', this.said.textContent);
  }

  /** Returns whether a caller matches the search, so that the node's samples are counted there already. */
  within(node) {
    for (let at = node.parent; at >= 0; at = this.nodes[at].parent) {
      if (this.nodes[at].name.toLowerCase().includes(this.search)) return true;
    }
    return false;
  }

  find(event) {
    const row = Math.floor(event.offsetY / ROW);
    return this.boxes.find(box => box.node.depth === row && event.offsetX >= box.x && event.offsetX < box.x + box.width) ?? null;
  }
}

/** Shortens a name to its class and method where the package does not fit. */
function shorten(name, width) {
  if (name.length * 6 < width) return name;
  const parts = name.split('.');
  return parts.length > 2 ? parts.slice(-2).join('.') : name;
}
