import { stringify } from 'yaml';
import { engineWords, kindsIn } from '../../src/config/schema/words.ts';
import { nameField, TIER_NAMES, type Kind } from '../../src/kind.ts';
import type { KindExample, Written } from '../kinds/examples/example.ts';
import { HEAD, row, sentence, withInner, type Field } from './field-row.ts';

const MADE = 'Made from the schema by `test/reference/reference.test.ts`, as is every page of this folder.';

/** Days counted from today would make the page another one each day. */
const DAYS = 'The days are to be chosen: they stand for any that GitLab takes today.';

const SCOPE_NAMES = { instance: 'the instance', group: 'a group', project: 'a project' } as const;

/** The page of a section. */
export function page(kind: Kind, kinds: readonly Kind[], examples: readonly KindExample[]): string {
  const required = kind.schema.required ?? [];
  const name = nameField(kind);
  const own: readonly Field[] = Object.entries(kind.schema.properties).map(([field, schema]) => ({
    name: field,
    schema,
    required: required.some((one) => one === field),
  }));
  const words = Object.entries(engineWords(kinds, kind)).map(([field, schema]) => ({
    name: field,
    schema,
    required: false,
  }));
  return [
    `# ${kind.section}`,
    MADE,
    sentence(kind.description),
    facts(kind, kinds).join('\n'),
    ...(kind.variants === undefined
      ? ['## Fields', table(withInner(own.filter((field) => field.name !== name)))]
      : variants(kind)),
    ...(words.length === 0
      ? []
      : ['## Words of every entry', 'What they do is told in [the language](../language.md).', table(words)]),
    ...exampleParts(kind, examples),
  ].join('\n\n');
}

function table(fields: readonly Field[]): string {
  return [HEAD, ...fields.map(row)].join('\n');
}

/** Where a section stands and how it is written. */
function facts(kind: Kind, kinds: readonly Kind[]): readonly string[] {
  const { scopes, tier = 'free', shape, schema, host } = kind;
  const oneOf = (schema.oneOf ?? []).flatMap((rule) => rule.required);
  const anyOf = (schema.anyOf ?? []).flatMap((rule) => rule.required);
  const places = host === undefined ? scopes.map((scope) => SCOPE_NAMES[scope]) : ['the file itself'];
  return [
    `- Stands in: ${places.join(', ')}.`,
    `- Tier: ${tier === 'free' ? 'every one' : `${TIER_NAMES[tier]}${tier === 'ultimate' ? '' : ' and above'}`}.`,
    `- Written as: ${host === undefined ? shapeText(shape) : 'a map, whose keys are full paths.'}`,
    ...(oneOf.length === 0 ? [] : [`- Exactly one of: ${names(oneOf)}.`]),
    ...(anyOf.length === 0 ? [] : [`- At least one of: ${names(anyOf)}.`]),
    ...(host === undefined
      ? []
      : [
          `- Holds the sections: ${kindsIn(kinds, host.type)
            .map(({ section }) => `[${section}](${section}.md)`)
            .join(', ')}.`,
        ]),
  ];
}

function names(fields: readonly string[]): string {
  return [...new Set(fields)].map((field) => `\`${field}\``).join(', ');
}

function shapeText(shape: Kind['shape']): string {
  switch (shape.type) {
    case 'single':
      return 'one map of fields.';
    case 'list':
      return 'a list of maps of fields.';
    case 'map': {
      const short =
        shape.short === undefined ? '' : ` \`name: VALUE\` is short for \`name: { ${shape.short}: VALUE }\`.`;
      const several = shape.several === true ? ` Several of one \`${shape.name}\` are a list under it.` : '';
      return `a map, whose keys are the field \`${shape.name}\`; or a list of maps with that field.${short}${several}`;
    }
  }
}

function variants(kind: Kind): readonly string[] {
  return [...(kind.variants ?? [])].flatMap(([key, { description, properties, required }]) => [
    `## ${key}`,
    sentence(description),
    table(
      withInner(
        Object.entries(properties).map(([name, schema]) => ({ name, schema, required: required.includes(name) })),
      ),
    ),
  ]);
}

/** An example for each scope that there is one for. */
function exampleParts(kind: Kind, examples: readonly KindExample[]): readonly string[] {
  const mine = examples.filter(({ section }) => section === kind.section);
  const shown = mine.filter(({ scope }, index) => mine.findIndex((other) => other.scope === scope) === index);
  if (shown.length === 0) return [];
  return [
    shown.length === 1 ? '## Example' : '## Examples',
    ...(shown.some((example) => example.shown !== undefined) ? [DAYS] : []),
    ...shown.map((example) => `\`\`\`yaml\n${exampleText(example)}\`\`\``),
  ];
}

/** The example as a whole document. */
export function exampleText(example: KindExample): string {
  return stringify(documentOf(example), { lineWidth: 120, aliasDuplicateObjects: false }).replaceAll(
    'env: KEELSON_TEST_SECRET',
    'env: SECRET',
  );
}

function documentOf({ section, scope, needs = {}, before, shown = before }: KindExample): {
  readonly [part: string]: Written;
} {
  if (section === 'groups' || section === 'projects') return { ...needs, [section]: shown };
  if (scope === 'instance') return { ...needs, instance: { [section]: shown } };
  return { ...needs, [`${scope}s`]: { [scope === 'group' ? 'shop' : 'shop/app']: { [section]: shown } } };
}

/** The list of the pages. */
export function index(kinds: readonly Kind[]): string {
  const rows = kinds.map((kind) => {
    const places = kind.host === undefined ? kind.scopes.join(', ') : 'the file';
    return `| [${kind.section}](${kind.section}.md) | ${places} | ${TIER_NAMES[kind.tier ?? 'free']} | ${sentence(kind.description).replaceAll('|', '\\|')} |`;
  });
  return `# Reference

${MADE} [The language](../language.md) tells how files are laid out, and what the words mean that every section understands.

| section | stands in | from tier | what it is |
| --- | --- | --- | --- |
${rows.join('\n')}

**Defaults** are what GitLab sets in a new object, as far as somebody has looked; what is not declared is never sent, so that they hold only for
what is made. An empty cell stands for one that GitLab gives no value, or that is not known.

**Versions.** GitLab 16.11 and newer will do. Every kind is tested on 16.11 Free, 17.11 Premium and 18.9 Ultimate, as the sandbox plays them; what is told
of fields is as in 18.9, and where it is known since when one is there, it says so. **Tiers** are Free, Premium and Ultimate; a field that names none
is in all of them. A field that the tier lacks and drops in silence is told by \`apply\`, which looks what became of each change.
`;
}
