import type { AnyRoute } from '../http/route.ts';
import { commitCommentRoutes } from './routes-commit-comments.ts';
import { noteDiscussionRoutes } from './routes-discussions.ts';
import { noteRoutes } from './routes.ts';

/** The endpoints of notes and discussions. */
export const notesArea: readonly AnyRoute[] = [...commitCommentRoutes, ...noteRoutes, ...noteDiscussionRoutes];
