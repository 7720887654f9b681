// Lays out what is to be submitted to SchemaStore in a folder, which is a checkout of it or an empty one, under the paths that it has there:
// node scripts/schemastore.mjs FOLDER
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder');
const root = new URL('..', import.meta.url).pathname;
const read = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
const put = (file, text) => {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
};

const entry = read('schemas/schemastore/catalog-entry.json');
const { $schema, ...rest } = read('schemas/config.schema.json');
// Whoever reads it there is to know where it comes from, and by which address it is known.
const schema = {
  $schema,
  $id: entry.url,
  ...rest,
  $comment: 'Generated in the repository of Keelson: do not change it here.',
};
put('src/schemas/json/keelson.json', `${JSON.stringify(schema, undefined, 2)}\n`);

/** The words of a schema that draft-07 does not have, which strict mode has to be told of. */
const own = new Set();
const words = (one, isNames) => {
  if (Array.isArray(one)) for (const item of one) words(item, false);
  else if (typeof one === 'object' && one !== null)
    for (const [name, inner] of Object.entries(one)) {
      if (!isNames && (name.startsWith('x-') || name.endsWith('Message'))) own.add(name);
      else if (isNames || !['default', 'const', 'enum', 'examples'].includes(name))
        words(inner, !isNames && ['properties', 'patternProperties', 'definitions'].includes(name));
    }
};
words(schema, false);
put('catalog-entry.json', `${JSON.stringify(entry, undefined, 2)}\n`);
put(
  'validation-options.json',
  `${JSON.stringify({ 'keelson.json': { unknownKeywords: [...own].sort() } }, undefined, 2)}\n`,
);
for (const name of ['minimal', 'team'])
  cpSync(join(root, 'examples', name, 'keelson.yaml'), join(folder, 'src/test/keelson', `${name}.yaml`));
cpSync(join(root, 'schemas/schemastore/refused.yaml'), join(folder, 'src/negative_test/keelson/refused.yaml'));
