import { rows } from './rows/index.ts';

const only = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const extent = process.argv.includes('--short') ? 'short' : 'whole';
for (const row of rows) {
  if (only.length > 0 && !only.includes(row.name)) continue;
  for (const figure of await row.measure(extent)) console.log(row.name, JSON.stringify(figure));
}
