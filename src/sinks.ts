import { isList, isMap } from './base/shape.ts';
import type { Value } from './model.ts';

/** The file that a secret goes to which the platform shows once. */
export type FileSink = { readonly file: string };

/** One place that such a secret goes to. */
export type Sink = FileSink;

/** Where such a secret goes, as it is written: one place, or several. */
export type Sinks = Sink | readonly Sink[];

/** The files among the places that a secret goes to, as they are written; none of what is no such place, which the schema has told off. */
export function filesAmong(sinks: Value | Sinks | undefined): readonly string[] {
  return (isList(sinks) ? sinks : [sinks]).flatMap((sink) => {
    const file: unknown = isMap(sink) ? sink['file'] : undefined;
    return typeof file === 'string' ? [file] : [];
  });
}
