/** An attribute, an operator and a value: `uid=jane`, `age>=18`, `cn=a*b`. */
const item = /^[\w.;-]+(:[\w.-]+)*\s*(=|~=|>=|<=|:=)[^()]*/;

/** Whether a text is a filter of LDAP as the platform reads it; the outermost parentheses may be missing. */
export function isLdapFilter(text: string): boolean {
  const trimmed = text.trim();
  const rest = trimmed.startsWith('(') ? afterFilter(trimmed) : afterItem(trimmed);
  return rest === '';
}

/** What follows a filter in parentheses; undefined when there is none. */
function afterFilter(text: string): string | undefined {
  if (!text.startsWith('(')) return undefined;
  const inside = text.slice(1).trimStart();
  const rest = afterInside(inside)?.trimStart();
  return rest?.startsWith(')') === true ? rest.slice(1).trimStart() : undefined;
}

function afterInside(text: string): string | undefined {
  if (text.startsWith('!')) return afterFilter(text.slice(1).trimStart());
  if (!text.startsWith('&') && !text.startsWith('|')) return afterItem(text);
  let rest = afterFilter(text.slice(1).trimStart());
  while (rest?.startsWith('(') === true) rest = afterFilter(rest);
  return rest;
}

function afterItem(text: string): string | undefined {
  const found = item.exec(text)?.[0];
  return found === undefined ? undefined : text.slice(found.length);
}
