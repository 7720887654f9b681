import type { Fault } from '../kind.ts';

/** What a user may do on the instance, as far as one of it rules out another. */
interface Rights {
  readonly admin?: boolean;
  readonly auditor?: boolean;
  readonly external?: boolean;
  readonly projects_limit?: number;
  readonly can_create_group?: boolean;
}

/** What the platform sets otherwise, or refuses (PUT /users/:id, 18.9). */
export function contradictions({
  admin,
  auditor,
  external,
  projects_limit: limit,
  can_create_group: creates,
}: Rights): readonly Fault[] {
  const faults: Fault[] = [];
  if (admin === true && auditor === true)
    faults.push({
      field: 'auditor',
      message: 'No administrator can be an auditor',
      remedy: 'Keep one of the two',
    });
  if (external === true && limit !== undefined && limit > 0)
    faults.push({
      field: 'projects_limit',
      message: 'Whoever is external has no projects of their own: GitLab sets the limit to 0',
      remedy: 'Take it out; it comes back once they are not external any more',
    });
  if (external === true && creates === true)
    faults.push({
      field: 'can_create_group',
      message: 'Whoever is external makes no groups',
      remedy: 'Take it out; it comes back once they are not external any more',
    });
  return faults;
}

/** Without these nobody is made (POST /users, 18.9); of who is there they need not be declared. */
export function lacking({ name, email }: { readonly name?: string; readonly email?: string }): readonly Fault[] {
  return Object.entries({ name, email }).flatMap(([field, value]) =>
    value === undefined
      ? [{ field: '', message: `a new user needs a \`${field}\``, remedy: `add \`${field}\`, or correct the username` }]
      : [],
  );
}
