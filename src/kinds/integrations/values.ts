import type { Fault } from '../../kind.ts';
import type { IntegrationSpec } from './catalogue.ts';

/** The declared values that the platform takes and does not keep, so that they would differ for ever (PUT …/integrations/:slug, 18.9). */
export function notKept(spec: IntegrationSpec): readonly Fault[] {
  switch (spec['slug']) {
    case 'buildkite':
      return spec['enable_ssl_verification'] === false ? [staysOn('buildkite', 'enable_ssl_verification')] : [];
    case 'datadog':
      return followsVisibility(spec);
    default:
      return [];
  }
}

function staysOn(slug: string, field: string): Fault {
  const message = `\`${field}\` of the integration \`${slug}\` stays on: GitLab takes the call and leaves it`;
  return { field, message, remedy: `Remove ${field}` };
}

/** Datadog's pipeline events are what `datadog_ci_visibility` is, whatever is sent: off from the start, and on with it. */
function followsVisibility(spec: IntegrationSpec): readonly Fault[] {
  const { pipeline_events: events, datadog_ci_visibility: visibility } = spec;
  if (typeof events !== 'boolean' || events === visibility || (events && visibility === undefined)) return [];
  const message = '`pipeline_events` of the integration `datadog` is what `datadog_ci_visibility` is, whatever is sent';
  return [
    { field: 'pipeline_events', message, remedy: `Declare \`datadog_ci_visibility: ${String(events)}\` with it` },
  ];
}
