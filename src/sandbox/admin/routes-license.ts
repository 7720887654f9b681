import { requireAdmin } from '../http/request-context.ts';
import { ok } from '../http/reply.ts';
import { route } from '../http/route.ts';

export const licenseRoutes = [
  // GET /license: administrators' alone; null without one (18.9). That an object tells its plan and its end by these names is a guess.
  route({
    method: 'GET',
    path: '/license',
    access: requireAdmin,
    handle: ({ context }) => {
      const { tier } = context.platform.edition;
      return ok(tier === 'free' ? null : { id: 1, plan: tier, expired: false, expires_at: null });
    },
  }),
];
