// Draws how long each entry takes in estates of several sizes, from the figures that `npm run bench -- growth --json=FILE` writes.
import { readFileSync, writeFileSync } from 'node:fs';

const [from = 'growth.json', to = 'docs/growth.svg'] = process.argv.slice(2);
const rows = JSON.parse(readFileSync(from, 'utf8'));
const series = rows.flatMap(({ figures }) => figures ?? []).filter(({ points }) => points !== undefined);
const points = series.flatMap((one) => one.points);
const width = 720;
const height = 360;
const left = 70;
const right = 150;
const bottom = 50;
const top = 30;
const most = Math.max(...points.map(([, time]) => time)) * 1.15;
const sizes = [...new Set(points.map(([entries]) => entries))].sort((one, other) => one - other);
const x = (entries) =>
  left + ((width - left - right) * Math.log10(entries / sizes[0])) / Math.log10(sizes.at(-1) / sizes[0]);
const y = (time) => height - bottom - ((height - bottom - top) * time) / most;
const step = most > 8 ? 2 : 1;
const colours = ['#1f6feb', '#bf5b04'];

const grid = Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step).map(
  (time) =>
    `<line x1="${left}" x2="${width - right}" y1="${y(time)}" y2="${y(time)}" class="grid"/>` +
    `<text x="${left - 10}" y="${y(time) + 4}" text-anchor="end">${time}</text>`,
);
const ticks = sizes.map(
  (entries) =>
    `<text x="${x(entries)}" y="${height - bottom + 22}" text-anchor="middle">${entries.toLocaleString('en')}</text>`,
);
const lines = series.map(({ what, points: own }, index) => {
  const path = own.map(([entries, time]) => `${x(entries).toFixed(1)},${y(time).toFixed(1)}`).join(' ');
  const dots = own.map(
    ([entries, time]) =>
      `<circle cx="${x(entries).toFixed(1)}" cy="${y(time).toFixed(1)}" r="4" fill="${colours[index]}"/>`,
  );
  const [, last] = own.at(-1);
  return (
    `<polyline points="${path}" fill="none" stroke="${colours[index]}" stroke-width="2"/>${dots.join('')}` +
    `<text x="${width - right + 14}" y="${y(last) + 4}" fill="${colours[index]}">${what.split(',')[0]}</text>`
  );
});

writeFileSync(
  to,
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">
<style>text { fill: #57606a } .grid { stroke: #d0d7de; stroke-width: 1 }</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="${left - 50}" y="${top - 10}">microseconds for each membership</text>
${grid.join('\n')}
${ticks.join('\n')}
<text x="${(left + width - right) / 2}" y="${height - 6}" text-anchor="middle">memberships</text>
${lines.join('\n')}
</svg>
`,
);
