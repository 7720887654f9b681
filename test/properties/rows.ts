import type { Snapshot } from '../../src/sandbox/store/state.ts';

type Row = { readonly [column: string]: unknown };

/** The rows of a state by the address of what they are, as text. */
export type AddressedRows = ReadonlyMap<string, string>;

/** Every row that a configuration could be about, by its address; what else there is goes by its table and number. */
export function addressedRows(state: Snapshot): AddressedRows {
  const rows = (table: string): Row[] => (state.tables[table] ?? []).map((row) => ({ ...(row as Row) }));
  const nameOf = (table: string, column: string) => {
    // A group that waits for its deletion has another path, and is the same.
    const names = new Map(
      rows(table).map((row) => [row['id'], String(row[column]).replace(/-deletion_scheduled-\d+/g, '')]),
    );
    return (id: unknown): string => names.get(id) ?? 'nothing';
  };
  const group = nameOf('groups', 'full_path');
  const user = nameOf('users', 'username');
  const named: { readonly [table: string]: (row: Row) => string } = {
    groups: ({ id }) => `group[${group(id)}]`,
    members: (row) => `group[${group(row['source_id'])}]/member[${user(row['user_id'])}]`,
    samlLinks: (row) => `group[${group(row['group_id'])}]/saml_link[${String(row['name'])}]`,
    memberRoles: ({ name }) => `instance/member_role[${String(name).replace(' by Keelson', '')}]`,
    hooks: (row) =>
      row['source_type'] === 'system'
        ? `instance/system_hook[${String(row['name'])}]`
        : `group[${group(row['source_id'])}]/hook[${String(row['name'])}]`,
  };
  const found = new Map<string, string>();
  for (const table of Object.keys(state.tables)) {
    // What only tells how the state came about.
    if (['auditEvents', 'tokens', 'jobs'].includes(table)) continue;
    for (const row of rows(table)) {
      const address = named[table]?.(row) ?? `${table} ${String(row['id'])}`;
      found.set(
        address,
        JSON.stringify(without(row, table === 'users' ? ['last_activity_on', 'current_sign_in_at'] : [])),
      );
    }
  }
  found.set('instance/settings', JSON.stringify(without(state.settings, ['updated_at'])));
  for (const [plan, limits] of Object.entries(state.planLimits)) {
    found.set(`instance/plan_limit[${plan}]`, JSON.stringify(limits));
  }
  return found;
}

/** The addresses at which something is another, new or gone. */
export function changedAddresses(before: AddressedRows, after: AddressedRows): string[] {
  const addresses = new Set([...before.keys(), ...after.keys()]);
  return [...addresses].filter((address) => before.get(address) !== after.get(address));
}

function without(row: Row, columns: readonly string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => !columns.includes(column)));
}
