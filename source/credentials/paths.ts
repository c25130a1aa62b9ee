import {homedir} from 'node:os';
import {join, resolve} from 'node:path';
import {environmentValue} from './environment.ts';

type Env = Record<string, string | undefined>;

/** `~/.svc`, or the directory `SVC_HOME` names. */
export const svcHome = (env: Env): string => resolve(environmentValue(env, 'SVC_HOME') ?? join(homedir(), '.svc'));

/** Where profiles are stored. */
export const credentialsPath = (env: Env): string => join(svcHome(env), 'credentials');

/** Where a person sets defaults by hand. */
export const configPath = (env: Env): string => join(svcHome(env), 'config');

/** Data directory of the embedded service: `SVC_DATA_DIR`, else `service` below the home. */
export const dataDirectory = (env: Env): string =>
	resolve(environmentValue(env, 'SVC_DATA_DIR') ?? join(svcHome(env), 'service'));
