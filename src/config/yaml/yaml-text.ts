import { Document, isMap, isScalar, isSeq, visit } from 'yaml';

/** What is to be written. Maps keep their order whatever their keys are; objects sort the numeric ones. */
export type Tree = Map<string, Node>;
export type Node = null | boolean | number | string | Tree | Node[];

/**
 * What YAML does not call printable, and what nobody sees or what turns the writing direction: whoever reads the file is to see what it
 * says. The joiners that words and emoji are written with stay.
 */
const hidden = /(?![\t\n\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFE\uFFFF]/u;
const hiddenOnes = new RegExp(hidden, 'gu');

/** As YAML escapes a character within double quotes. */
function escaped(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`;
}

/** What is said beside a secret that is to come from a variable which nobody has set yet. GitLab may show it: a CI/CD variable that is not hidden. */
const TO_BE_SET = ' set this variable: what is a secret, or may be one, is not written here';

/** A tree as YAML in its usual form, below the lines of `comment`; `secrets` are the environment variables that are yet to be set. */
export function yamlText(root: Tree, comment: readonly string[], secrets: ReadonlySet<string>): string {
  const document = new Document(root, { aliasDuplicateObjects: false });
  if (comment.length > 0) document.commentBefore = comment.map((line) => ` ${line}`).join('\n');
  visit(document, {
    Seq: (_, list) => {
      list.flow = list.items.length === 0 || list.items.every((item) => isScalar(item));
    },
    Map: (_, map) => {
      const [only, ...more] = map.items;
      const name = only && isScalar(only.key) ? only.key.value : undefined;
      const value = only && isScalar(only.value) ? only.value.value : undefined;
      if (name === 'env' && typeof value === 'string' && secrets.has(value)) map.comment = TO_BE_SET;
      map.flow =
        map.items.length === 0 || (more.length === 0 && (name === 'env' || name === 'file') && isScalar(only?.value));
    },
    Pair: (_, pair) => {
      // A list of maps stays a block, whatever is in it.
      if (isSeq(pair.value) && pair.value.items.some((item) => isMap(item))) pair.value.flow = false;
    },
  });
  return printed(document);
}

/** A document as text, each value on a line of its own however long; what nobody would see in it is escaped. */
export function printed(document: Document, indent = 2): string {
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'string' && hidden.test(scalar.value)) scalar.type = 'QUOTE_DOUBLE';
    },
    Pair: (_, pair) => {
      // Bare, it would be a merge key.
      if (isScalar(pair.key) && pair.key.value === '<<') pair.key.type = 'QUOTE_DOUBLE';
    },
  });
  // They stand between double quotes alone, and in no comment.
  return document.toString({ lineWidth: 0, flowCollectionPadding: true, indent }).replace(hiddenOnes, escaped);
}
