import {refusalText} from '../../contract/error.ts';
import {ApiError} from '../errors/api-error.ts';
import {homedir} from 'node:os';
import {join, resolve} from 'node:path';

/** Value of a variable, trimmed. "An environment variable that is empty or blank counts as unset." */
export const environmentValue = (env: Record<string, string | undefined>, name: string): string | undefined =>
	env[name]?.trim() || undefined;

/** The validation error of an environment variable. Never carries its value. */
export const invalidEnvironment = (name: string, reason: string, accepted?: readonly string[]) =>
	new ApiError('VALIDATION_ERROR', 'Invalid request.', {
		nextAction: refusalText(`Environment variable \`${name}\``, reason),
		details: {field: name, reason, ...(accepted ? {accepted} : {})},
	});

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
