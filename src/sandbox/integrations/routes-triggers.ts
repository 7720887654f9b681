import { randomBytes } from 'node:crypto';
import type { RequestContext } from '../http/request-context.ts';
import { integrationKinds, isAvailable } from './catalogue.ts';
import { integrationOn, sourceOfIntegration } from './inheritance.ts';
import type { JsonObject } from '../store/json.ts';
import { notFound, ok, refuse } from '../http/reply.ts';
import { anyone, route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';

const chats = ['mattermost_slash_commands', 'slack_slash_commands'] as const;

/** What names the person at the chat; all of it is needed to link them to an account. */
const person = {
  team_id: { type: 'string' },
  team_domain: { type: 'string' },
  user_id: { type: 'string' },
  user_name: { type: 'string' },
} as const;

/** POST /projects/:id/integrations/{mattermost,slack}_slash_commands/trigger: a chat's call, known by its token (18.9). */
export const integrationTriggerRoutes = (['integrations', 'services'] as const).flatMap((base) =>
  chats.map((chat) =>
    route({
      method: 'POST',
      path: `/projects/:id/${base}/${chat}/trigger`,
      anonymous: true,
      params: { token: { type: 'string', required: true }, ...person },
      access: anyone,
      handle: ({ context, args }) => {
        if (!listens(context, args.id, chat, args.token)) refuse(notFound('Integration'));
        const names = [args.team_id, args.team_domain, args.user_id, args.user_name];
        return ok(
          invitation(
            context,
            names.every((name) => (name ?? '') !== ''),
          ),
        );
      },
    }),
  ),
);

/** Whether the project has the integration switched on, with this token; that there is no project is not told. */
function listens(context: RequestContext, id: string, chat: (typeof chats)[number], token: string): boolean {
  const kind = integrationKinds.find((one) => one.slug === chat.replaceAll('_', '-'));
  const project = projectOf(context, id);
  if (kind === undefined || project === undefined || !isAvailable(context, kind)) return false;
  const row = integrationOn(context, { type: 'project', row: project }, kind.slug);
  const source = row && sourceOfIntegration(context, row);
  return source?.active === true && token !== '' && source.properties['token'] === token;
}

function projectOf(context: RequestContext, id: string): ProjectRow | undefined {
  const { state } = context.platform;
  return /^\d+$/.test(id) ? state.projects.get(Number(id)) : state.projectByPath(id.toLowerCase());
}

/** No one at a chat is linked to an account here: whoever can be named is asked to become so. */
function invitation(context: RequestContext, known: boolean): JsonObject {
  const url = `${context.platform.externalUrl}/-/profile/chat_names/new?token=${randomBytes(16).toString('hex')}`;
  const text = known
    ? `:wave: Hi there! Before I do anything for you, please [connect your GitLab account](${url}).`
    : ":sweat_smile: Couldn't identify you, nor can I authorize you!";
  return { response_type: 'ephemeral', status: 200, text };
}
