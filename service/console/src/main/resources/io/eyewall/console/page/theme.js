// The theme, dark or light: the system's, or the one chosen here.

const KEY = 'eyewall.theme';
const CHOICES = ['auto', 'light', 'dark'];
const system = window.matchMedia('(prefers-color-scheme: dark)');
let choice = 'auto';
let colours = new Map();
const listeners = [];

function stored() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null; // the browser stores nothing
  }
}

function apply() {
  const dark = choice === 'dark' || (choice === 'auto' && system.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  colours = new Map();
  listeners.forEach(listener => listener());
}

export function startTheme() {
  const known = stored();
  choice = CHOICES.includes(known) ? known : 'auto';
  system.addEventListener('change', apply);
  apply();
}

export function onTheme(listener) {
  listeners.push(listener);
}

export function nextTheme() {
  choice = CHOICES[(CHOICES.indexOf(choice) + 1) % CHOICES.length];
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // the choice lasts for this page only
  }
  apply();
  return choice;
}

export function themeChoice() {
  return choice;
}

/** Returns a colour of the style sheet, for canvases. */
export function colour(name) {
  let value = colours.get(name);
  if (value === undefined) {
    value = getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
    colours.set(name, value);
  }
  return value;
}
