import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import undoSchema from '../../schemas/undo.schema.json' with { type: 'json' };
import type { UndoDocument } from './undo-json.ts';

/** Whether data has the form of an undo. The bundle has this compiled ahead of time, in place of this file. */
export function isUndo(json: unknown): json is UndoDocument {
  check ??= new Ajv2020({ allowUnionTypes: true }).compile<UndoDocument>(undoSchema);
  return check(json);
}

let check: ValidateFunction<UndoDocument> | undefined;
