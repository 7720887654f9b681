// Draws the text on standard input, with the colours of a terminal, as an SVG on standard output:
// keelson plan | node scripts/picture.mjs > docs/plan.svg
import { readFileSync } from 'node:fs';

const cell = { width: 7.8, height: 18, size: 13 };
const margin = { side: 20, top: 44, bottom: 18 };
// The picture brings its own background, so that it reads the same on a light page and on a dark one.
const colours = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 35: '#d2a8ff' };
const plain = '#e6edf3';
const faint = '#8b949e';
const escape = String.fromCharCode(27);
const styleCodes = new RegExp(`(${escape}\\[[\\d;]*m)`);

/** The runs of one line: texts with the style that holds for them. */
function runs(line) {
  const found = [];
  let style = { colour: undefined, bold: false, dim: false };
  for (const part of line.split(styleCodes)) {
    const codes = part.startsWith(escape) ? part.slice(2, -1) : undefined;
    if (codes === undefined) {
      if (part !== '') found.push({ text: part, style });
      continue;
    }
    for (const code of codes.split(';').map(Number)) style = styled(style, code);
  }
  return found;
}

function styled(style, code) {
  if (code === 0) return { colour: undefined, bold: false, dim: false };
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 39) return { ...style, colour: undefined };
  if (code in colours) return { ...style, colour: colours[code] };
  throw new Error(`This picture knows no style ${code}.`);
}

/** Blanks that no browser draws together, whatever it makes of xml:space. */
const escaped = (text) =>
  text
    .replaceAll('  ', '\u00a0\u00a0')
    .replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character]);

/** One line; each run is held to its columns, whatever font the reader has. */
function drawn(line, row) {
  const y = margin.top + (row + 0.75) * cell.height;
  let column = 0;
  return runs(line)
    .map(({ text, style }) => {
      const start = column + (text.length - text.trimStart().length);
      const shown = text.trim();
      column += text.length;
      if (shown === '') return '';
      const fill = style.colour ?? (style.dim ? faint : plain);
      const weight = style.bold ? ' font-weight="700"' : '';
      const x = (margin.side + start * cell.width).toFixed(1);
      const length = (shown.length * cell.width).toFixed(1);
      return `<text x="${x}" y="${y.toFixed(1)}" textLength="${length}" lengthAdjust="spacingAndGlyphs" fill="${fill}"${weight}>${escaped(shown)}</text>`;
    })
    .filter((text) => text !== '')
    .join('\n');
}

const lines = readFileSync(0, 'utf8').trimEnd().split('\n');
const columns = Math.max(...lines.map((line) => runs(line).reduce((sum, { text }) => sum + text.length, 0)));
const width = Math.ceil(columns * cell.width + 2 * margin.side);
const height = Math.ceil(margin.top + lines.length * cell.height + margin.bottom);
const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
  (fill, at) => `<circle cx="${22 + at * 18}" cy="20" r="5.5" fill="${fill}"/>`,
);
console.log(
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A plan of Keelson in a terminal">`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="9" fill="#0d1117" stroke="#30363d"/>`,
    ...dots,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${cell.size}">`,
    ...lines.map(drawn).filter((line) => line !== ''),
    '</g>',
    '</svg>',
  ].join('\n'),
);
