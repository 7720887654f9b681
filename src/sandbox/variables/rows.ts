import type { SourceType } from '../members/rows.ts';

/** A CI/CD variable. Its value is kept as it was sent; a hidden one is never shown again. */
export interface VariableRow {
  readonly id: number;
  readonly source_type: SourceType | 'instance';
  /** The number of the group or project; 0 for the instance. */
  readonly source_id: number;
  readonly key: string;
  readonly value: string;
  readonly variable_type: 'env_var' | 'file';
  readonly protected: boolean;
  readonly masked: boolean;
  readonly hidden: boolean;
  readonly raw: boolean;
  /** `*` for all of them, and on the instance. */
  readonly environment_scope: string;
  readonly description: string | null;
}
