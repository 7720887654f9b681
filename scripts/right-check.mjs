// A check that says whether data fits a schema, and nothing about why it does not: a tenth of the code of one that tells errors.
import { _, Ajv } from 'ajv';
import { not } from 'ajv/dist/compile/codegen/index.js';
import { resolveRef, SchemaEnv } from 'ajv/dist/compile/index.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { getValidate } from 'ajv/dist/vocabularies/core/ref.js';

/** Words that hold a schema for each name, a list of schemas, or one schema. */
const NAMED = new Set(['properties', 'definitions']);
const LISTED = new Set(['anyOf', 'oneOf', 'allOf']);
const SINGLE = new Set(['items', 'additionalProperties', 'propertyNames', 'if', 'then', 'else']);

/** Words that are for readers and for the plan; any other that is not known stops the build. */
const SAID = new Set(['$schema', '$comment', 'title', 'description', 'default', 'deprecated', 'writeOnly']);
const isSaid = (word) => SAID.has(word) || word.startsWith('x-') || /^(deprecation|patternError)Message$/.test(word);

const isSchema = (value) => typeof value === 'object' && value !== null;

/** The same schema, with each schema directly in it changed. */
function withParts(schema, change) {
  const part = (value) => (isSchema(value) ? change(value) : value);
  const changed = (word, value) => {
    if (NAMED.has(word)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, part(each)]));
    if (LISTED.has(word)) return value.map(part);
    return SINGLE.has(word) ? part(value) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([word, value]) => [word, changed(word, value)]));
}

function withoutWords(schema) {
  const kept = Object.fromEntries(Object.entries(schema).filter(([word]) => !isSaid(word)));
  return withParts(kept, withoutWords);
}

/** Every schema once, under a name, and referred to: hundreds of fields have the same one. */
function oncePerSchema({ definitions, ...top }) {
  const names = new Map();
  const shared = {};
  const referred = (schema) => {
    if (Object.keys(schema).join() === '$ref') return schema;
    const parts = withParts(schema, referred);
    const text = JSON.stringify(parts);
    const name = names.get(text) ?? `shared_${names.size}`;
    names.set(text, name);
    shared[name] = parts;
    return { $ref: `#/definitions/${name}` };
  };
  const whole = withParts({ ...top, definitions: {} }, referred);
  for (const [name, schema] of Object.entries(definitions)) whole.definitions[name] = withParts(schema, referred);
  Object.assign(whole.definitions, shared);
  return whole;
}

/** The words of a map's fields as one, `fields`: which names have which schema, and what all others have. */
function withFields({ properties, additionalProperties: others, ...rest }) {
  if (properties === undefined || others === undefined)
    return {
      ...rest,
      ...(properties && { properties }),
      ...(others !== undefined && { additionalProperties: others }),
    };
  const names = {};
  for (const [name, { $ref }] of Object.entries(properties)) (names[$ref] ??= []).push(name);
  return { ...rest, fields: { names, others } };
}

const fields = {
  keyword: 'fields',
  type: 'object',
  schemaType: 'object',
  code(context) {
    const { gen, data, schema } = context;
    const valid = gen.let('valid', true);
    gen.forIn('key', data, (key) => {
      const fits = ($ref) => _`${checkOf(context, $ref)}(${data}[${key}])`;
      gen.if(false);
      for (const [$ref, names] of Object.entries(schema.names)) {
        gen.elseIf(names.map((name) => _`${key} === ${name}`).reduce((one, other) => _`${one} || ${other}`));
        gen.assign(valid, fits($ref));
      }
      gen
        .else()
        .assign(valid, isSchema(schema.others) ? fits(schema.others.$ref) : schema.others)
        .endIf();
      gen.if(not(valid), () => gen.break());
    });
    context.pass(valid);
  },
  error: { message: 'does not fit' },
};

/** The function that checks what is referred to. */
function checkOf(context, $ref) {
  const { self, schemaEnv, baseId } = context.it;
  const found = resolveRef.call(self, schemaEnv.root, baseId, $ref);
  if (!(found instanceof SchemaEnv)) throw new Error(`there is no schema ${$ref}`);
  return getValidate(context, found);
}

/** What fits a schema, without a word about what does not. */
const silent = {
  keyword: 'silent',
  schemaType: 'object',
  code(context) {
    const valid = context.gen.name('valid');
    const how = { createErrors: false, allErrors: false, compositeRule: true };
    context.subschema({ keyword: 'silent', ...how }, valid);
    context.ok(valid);
  },
  error: { message: 'does not fit' },
};

/** The program of the check, whose module is a function from data to whether it is right. */
export function rightCheck(schema, options) {
  const { definitions = {}, ...top } = oncePerSchema(withoutWords(draft7(schema)));
  const silently = (one) => ({ silent: withFields(one) });
  const all = Object.fromEntries(Object.entries(definitions).map(([name, one]) => [name, silently(one)]));
  const quick = { allErrors: false, verbose: false, messages: false, inlineRefs: false, code: { source: true } };
  const ajv = new Ajv({ ...options, ...quick, keywords: [fields, silent] });
  return standaloneCode(ajv, ajv.compile({ ...silently(top), definitions: all }));
}

/** Later drafts have another word for what is defined, and some that the compiler here would not take. */
function draft7(schema) {
  const { $defs, ...rest } = JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/definitions/'));
  return $defs === undefined ? rest : { ...rest, definitions: $defs };
}
