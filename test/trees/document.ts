import type { Node, Trees } from './tree.ts';

/** What the configuration says of the trees, as plain data. */
export function documentOf({ nodes, projects }: Trees): object {
  const groups = nodes.flatMap((node) => (node.isDeclared ? [[node.wanted.path, entryOf(node)] as const] : []));
  const inThem = projects.flatMap((one) => {
    const { wanted, previously, name, isDeclared } = one;
    const entry = { ...(previously !== undefined && { previously }), ...(name !== undefined && { name }) };
    return isDeclared ? [[wanted, entry] as const] : [];
  });
  return {
    version: 1,
    groups: Object.fromEntries(groups),
    ...(inThem.length > 0 && { projects: Object.fromEntries(inThem) }),
  };
}

function entryOf(node: Node): object {
  const { fate, previously, name, isExact, label } = node;
  if (fate === 'absent') return { state: 'absent' };
  const inside = {
    prune: ['members', 'hooks'],
    members: { root: 'owner', ...(node.live && { [memberOf(label)]: 'developer' }) },
    hooks: { [hookOf(label)]: { url: hookUrl(label) } },
  };
  return {
    ...(previously !== undefined && { previously }),
    ...(name !== undefined && { name }),
    ...(isExact && inside),
  };
}

/** The user who is a member of one group alone. */
export function memberOf(label: string): string {
  return `user${label}`;
}

/** The name of the hook that is in one group alone. */
export function hookOf(label: string): string {
  return `hook${label}`;
}

/** Its URL. */
export function hookUrl(label: string): string {
  return `https://hooks.example.com/${label}`;
}
