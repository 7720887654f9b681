import { jsonText } from '../json-text.ts';

/**
 * A value as JSON that may stand in a script element: whatever names and values hold, nothing in it ends the element, opens a comment
 * or a character reference, and nothing turns the direction of the text around it.
 */
export function embeddedJson(value: object): string {
  return jsonText(value).replace(/[<>&]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
