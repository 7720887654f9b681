/** What an element can hold: texts become texts, whatever is in them, and never markup. */
export type Child = Node | string | readonly Child[] | undefined;

/** The attributes of an element; one that is undefined or false is left out, and true stands for an empty one. */
export interface Attributes {
  readonly [name: string]: string | boolean | undefined;
}

/** Makes an element. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    made.setAttribute(attribute, value === true ? '' : value);
  }
  add(made, children);
  return made;
}

function add(parent: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined) continue;
    if (typeof child === 'string' || child instanceof Node) parent.append(child);
    else add(parent, child);
  }
}

/** `1,204`, as everywhere in the report. */
export function grouped(count: number): string {
  return count.toLocaleString('en-US');
}
