import type { AnyRoute } from '../http/route.ts';
import { snippetAwardEmojiRoutes } from './routes-award-emoji.ts';
import { projectSnippetRoutes } from './routes-project.ts';
import { snippetReadRoutes } from './routes-reads.ts';
import { snippetStorageMoveRoutes } from './routes-storage-moves.ts';
import { snippetRoutes } from './routes.ts';

/** The endpoints of snippets. */
export const snippetsArea: readonly AnyRoute[] = [
  ...snippetRoutes,
  ...projectSnippetRoutes,
  ...snippetReadRoutes,
  ...snippetStorageMoveRoutes,
  ...snippetAwardEmojiRoutes,
];
