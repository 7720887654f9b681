import { deployKeysOf, disableKey } from '../deploy-keys/rules.ts';
import type { PipelineRow } from '../ci/rows.ts';
import type { MergeRequestRow } from '../merge-requests/rows.ts';
import type { SourceType } from '../members/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { forgetGone } from '../repository/lost-levels.ts';
import { snippetRepositoryId } from '../snippets/repository.ts';
import type { SnippetRow } from '../snippets/rows.ts';
import { sourceKey } from '../store/state.ts';
import type { State } from '../store/state.ts';
import type { Row, Table } from '../store/table.ts';

/** Removes a group for good, with all that is below it or hangs from it. */
export function eraseGroup(state: State, group: GroupRow): void {
  for (const child of [...state.groupsByParent(group.id)]) eraseGroup(state, child);
  for (const project of [...state.projectsByGroup(group.id)]) eraseProject(state, project);
  removeAll(state.shares, state.sharesByGroup(group.id));
  removeAll(state.ldapLinks, state.ldapLinksByGroup(group.id));
  removeAll(state.samlLinks, state.samlLinksByGroup(group.id));
  removeAll(
    state.memberRoles,
    state.memberRoles.all().filter((role) => role.group_id === group.id),
  );
  removeAll(state.runners, state.runnersByGroup(group.id));
  eraseHangingFrom(state, 'group', group.id);
  forgetGone(state, 'group_id', group.id);
  state.groups.remove(group);
}

/** Removes a project for good, with all that hangs from it. */
export function eraseProject(state: State, project: ProjectRow): void {
  const runners = state.runners.all().filter((runner) => runner.project_ids.includes(project.id));
  for (const runner of runners) {
    const left = runner.project_ids.filter((id) => id !== project.id);
    if (left.length === 0) state.runners.remove(runner);
    else state.runners.update(runner, { project_ids: left });
  }
  for (const linked of deployKeysOf(state, project)) disableKey(state, linked);
  eraseHangingFrom(state, 'project', project.id);
  for (const snippet of [...state.snippetsByProject(project.id)]) eraseSnippet(state, snippet);
  for (const pipeline of [...state.pipelinesOf(project.id)]) erasePipeline(state, pipeline);
  for (const mergeRequest of [...state.mergeRequestsOf(project.id)]) eraseMergeRequest(state, mergeRequest);
  removeAll(
    state.notes,
    state.notes.all().filter((note) => note.project_id === project.id),
  );
  removeAll(state.gitObjects, state.gitObjectsOf(project.id));
  removeAll(state.gitRefs, state.gitRefsOf(project.id));
  state.projects.remove(project);
}

/** Removes a snippet for good, with its repository, its notes and the history of its moves. */
export function eraseSnippet(state: State, snippet: SnippetRow): void {
  removeAll(state.gitObjects, state.gitObjectsOf(snippetRepositoryId(snippet)));
  removeAll(state.gitRefs, state.gitRefsOf(snippetRepositoryId(snippet)));
  removeAll(state.storageMoves, state.storageMovesOf(snippet.id));
  removeAll(state.notes, state.notesOn(`Snippet ${snippet.id}`));
  state.snippets.remove(snippet);
}

/** Removes a pipeline for good, with its jobs; the pipelines that it started stay. */
export function erasePipeline(state: State, pipeline: PipelineRow): void {
  removeAll(state.ciJobs, state.ciJobsOf(pipeline.id));
  state.pipelines.remove(pipeline);
}

/** Removes a merge request for good, with its notes. */
export function eraseMergeRequest(state: State, mergeRequest: MergeRequestRow): void {
  removeAll(state.notes, state.notesOn(`MergeRequest ${mergeRequest.id}`));
  removeAll(state.records, state.recordsOf(`label_event merge_request:${mergeRequest.id}`));
  state.mergeRequests.remove(mergeRequest);
}

/** Removes a user for good, with memberships, tokens and personal projects. */
export function eraseUser(state: State, user: UserRow): void {
  removeAll(state.members, state.membersByUser(user.id));
  removeAll(
    state.accessRequests,
    state.accessRequests.all().filter((row) => row.user_id === user.id),
  );
  removeAll(state.tokens, state.tokensByUser(user.id));
  for (const project of [...state.projectsByOwner(user.id)]) eraseProject(state, project);
  const snippets = state.snippets.all().filter((snippet) => snippet.author_id === user.id);
  for (const snippet of snippets) if (snippet.project_id === null) eraseSnippet(state, snippet);
  eraseRecords(state, `user:${user.id}`);
  forgetGone(state, 'user_id', user.id);
  state.users.remove(user);
}

function eraseHangingFrom(state: State, type: SourceType, id: number): void {
  const key = sourceKey(type, id);
  // The users behind resource tokens live and die with the place.
  const bots = state.tokensBySource(key).map((token) => state.users.get(token.user_id));
  for (const bot of bots) if (bot?.type === 'project_bot') eraseUser(state, bot);
  removeAll(state.tokens, state.tokensBySource(key));
  removeAll(state.members, state.membersBySource(key));
  removeAll(state.invitations, state.invitationsBySource(key));
  removeAll(state.accessRequests, state.accessRequestsBySource(key));
  removeAll(state.shares, state.sharesBySource(key));
  removeAll(state.hooks, state.hooksBySource(key));
  removeAll(state.variables, state.variablesBySource(key));
  removeAll(state.deployTokens, state.deployTokensBySource(key));
  removeAll(state.integrations, state.integrationsBySource(key));
  eraseRecords(state, `${type}:${id}`);
}

function eraseRecords(state: State, owner: string): void {
  removeAll(
    state.records,
    state.records.all().filter((record) => record.owner === owner),
  );
}

function removeAll<R extends Row>(table: Table<R>, rows: readonly R[]): void {
  // A copy: the index shrinks while its rows are removed.
  for (const row of [...rows]) table.remove(row);
}
