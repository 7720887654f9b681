/** What libraries below Node.js look for on their own, by the name of the variable; nothing in it is a secret. */
const NEEDED_BELOW =
  /^(?:PATH|HOME|TMPDIR|TZ|LANG|LC_\w+|SSL_CERT_FILE|SSL_CERT_DIR|OPENSSL_CONF|NODE_OPTIONS|NODE_EXTRA_CA_CERTS)$/;

/**
 * Takes the environment out of the process, and keeps a copy for the program: a crash report of Node.js holds the variables of
 * the process, tokens and all, and every other program that is started here would be given them.
 */
export function withdrawEnvironment(): void {
  const environment = process.env;
  process.env = { ...environment };
  for (const name of Object.keys(environment)) if (!NEEDED_BELOW.test(name)) Reflect.deleteProperty(environment, name);
}
