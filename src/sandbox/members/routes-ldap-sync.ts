import { ownedGroup } from '../access/find.ts';
import { route } from '../http/route.ts';

export const ldapSyncRoutes = [
  // POST /groups/:id/ldap_sync: put off to the background; nothing to sync with here; the body is the status (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/ldap_sync',
    tier: 'premium',
    access: ownedGroup,
    handle: () => ({ status: 202, body: 202 }),
  }),
];
