import type * as core from '@gitbeaker/rest';

/** The answers of gitbeaker that the sandbox's are held against, by the names of their types. */
export interface Schemas {
  readonly AccessTokenExposedSchema: core.AccessTokenExposedSchema;
  readonly AccessTokenSchema: core.AccessTokenSchema;
  readonly ApplicationPlanLimitSchema: core.ApplicationPlanLimitSchema;
  readonly ApplicationSettingsSchema: core.ApplicationSettingsSchema;
  readonly AuditEventSchema: core.AuditEventSchema;
  readonly BranchSchema: core.BranchSchema;
  readonly CommitDiffSchema: core.CommitDiffSchema;
  readonly CommitSchema: core.CommitSchema;
  readonly CustomAttributeSchema: core.CustomAttributeSchema;
  readonly ErrorTrackingClientKeySchema: core.ErrorTrackingClientKeySchema;
  readonly ExpandedCommitSchema: core.ExpandedCommitSchema;
  readonly ExpandedGroupSchema: core.ExpandedGroupSchema;
  readonly ExpandedHookSchema: core.ExpandedHookSchema;
  readonly ExpandedMergeRequestSchema: core.ExpandedMergeRequestSchema;
  readonly ExpandedPipelineSchema: core.ExpandedPipelineSchema;
  readonly ExpandedRunnerSchema: core.ExpandedRunnerSchema;
  readonly ExpandedUserSchema: core.ExpandedUserSchema;
  readonly GroupSchema: core.GroupSchema;
  readonly HookSchema: core.HookSchema;
  readonly IntegrationSchema: core.IntegrationSchema;
  readonly InvitationSchema: core.InvitationSchema;
  readonly MemberSchema: core.MemberSchema;
  readonly MergeRequestNoteSchema: core.MergeRequestNoteSchema;
  readonly MergeRequestSchema: core.MergeRequestSchema;
  readonly PersonalAccessTokenSchema: core.PersonalAccessTokenSchema;
  readonly PipelineSchema: core.PipelineSchema;
  readonly PipelineTestReportSchema: core.PipelineTestReportSchema;
  readonly PipelineTestReportSummarySchema: core.PipelineTestReportSummarySchema;
  readonly ProjectSchema: core.ProjectSchema;
  readonly RepositoryBlobSchema: core.RepositoryBlobSchema;
  readonly RepositoryCompareSchema: core.RepositoryCompareSchema;
  readonly RepositoryContributorSchema: core.RepositoryContributorSchema;
  readonly RepositoryFileExpandedSchema: core.RepositoryFileExpandedSchema;
  readonly RepositoryTreeSchema: core.RepositoryTreeSchema;
  readonly RunnerSchema: core.RunnerSchema;
  readonly SAMLGroupSchema: core.SAMLGroupSchema;
  readonly ServiceAccountSchema: core.ServiceAccountSchema;
  readonly SnippetSchema: core.SnippetSchema;
  readonly UserImpersonationTokenSchema: core.UserImpersonationTokenSchema;
  readonly UserMembershipSchema: core.UserMembershipSchema;
  readonly UserRunnerSchema: core.UserRunnerSchema;
  readonly UserSchema: core.UserSchema;
}

export type SchemaName = keyof Schemas;
