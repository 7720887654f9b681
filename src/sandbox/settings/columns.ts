import type { Json } from '../store/json.ts';
import { textOf } from '../store/json.ts';
import type { Bag } from '../store/rows.ts';

/** Settings that share one column of JSON, whose schema is judged as a whole. */
interface Column {
  readonly column: string;
  readonly names: readonly string[];
  /** Whether each setting is judged by itself as well, before the schema. */
  readonly judgedAlone: boolean;
  /** Whether text is kept as text, which no schema allows; elsewhere it becomes a number first. */
  readonly keepsText?: true;
}

/** What was seen to be refused with `must be a valid json schema` (PUT /application/settings, 18.9). */
const columns: readonly Column[] = [
  {
    column: 'rate_limits',
    judgedAlone: true,
    names: [
      ...['autocomplete_users_limit', 'autocomplete_users_unauthenticated_limit'],
      ...['concurrent_bitbucket_import_jobs_limit', 'concurrent_bitbucket_server_import_jobs_limit'],
      ...['concurrent_github_import_jobs_limit', 'concurrent_relation_batch_export_limit'],
      ...['dependency_scanning_sbom_scan_api_download_limit', 'dependency_scanning_sbom_scan_api_upload_limit'],
      'downstream_pipeline_trigger_limit_per_project_user_sha',
    ],
  },
  {
    column: 'response_limits',
    judgedAlone: true,
    names: [
      ...['max_github_response_json_value_count', 'max_github_response_size_limit', 'max_http_decompressed_size'],
      ...['max_http_response_csv_structural_chars', 'max_http_response_json_depth'],
      ...['max_http_response_json_structural_chars', 'max_http_response_size_limit'],
      'max_http_response_xml_structural_chars',
    ],
  },
  {
    column: 'security_policies',
    judgedAlone: true,
    names: [
      ...['pipeline_execution_policies_per_configuration_limit', 'scan_execution_policies_action_limit'],
      ...['scan_execution_policies_per_configuration_limit', 'scan_execution_policies_schedule_limit'],
      'vulnerability_management_policies_per_configuration_limit',
    ],
  },
  {
    column: 'package_registry',
    judgedAlone: true,
    names: ['helm_max_packages_count', 'package_registry_cleanup_policies_worker_capacity'],
  },
  { column: 'pages', judgedAlone: true, names: ['pages_extra_deployments_default_expiry_seconds'] },
  {
    column: 'secrets_manager_settings',
    judgedAlone: false,
    names: ['group_secrets_limit', 'project_secrets_limit'],
  },
  {
    column: 'database_settings',
    ...{ judgedAlone: false, keepsText: true },
    names: ['background_operations_max_jobs'],
  },
  { column: 'duo_chat', ...{ judgedAlone: false, keepsText: true }, names: ['duo_chat_expiration_days'] },
  {
    column: 'resource_access_tokens_settings',
    ...{ judgedAlone: false, keepsText: true },
    names: ['inactive_resource_access_tokens_delete_after_days'],
  },
  {
    column: 'database_reindexing',
    ...{ judgedAlone: false, keepsText: true },
    names: ['reindexing_minimum_index_size', 'reindexing_minimum_relative_bloat_size'],
  },
];

/** What a schema asks for at least; 0 where nothing else was seen (PUT, 18.9). */
const minimums: Readonly<Record<string, number>> = { helm_max_packages_count: 1 };

const schemaless = new Set(columns.flatMap(({ judgedAlone, names }) => (judgedAlone ? [] : names)));

/** Whether only the schema of its column judges a setting. */
export function judgedBySchemaAlone(name: string): boolean {
  return schemaless.has(name);
}

/** The columns that would hold a value which their schema refuses. */
export function columnErrors(changes: Bag): readonly (readonly [string, string])[] {
  return columns
    .filter((column) => column.names.some((name) => breaks(column, name, changes[name])))
    .map(({ column }) => [column, 'must be a valid json schema'] as const);
}

function breaks(column: Column, name: string, value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  if (column.keepsText === true && typeof value === 'string' && Number.isNaN(Number(value))) return true;
  return leadingNumber(value) < (minimums[name] ?? 0);
}

/** The number that text begins with, or 0: what an integer column makes of it. */
export function leadingNumber(value: Json): number {
  if (typeof value === 'number') return value;
  const number = Number.parseFloat(textOf(value));
  return Number.isNaN(number) ? 0 : number;
}
