import { isJsonObject, type Json } from '../../src/sandbox/store/json.ts';
import { bareOf, type Exchange } from './exchange.ts';

/** What the sandbox answered. */
export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly text: string;
  /** The body; the text itself where it is no JSON. */
  readonly json: Json;
}

/** Everything in which a reply departs from what was recorded, each as one line; empty where it agrees. */
export function departures(exchange: Exchange, reply: Reply): string[] {
  if (reply.status === 404 && reply.text === NO_SUCH_ENDPOINT && exchange.status !== 404) return [NOT_THERE];
  // What the platform breaks on is refused here and changes nothing, so that a client learns not to send it.
  if (exchange.status >= 500)
    return reply.status >= 400 ? [] : [`the platform breaks on it (${exchange.status}), here ${reply.status}`];
  if (reply.status !== exchange.status) {
    const there = exchange.answer.kept === 'shape' ? 'a good answer' : short(exchange.answer.json);
    return [`${exchange.status}, here ${reply.status}: ${there} / ${short(reply.json)}`];
  }
  return [...inBody(exchange, reply.json), ...inHeaders(exchange, reply)];
}

/** The departure of an endpoint that the sandbox does not have. */
export const NOT_THERE = 'is not there';
const NO_SUCH_ENDPOINT = '{"error":"404 Not Found"}';

/** Lists of the whole instance: how long they are depends on who else was there. */
const WHOLE_INSTANCE =
  /^\/(users|groups|projects|runners|namespaces|hooks|member_roles|personal_access_tokens|audit_events|topics|deploy_keys|user\/activities)(\/all)?$/;

/** Ids, dates, tokens, addresses, and what stands for the machine: another every time. */
const ANOTHER_EVERY_TIME =
  /(^|[._])(id|iid|sha|digest|etag|password)$|_at$|_id$|_(ids|alertlist)(\[\])?$|token|avatar|correlation|ip_address|_on$|expires|next_run|runtime|disk_path|dsn|public_key|deletion_scheduled|version$|revision$|uuid|container_registry|service_desk|ssh_url_to_repo|timestamp$|[cC]ursor$/;

const PAGING = ['x-total', 'x-total-pages', 'x-page', 'x-per-page', 'x-next-page', 'x-prev-page'];

function inHeaders({ path, headers, answer }: Exchange, reply: Reply): string[] {
  if (WHOLE_INSTANCE.test(bareOf(path))) return [];
  // Of an empty list that was kept by its shape the headers were not: wherever the answer was kept they are there.
  if (answer.kept === 'shape' && answer.length === 0) return [];
  return PAGING.filter((name) => (headers[name] ?? '') !== (reply.headers[name] ?? '')).map(
    (name) => `header ${name} is ${headers[name] ?? 'absent'}, here ${reply.headers[name] ?? 'absent'}`,
  );
}

/** An answer that is null alone was kept as its text. */
const NULL = 'null';

function inBody({ path, answer }: Exchange, here: Json): string[] {
  switch (answer.kept) {
    case 'whole':
      return answer.json === NULL && here === null ? [] : differences(answer.json, here, '');
    case 'part': {
      const keys = Object.keys(answer.json);
      const those = isJsonObject(here) ? Object.fromEntries(keys.map((key) => [key, here[key] ?? null])) : here;
      return differences(answer.json, those, '');
    }
    case 'shape': {
      const length = Array.isArray(here) ? here.length : undefined;
      const counted = answer.length !== undefined && !WHOLE_INSTANCE.test(bareOf(path));
      return [
        ...(counted && length !== answer.length ? [`has ${answer.length} entries, here ${length ?? 'none'}`] : []),
        ...keysThatDiffer(answer.keys, Array.isArray(here) ? (here[0] as Json | undefined) : here),
      ];
    }
  }
}

function keysThatDiffer(keys: readonly string[] | undefined, here: Json | undefined): string[] {
  if (keys === undefined || !isJsonObject(here)) return [];
  return [
    ...keys.filter((key) => !(key in here)).map((key) => `.${key} is missing`),
    ...Object.keys(here)
      .filter((key) => !keys.includes(key))
      .map((key) => `.${key} is too much`),
  ];
}

function differences(there: Json, here: Json, at: string): string[] {
  if (typeOf(there) !== typeOf(here)) return [`${at || 'the answer'} is ${typeOf(there)}, here ${typeOf(here)}`];
  if (Array.isArray(there) && Array.isArray(here)) {
    if (there.length !== here.length) return [`${at || 'the list'} has ${there.length} entries, here ${here.length}`];
    return there.flatMap((item, index) => differences(item as Json, (here[index] ?? null) as Json, `${at}[]`));
  }
  if (isJsonObject(there) && isJsonObject(here))
    return [...new Set([...Object.keys(there), ...Object.keys(here)])].flatMap((key) => {
      if (!(key in here)) return [`${at}.${key} is missing`];
      if (!(key in there)) return [`${at}.${key} is too much`];
      return differences(there[key] ?? null, here[key] ?? null, `${at}.${key}`);
    });
  if (there === here || ANOTHER_EVERY_TIME.test(at)) return [];
  if (typeof there === 'string' && typeof here === 'string' && sameText(there, here)) return [];
  return [`${at || 'the answer'} is ${short(there)}, here ${short(here)}`];
}

/** Long texts were cut when they were recorded. */
function sameText(there: string, here: string): boolean {
  return there.includes('more characters)') || steady(there) === steady(here);
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A value in short, with what is another every time as what stands for it. */
function short(value: Json): string {
  return typeof value === 'number' ? String(value) : steady(JSON.stringify(value)).slice(0, 120);
}

/** A text without ids, dates, tokens, addresses and the suffix of what was restored. */
function steady(text: string): string {
  return text
    .replace(/gitlab\.example|127\.0\.0\.1(:\d+)?|localhost(:\d+)?/g, 'HOST')
    .replace(/\d{4}-\d\d-\d\d([T ][\d:.]+ ?(Z|UTC|[+-][\d:]+)?)?/g, 'DATE')
    .replace(/-[A-Za-z0-9]{5}\b(?=$|["/])/g, '-SUFFIX')
    .replace(/\b[0-9a-f]{32,}\b|(?<=_)[0-9a-f]{32}(?=\b|@)/g, 'HEX')
    .replace(/\b\d+\b|(?<=(\b|_)(group|project)_)\d+(?=_)/g, 'N')
    .replace(/\(token[^)]*\)/g, 'TOKEN');
}
