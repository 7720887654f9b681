import { failure, invalid, refuse } from '../http/reply.ts';
import type { HookErrors } from './rules.ts';

/** POST …/hooks: all that is wrong in one sentence, as `error` (18.9). */
export function refuseNewHook(errors: HookErrors): void {
  refuseInvalid(errors, 'Custom headers must be a valid json schema');
  const texts = sentences(errors);
  if (texts.length > 0) refuse(failure(422, joined(texts)));
}

/** PUT …/hooks/:hook_id: what has no text of its own comes by field, as `message` (18.9). */
export function refuseChangedHook(errors: HookErrors): void {
  refuseInvalid(errors, 'Custom headers validation failed');
  if (Object.keys(errors).length > 0) refuse(invalid(errors, 422));
}

/** The three errors that have a text of their own come first (18.9). */
function refuseInvalid(errors: HookErrors, headersText: string): void {
  if (errors['url'] !== undefined) refuse(failure(422, 'Invalid url given'));
  if (errors['push_events_branch_filter'] !== undefined) refuse(failure(422, 'Invalid branch filter given'));
  if (errors['custom_headers'] !== undefined) refuse(failure(422, headersText));
}

function sentences(errors: HookErrors): readonly string[] {
  return Object.entries(errors).flatMap(([field, texts]) => {
    const words = field.replaceAll('_', ' ');
    const human = `${words.charAt(0).toUpperCase()}${words.slice(1)} `;
    return texts.map((text) => (field === 'base' ? text : human + text));
  });
}

/** "A", "A and B", "A, B, and C". */
function joined(texts: readonly string[]): string {
  if (texts.length <= 2) return texts.join(' and ');
  return `${texts.slice(0, -1).join(', ')}, and ${texts.at(-1) ?? ''}`;
}
