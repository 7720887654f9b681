import type { Admission } from '../../admission.ts';
import { READABLE } from './features.ts';

/** The attributes of a project by which more people read it, or a part of it. */
export const widerProjects: Admission['wider'] = {
  ...Object.fromEntries([...READABLE].map((part) => [part, ['disabled', 'private', 'enabled', 'public']])),
  forking_access_level: ['disabled', 'private', 'enabled'],
  public_jobs: [false, true],
  visibility: ['private', 'internal', 'public'],
};
