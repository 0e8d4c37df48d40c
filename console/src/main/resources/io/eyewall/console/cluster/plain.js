// Names come from whoever submits topologies. What controls a terminal is shown as a picture, what turns the direction
// of writing as a replacement character; lines of plans stay lines.

const CONTROLS = /[\u0000-\u0009\u000b-\u001f]/g;
const TURNS = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function plain(text) {
  return text.replace(CONTROLS, c => String.fromCharCode(0x2400 + c.charCodeAt(0))).replace(TURNS, '\ufffd');
}

/** JSON whose texts can be shown. */
export function parse(json) {
  return JSON.parse(json, (key, value) => (typeof value === 'string' ? plain(value) : value));
}
