import type { AnyRoute } from '../route.ts';
import { accessRequestRoutes } from './access-requests.ts';
import { adminMemberRoleRoutes } from './admin-member-roles.ts';
import { applicationSettingRoutes } from './application-settings.ts';
import { auditEventRoutes } from './audit-events.ts';
import { billableMemberRoutes } from './billable-members.ts';
import { archiveRoutes } from './archives.ts';
import { branchRoutes } from './branches.ts';
import { bulkImportRoutes } from './bulk-imports.ts';
import { changelogRoutes } from './changelogs.ts';
import { commitCommentRoutes } from './commit-comments.ts';
import { commitCreationRoutes } from './commit-creation.ts';
import { commitMergeRequestRoutes } from './commit-merge-requests.ts';
import { commitPickRoutes } from './commit-picks.ts';
import { commitStatusRoutes } from './commit-statuses.ts';
import { commitRoutes } from './commits.ts';
import { comparisonRoutes } from './comparisons.ts';
import { customAttributeRoutes } from './custom-attributes.ts';
import { errorTrackingRoutes } from './error-tracking.ts';
import { fileChangeRoutes } from './file-changes.ts';
import { fileRoutes } from './files.ts';
import { groupMemberRoleRoutes } from './group-member-roles.ts';
import { groupArchiveRoutes } from './group-archive.ts';
import { groupPictureRoutes } from './group-picture.ts';
import { groupDeletionRoutes } from './group-deletion.ts';
import { groupListRoutes } from './group-list.ts';
import { groupProjectRoutes } from './group-projects.ts';
import { groupServiceAccountRoutes } from './group-service-accounts.ts';
import { groupShareRoutes } from './group-shares.ts';
import { groupTransferRoutes } from './group-transfer.ts';
import { groupRoutes } from './groups.ts';
import { hookEventRoutes, systemHookTestRoutes } from './hook-events.ts';
import { hookMapRoutes } from './hook-maps.ts';
import { hookRoutes } from './hooks.ts';
import { impersonationTokenRoutes } from './impersonation-tokens.ts';
import { importArchiveRoutes } from './import-archives.ts';
import { importControlRoutes } from './import-control.ts';
import { importRelationRoutes } from './import-relations.ts';
import { importRoutes } from './imports.ts';
import { integrationRoutes } from './integrations.ts';
import { invitationRoutes } from './invitations.ts';
import { issuedTokenRoutes } from './issued-tokens.ts';
import { jobArtifactRoutes } from './job-artifacts.ts';
import { jobListRoutes } from './job-lists.ts';
import { jobRoutes } from './jobs.ts';
import { ldapLinkRoutes } from './ldap-links.ts';
import { ldapSyncRoutes } from './ldap-sync.ts';
import { memberOverrideRoutes } from './member-overrides.ts';
import { memberReadRoutes } from './member-reads.ts';
import { memberRoleRoutes } from './member-roles.ts';
import { memberStateRoutes } from './member-states.ts';
import { memberRoutes } from './members.ts';
import { mergeRequestAutoMergeRoutes } from './merge-request-auto-merges.ts';
import { mergeRequestMergeRoutes } from './merge-request-merge.ts';
import { mergeRequestPipelineRoutes } from './merge-request-pipelines.ts';
import { mergeRequestReadRoutes } from './merge-request-reads.ts';
import { mergeRequestSubscriptionRoutes } from './merge-request-subscriptions.ts';
import { mergeRequestTimeRoutes } from './merge-request-times.ts';
import { mergeRequestRoutes } from './merge-requests.ts';
import { metadataRoutes } from './metadata.ts';
import { namespaceRoutes } from './namespaces.ts';
import { noteDiscussionRoutes } from './note-discussions.ts';
import { noteRoutes } from './notes.ts';
import { pendingMemberRoutes } from './pending-members.ts';
import { personalTokenRoutes } from './personal-tokens.ts';
import { pipelineChangeRoutes } from './pipeline-changes.ts';
import { pipelineTriggerTokenRoutes } from './pipeline-trigger-tokens.ts';
import { pipelineTriggerRoutes } from './pipeline-triggers.ts';
import { pipelineRoutes } from './pipelines.ts';
import { planLimitRoutes } from './plan-limits.ts';
import { projectArchiveRoutes } from './project-archive.ts';
import { projectDeletionRoutes } from './project-deletion.ts';
import { projectForkRoutes } from './project-forks.ts';
import { projectListRoutes } from './project-list.ts';
import { projectServiceAccountRoutes } from './project-service-accounts.ts';
import { projectShareRoutes } from './project-shares.ts';
import { projectPeopleRoutes } from './project-people.ts';
import { projectRepositoryFactRoutes } from './project-repository-facts.ts';
import { projectSnippetRoutes } from './project-snippets.ts';
import { projectStarRoutes } from './project-stars.ts';
import { projectTransferRoutes } from './project-transfer.ts';
import { projectRoutes } from './projects.ts';
import { protectedBranchRoutes } from './protected-branches.ts';
import { resourceTokenRotationRoutes } from './resource-token-rotation.ts';
import { resourceTokenRoutes } from './resource-tokens.ts';
import { runnerAssignmentRoutes } from './runner-assignments.ts';
import { runnerCreationRoutes } from './runner-creation.ts';
import { runnerListRoutes } from './runner-lists.ts';
import { runnerRegistrationRoutes } from './runner-registration.ts';
import { runnerTokenRoutes } from './runner-tokens.ts';
import { runnerRoutes } from './runners.ts';
import { samlLinkRoutes } from './saml-links.ts';
import { serviceAccountTokenRoutes } from './service-account-tokens.ts';
import { serviceAccountRoutes } from './service-accounts.ts';
import { snippetAwardEmojiRoutes } from './snippet-award-emoji.ts';
import { snippetReadRoutes } from './snippet-reads.ts';
import { snippetStorageMoveRoutes } from './snippet-storage-moves.ts';
import { snippetRoutes } from './snippets.ts';
import { terraformLockRoutes } from './terraform-locks.ts';
import { terraformStateRoutes } from './terraform-states.ts';
import { tokenAssociationRoutes } from './token-associations.ts';
import { tagRoutes } from './tags.ts';
import { treeRoutes } from './trees.ts';
import { userCreditCardRoutes } from './user-credit-card.ts';
import { userEmailRoutes } from './user-emails.ts';
import { userFollowRoutes } from './user-follows.ts';
import { userGpgKeyRoutes } from './user-gpg-keys.ts';
import { userKeyRoutes } from './user-keys.ts';
import { userListRoutes } from './user-list.ts';
import { userMembershipRoutes } from './user-memberships.ts';
import { userPreferenceRoutes } from './user-preferences.ts';
import { userProfileRoutes } from './user-profile.ts';
import { userProjectKeyRoutes } from './user-project-keys.ts';
import { userStateRoutes } from './user-states.ts';
import { userStatusRoutes } from './user-status.ts';
import { userRoutes } from './users.ts';

/** Every endpoint of the platform; a new resource file is one line here. */
export const allRoutes: readonly AnyRoute[] = [
  ...metadataRoutes,
  ...userRoutes,
  ...userListRoutes,
  ...userStateRoutes,
  ...groupRoutes,
  ...groupListRoutes,
  ...groupDeletionRoutes,
  ...groupArchiveRoutes,
  ...groupPictureRoutes,
  ...groupTransferRoutes,
  ...groupShareRoutes,
  ...memberReadRoutes,
  ...memberRoutes,
  ...accessRequestRoutes,
  ...memberOverrideRoutes,
  ...memberStateRoutes,
  ...pendingMemberRoutes,
  ...billableMemberRoutes,
  ...auditEventRoutes,
  ...groupProjectRoutes,
  ...customAttributeRoutes,
  ...userKeyRoutes,
  ...userGpgKeyRoutes,
  ...userEmailRoutes,
  ...userMembershipRoutes,
  ...userProfileRoutes,
  ...userStatusRoutes,
  ...userPreferenceRoutes,
  ...userFollowRoutes,
  ...userProjectKeyRoutes,
  ...userCreditCardRoutes,
  ...namespaceRoutes,
  ...ldapSyncRoutes,
  ...invitationRoutes,
  ...memberRoleRoutes,
  ...groupMemberRoleRoutes,
  ...adminMemberRoleRoutes,
  ...hookRoutes,
  ...hookMapRoutes,
  ...hookEventRoutes,
  ...systemHookTestRoutes,
  ...samlLinkRoutes,
  ...ldapLinkRoutes,
  ...projectRoutes,
  ...projectListRoutes,
  ...projectForkRoutes,
  ...projectStarRoutes,
  ...projectPeopleRoutes,
  ...projectRepositoryFactRoutes,
  ...projectDeletionRoutes,
  ...projectArchiveRoutes,
  ...projectShareRoutes,
  ...projectTransferRoutes,
  ...commitRoutes,
  ...commitCreationRoutes,
  ...commitPickRoutes,
  ...commitMergeRequestRoutes,
  ...commitCommentRoutes,
  ...commitStatusRoutes,
  ...branchRoutes,
  ...protectedBranchRoutes,
  ...treeRoutes,
  ...fileRoutes,
  ...fileChangeRoutes,
  ...comparisonRoutes,
  ...archiveRoutes,
  ...tagRoutes,
  ...changelogRoutes,
  ...resourceTokenRoutes,
  ...resourceTokenRotationRoutes,
  ...personalTokenRoutes,
  ...tokenAssociationRoutes,
  ...issuedTokenRoutes,
  ...impersonationTokenRoutes,
  ...serviceAccountRoutes,
  ...groupServiceAccountRoutes,
  ...projectServiceAccountRoutes,
  ...serviceAccountTokenRoutes,
  ...applicationSettingRoutes,
  ...planLimitRoutes,
  ...runnerListRoutes,
  ...runnerTokenRoutes,
  ...runnerRoutes,
  ...runnerCreationRoutes,
  ...runnerAssignmentRoutes,
  ...runnerRegistrationRoutes,
  ...integrationRoutes,
  ...errorTrackingRoutes,
  ...terraformLockRoutes,
  ...terraformStateRoutes,
  ...snippetRoutes,
  ...projectSnippetRoutes,
  ...snippetReadRoutes,
  ...snippetStorageMoveRoutes,
  ...pipelineRoutes,
  ...pipelineChangeRoutes,
  ...jobListRoutes,
  ...jobRoutes,
  ...jobArtifactRoutes,
  ...mergeRequestRoutes,
  ...mergeRequestMergeRoutes,
  ...mergeRequestPipelineRoutes,
  ...noteRoutes,
  ...importRoutes,
  ...importControlRoutes,
  ...bulkImportRoutes,
  ...pipelineTriggerRoutes,
  ...pipelineTriggerTokenRoutes,
  ...mergeRequestReadRoutes,
  ...mergeRequestAutoMergeRoutes,
  ...mergeRequestSubscriptionRoutes,
  ...mergeRequestTimeRoutes,
  ...noteDiscussionRoutes,
  ...snippetAwardEmojiRoutes,
  ...importArchiveRoutes,
  ...importRelationRoutes,
];
