import { expect } from 'vitest';
import demands from './demands.json' with { type: 'json' };
import type { SchemaName, Schemas } from './schema-names.ts';

/** What a user shows to others, and not to themselves. */
const ofOthers = Object.fromEntries(
  ['followers', 'following', 'is_followed'].map((name) => [name, 'shows to others (GET /users/:id, GET /user)']),
);

/** Fields of which gitbeaker says what GitLab 18.9 does not do, and what it does. */
const otherwise: Partial<Record<SchemaName, Readonly<Record<string, string>>>> = {
  ApplicationPlanLimitSchema: { ci_active_pipelines: 'is no limit any more (GET /application/plan_limits)' },
  ExpandedGroupSchema: {
    file_template_project_id: 'shows where there is such a project that the caller may read (EE::API::Entities::Group)',
  },
  ExpandedUserSchema: {
    created_by: 'is a user (APIEntitiesUserWithAdmin)',
    private_profile: 'is a switch (APIEntitiesUserWithAdmin)',
    ...ofOthers,
    skype: 'is gone (APIEntitiesUserWithAdmin)',
  },
  InvitationSchema: {
    id: 'is not told (APIEntitiesInvitation)',
    user_name: 'shows of those who are users (GET /groups/:id/invitations)',
  },
  MemberSchema: { group_saml_identity: 'shows to Owners of groups with single sign-on (GET /groups/:id/members)' },
  MergeRequestNoteSchema: { attachment: 'is not told (APIEntitiesNote)' },
  PersonalAccessTokenSchema: { token: 'shows once, when the token is made (POST /users/:id/personal_access_tokens)' },
  ProjectSchema: {
    ci_pipeline_variables_minimum_override_role: 'is the name of a role (APIEntitiesProject)',
    container_registry_image_prefix: 'shows where the container registry is on (GET /projects/:id)',
    import_error: 'shows of a project by itself, not in lists (GET /projects)',
    license: 'shows when asked for, with license=true (GET /projects/:id)',
    license_url: 'shows when asked for, with license=true (GET /projects/:id)',
    mirror_overwrites_diverged_branches: 'shows for mirrors alone (APIEntitiesProject)',
    mirror_trigger_builds: 'shows for mirrors alone (APIEntitiesProject)',
    mirror_user_id: 'shows for mirrors alone (APIEntitiesProject)',
    only_mirror_protected_branches: 'shows for mirrors alone (APIEntitiesProject)',
    owner: 'shows for personal projects alone (APIEntitiesProject)',
    printing_merge_requests_link_enabled: 'is called printing_merge_request_link_enabled (APIEntitiesProject)',
    service_desk_address: 'shows where the service desk has an address (APIEntitiesProject)',
  },
  UserSchema: {
    ...ofOthers,
    skype: 'is gone (APIEntitiesUser)',
  },
};

/**
 * Holds an answer against the type that gitbeaker gives it: the compiler sees that the method is of that type, and every field
 * that the type demands has to be there, of its kind. Null is let through, since GitLab leaves empty what gitbeaker types as full.
 */
export function fits<Name extends SchemaName>(name: Name, answer: Schemas[Name]): void {
  const fields: Readonly<Record<string, string>> = demands[name];
  const shown: Readonly<Record<string, unknown>> = { ...answer };
  const complaints = Object.entries(fields).flatMap(([field, kinds]) => {
    const value = shown[field];
    if (otherwise[name]?.[field] !== undefined) return [];
    if (value === undefined) return [`${field} is missing`];
    const fine = value === null || kinds === 'any' || kinds.split('|').includes(kindOf(value));
    return fine ? [] : [`${field} is ${kindOf(value)}, not ${kinds}`];
  });
  expect(complaints, `${name}: ${JSON.stringify(answer).slice(0, 300)}`).toEqual([]);
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? 'array' : typeof value;
}
