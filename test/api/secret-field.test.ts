import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createHarRecorder } from '../../src/api/har.ts';
import { isSecretName } from '../../src/base/secret-name.ts';
import { kinds } from '../../src/kinds/index.ts';
import { exchangesOf, RECORDINGS } from '../recorded/exchange.ts';

it.each([
  ...['secret', 'private_key', 'client_secret', 'passphrase', 'credentials', 'deploy_token', 'webhook_token', 'jwt'],
  ...['mirror_password', 'registration_token', 'runners_registration_token', 'health_check_access_token', 'passwd'],
  ...['incoming_email_token', 'static_object_token', 'anthropic_api_key', 'lfs_token', 'runnersToken', 'access_key'],
  ...['signing_key', 'apiKey', 'X-Api-Key', 'PRIVATE-TOKEN', 'clientSecret', 'authToken', 'db_pwd', 'Authorization'],
  ...['token1', 'password2', 'key1', 'routing_key', 'app_key', 'auth_header', 'pin', 'access_code', 'API_TOKEN_V2'],
  ...['tokenKey', 'SecretValue', 'x_token_x', 'reset_password_token', 'admin_token', 'JSESSIONID', 'sigv4', 'auth'],
  ...['connection_string', 'product_analytics_configurator_connection_string', 'pw', 'db_pw'],
])('%s is a secret by its name', (name) => {
  expect(isSecretName(name)).toBe(true);
  const recorder = createHarRecorder('https://gitlab.example.com', '1', []);
  const answer = { status: 200, isJson: true, header: () => undefined, body: { deep: [{ [name]: 'MARK' }] } };
  recorder.witness({ method: 'GET', path: '/api/v4/x' }, answer, new Date(0), 1);
  recorder.witness(
    { method: 'PUT', path: '/api/v4/x', body: { [name]: 'MARK' } },
    { ...answer, body: {} },
    new Date(0),
    1,
  );
  expect(recorder.text()).not.toContain('MARK');
});

it.each([
  'token_expires_at',
  'ci_job_token_scope_enabled',
  'password_authentication_enabled',
  'key',
  'author',
  'authority',
  'auth_method',
  'certificate',
  'external_auth_client_cert',
  'connection',
  'keyword',
  'monkey',
  'compass',
  'passenger',
  'primary_key',
  'public_key',
  'project_key',
  'sort_key',
  'tokenizer',
  'secretary',
  'pinned',
  'pattern',
  'side',
  'assignee',
  'api_key_id',
  'max_tokens',
  'has_password',
  'code',
  'passed',
])('%s is none', (name) => {
  expect(isSecretName(name)).toBe(false);
});

it('of all names in the recordings and the catalogues these are secrets by their names alone', () => {
  const names = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && typeof inner !== 'number' && typeof inner !== 'boolean') names.add(name);
      walk(inner);
    }
  };
  for (const recording of RECORDINGS)
    for (const { answer, body } of exchangesOf(recording)) walk([answer.kept === 'shape' ? null : answer.json, body]);
  const catalogue = new URL('../../schemas/catalogue/', import.meta.url);
  for (const file of readdirSync(catalogue)) walk(JSON.parse(readFileSync(new URL(file, catalogue), 'utf8')));
  for (const { schema } of kinds) for (const name of Object.keys(schema.properties)) names.add(name);
  expect([...names].filter(isSecretName).sort()).toMatchSnapshot();
});
