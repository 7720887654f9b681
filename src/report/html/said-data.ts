import type { Diagnostic } from '../../base/diagnostic.ts';
import { placeText } from '../../base/place.ts';
import { visible } from '../visible.ts';
import type { SaidData } from './page-data.ts';

/** An error or a warning, without the line of the file: that may hold anything that its author wrote there. */
export function saidData({ severity, code, message, place, related = [], remedy }: Diagnostic): SaidData {
  return {
    severity,
    code: visible(code),
    message: visible(message),
    ...(place && { place: visible(placeText(place)) }),
    related: related.map((other) => `${visible(placeText(other.place))}: ${visible(other.message)}`),
    ...(remedy !== undefined && { remedy: visible(remedy) }),
  };
}
