// Makes a new kind that works, on endpoints of the sandbox that it makes too, with a mark at each thing that is still to be filled in:
// `npm run new-kind feature_flags`, or with the singular where the plural does not tell it: `npm run new-kind statuses status`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Script } from 'node:vm';
import { format, resolveConfig } from 'prettier';
import { load, root } from './sources.mjs';

/** What stands in the templates for the name: real files, which compile and are linted where they are. */
const placeholder = { section: 'sample_things', singular: 'sample_thing' };

/** Writes what is made from the kinds and the routes: the published schema, and the page of the endpoints. */
const REGENERATE = 'npx vitest run test/config/schema.test.ts test/platform/coverage.test.ts --update';

/** What is still to be filled in; test/kinds/filled-in.test.ts fails on it. */
const MARK = /TODO\(new-kind\): (.*)/;

try {
  await make(namesFrom(process.argv.slice(2)));
} catch (error) {
  if (error.refused !== true) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function make(names) {
  await refuseTaken(names);
  const files = new Map([...newFiles(names), ...changedFiles(names)]);
  for (const [path, text] of files) files.set(path, await formatted(path, text));
  for (const [path, text] of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const regenerated = regenerate();
  console.log(`Made the kind \`${names.section}\`, of which one is a \`${names.singular}\`. To fill in:\n`);
  for (const [path, text] of files) for (const line of marksIn(path, text)) console.log(line);
  console.log(
    '  examples/instance: an entry in every scope that it may stand in; test/examples/language.test.ts fails until then.',
  );
  console.log('\nCONTRIBUTING.md, "A new kind in ten minutes", says what to do with them.');
  if (!regenerated) refuse(`The published schema was not written anew: ${REGENERATE} says why.`);
}

/** The section's name and that of one entry, checked. */
function namesFrom([section, singular = singularOf(section), ...more]) {
  if (section === undefined || more.length > 0) refuse('Usage: npm run new-kind NAME [SINGULAR]');
  for (const name of [section, singular]) {
    if (name === undefined) {
      refuse(`What is one of ${section} called? Say it: npm run new-kind ${section} SINGULAR`);
    }
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) {
      refuse(`\`${name}\` is no name of a kind: those are in lower case, with underscores, as \`feature_flags\``);
    }
    if (isReserved(name)) refuse(`\`${name}\` is a word of JavaScript, and names nothing there`);
  }
  if (section === singular) refuse(`\`${section}\` cannot be both the section and one of its entries`);
  return { section, singular };
}

/** The singular where it is the plural without its last letter beyond doubt: not that of branches and caches, of queries and cookies. */
function singularOf(section = '') {
  return /s$/.test(section) && !/(ie|che|she|se|xe|ze|s|u)s$/.test(section) ? section.slice(0, -1) : undefined;
}

function isReserved(name) {
  try {
    new Script(`'use strict'; let ${camel(name)};`);
    return false;
  } catch {
    return true;
  }
}

/** Refuses a name that the language of the configuration, another kind or the sandbox has already. */
async function refuseTaken({ section, singular }) {
  const { kinds, configSchema, allRoutes } = await load(`
    export { kinds } from './src/kinds/index.ts';
    export { configSchema } from './src/config/schema/config-schema.ts';
    export { allRoutes } from './src/sandbox/all-routes.ts';`);
  for (const kind of kinds) {
    for (const name of [section, singular]) {
      if (name === kind.section || name === kind.singular) {
        refuse(`\`${name}\` is taken by the kind \`${kind.section}\``);
      }
    }
  }
  const { properties, definitions } = configSchema(kinds);
  const scopes = { configuration: { properties }, instance: properties.instance, group: definitions.groups };
  for (const [scope, words] of Object.entries({ ...scopes, project: definitions.projects })) {
    if (Object.hasOwn(words.properties, section)) {
      refuse(`\`${section}\` is taken: it is a word of the ${scope} in the YAML`);
    }
  }
  const route = allRoutes.find(({ path }) => `${path}/`.startsWith(`/groups/:id/${section}/`));
  if (route === undefined) return;
  refuse(
    `The sandbox has ${route.method} ${route.path} already, so that no endpoints can be made for the kind: ` +
      'copy the nearest kind by hand, by CONTRIBUTING.md, on the endpoints that are there',
  );
}

/** The files that a kind has of its own, by path. */
function newFiles(names) {
  const area = `src/sandbox/${kebab(names.section)}`;
  const paths = {
    'kind.ts': `src/kinds/${kebab(names.singular)}.ts`,
    'example.ts': `test/kinds/examples/${kebab(names.singular)}.ts`,
    'area.ts': `${area}/index.ts`,
    'routes.ts': `${area}/routes.ts`,
    'rules.ts': `${area}/rules.ts`,
    'entity.ts': `${area}/entity.ts`,
    'rows.ts': `${area}/rows.ts`,
    'endpoints.ts': `test/sandbox/${kebab(names.section)}.test.ts`,
  };
  const templates = new URL('scripts/new-kind/', root).pathname;
  const targets = new Map(readdirSync(templates).map((file) => [join(templates, file), inProject(paths[file])]));
  for (const path of [...targets.values(), inProject(area), inProject(`src/kinds/${kebab(names.section)}`)]) {
    if (existsSync(path)) refuse(`${relative(root.pathname, path)} is there already, and is not written over`);
  }
  return [...targets].map(([template, target]) => {
    const text = readFileSync(template, 'utf8').replaceAll(/(?<=from ')\.[^']+/g, (specifier) => {
      const imported = join(templates, specifier);
      const path = relative(dirname(target), targets.get(imported) ?? imported);
      return path.startsWith('.') ? path : `./${path}`;
    });
    return [target, renamed(text, names)];
  });
}

/** The lists that a kind stands in, with a line more. */
function changedFiles({ section, singular }) {
  const [kinds, area, examples] = [camel(section), `${camel(section)}Area`, `${camel(singular)}Examples`];
  return [
    edited('src/kinds/index.ts', [
      insertion(/^import \{ (\w+) \} from/, kinds, `import { ${kinds} } from './${kebab(singular)}.ts';`),
      insertion(/^ {2}\w+,$/, undefined, `  ${kinds},`),
    ]),
    edited('src/sandbox/all-routes.ts', [
      insertion(/^import \{ (\w+Area) \} from/, area, `import { ${area} } from './${kebab(section)}/index.ts';`),
      insertion(/^ {2}\.\.\.(\w+Area),$/, area, `  ...${area},`),
    ]),
    edited('test/kinds/examples.test.ts', [
      insertion(
        /^import \{ examples? as (\w+) \}/,
        examples,
        `import { examples as ${examples} } from './examples/${kebab(singular)}.ts';`,
      ),
      insertion(/^ {2}(?:\.\.\.)?(\w+Examples?),$/, examples, `  ...${examples},`),
    ]),
  ];
}

/** A line to be put among those that fit a pattern: where its name belongs by the alphabet; last, where it has none. */
function insertion(among, name, line) {
  return (lines, path) => {
    const there = lines.flatMap((text, at) => {
      const found = among.exec(text);
      return found === null ? [] : [{ at, name: found[1] }];
    });
    const last = there.at(-1);
    if (last === undefined) throw new Error(`${path} has no line like ${among}: mend scripts/new-kind.mjs`);
    const next = name === undefined ? undefined : there.find((other) => other.name > name);
    return lines.toSpliced(next?.at ?? last.at + 1, 0, line);
  };
}

function edited(file, insertions) {
  const path = inProject(file);
  const lines = readFileSync(path, 'utf8').split('\n');
  return [path, insertions.reduce((text, insert) => insert(text, file), lines).join('\n')];
}

/** A template's text under the names of the kind, in each way of writing them. */
function renamed(text, names) {
  // The plural first, of which the singular is a part.
  for (const number of ['section', 'singular']) {
    for (const style of [(name) => name, kebab, camel, pascal, words, sentence]) {
      text = text.replaceAll(style(placeholder[number]), style(names[number]));
    }
  }
  return text;
}

function kebab(name) {
  return name.replaceAll('_', '-');
}

function camel(name) {
  return name.replace(/_./g, (start) => start.charAt(1).toUpperCase());
}

function pascal(name) {
  return capital(camel(name));
}

function words(name) {
  return name.replaceAll('_', ' ');
}

function sentence(name) {
  return capital(words(name));
}

function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

async function formatted(path, text) {
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}

function regenerate() {
  const [, , ...args] = REGENERATE.split(' ');
  const vitest = new URL('node_modules/vitest/vitest.mjs', root).pathname;
  const { status } = spawnSync(process.execPath, [vitest, ...args], { cwd: root, stdio: 'ignore' });
  return status === 0;
}

function marksIn(path, text) {
  return text.split('\n').flatMap((line, at) => {
    const mark = MARK.exec(line)?.[1];
    return mark === undefined ? [] : [`  ${relative(root.pathname, path)}:${at + 1}: ${mark}`];
  });
}

function inProject(path) {
  return new URL(path, root).pathname;
}

/** Ends with a sentence for whoever called this, who can mend it. */
function refuse(sentence) {
  throw Object.assign(new Error(sentence), { refused: true });
}
