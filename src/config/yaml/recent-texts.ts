import type { FileText } from './places.ts';

/** A function that keeps what it has made of texts lately: of so many characters of them, beside the one that was asked for last. */
export function recentTexts<Made>(limit: number): (source: FileText, make: () => Made) => Made {
  const recent = new Map<string, { readonly file: string; readonly made: Made }>();
  let size = 0;
  return ({ file, text }, make) => {
    const known = recent.get(text);
    const kept = known?.file === file ? known : { file, made: make() };
    if (known === undefined) size += text.length;
    recent.delete(text);
    recent.set(text, kept);
    for (const oldest of recent.keys()) {
      if (size <= limit || oldest === text) break;
      recent.delete(oldest);
      size -= oldest.length;
    }
    return kept.made;
  };
}
