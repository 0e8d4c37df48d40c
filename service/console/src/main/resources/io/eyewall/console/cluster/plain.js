// Names come from the users who submit topologies. Control characters are shown as Unicode control pictures, characters
// that change the writing direction as replacement characters; line breaks of plans stay.

const CONTROLS = /[\u0000-\u0009\u000b-\u001f]/g;
const TURNS = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

function plain(text) {
  return text.replace(CONTROLS, c => String.fromCharCode(0x2400 + c.charCodeAt(0))).replace(TURNS, '\ufffd');
}

/** Parses JSON and makes its texts safe to show. */
export function parse(json) {
  return JSON.parse(json, (key, value) => (typeof value === 'string' ? plain(value) : value));
}
