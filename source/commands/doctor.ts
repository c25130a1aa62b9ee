import {skillStates} from '../agent-skills/state.ts';
import type {Endpoint} from '../client/base-url.ts';
import {findLocalService} from '../client/local-service.ts';
import type {ClientEvent} from '../client/client-events.ts';
import {getMe} from '../contract/routes/account.ts';
import type {Context} from '../context.ts';
import type {Section} from '../credentials/credentials-format.ts';
import {readCredentials} from '../credentials/credentials-store.ts';
import {credentialsPath} from '../credentials/paths.ts';
import {type Origin, resolveApiKey, resolveEndpoint, resolveProfile} from '../credentials/resolve.ts';
import {isApiError} from '../errors/api-error.ts';
import type {Check, CheckStatus, DoctorReport} from '../output/text/doctor-report.ts';
import {defineCommand} from './define-command.ts';
import {negative} from './outcome.ts';

const oldestNode = 20;
const neededScopes = ['write:tests', 'run:tests'];

export const doctor = defineCommand({
	description: 'Always makes all checks. Exit 1 when one fails; a warning does not fail.',
	args: {},
	flags: {},
	examples: ['doctor', '--output json doctor'],
	settings: 'none',
	async run(_, context) {
		const checks = context.dryRun ? sampleChecks(context) : await makeChecks(context);
		const count = (status: CheckStatus) => checks.filter(check => check.status === status).length;
		const data: DoctorReport = {checks, failures: count('fail'), warnings: count('warn')};
		const problem =
			data.failures === 0
				? undefined
				: negative(`${data.failures} of ${checks.length} checks failed.`, {
						failures: data.failures,
						warnings: data.warnings,
					});
		return {view: 'doctor-report', data, problem};
	},
});

const check = (name: string, status: CheckStatus, detail: string): Check => ({name, status, detail});

/** A value, or the check that says why there is none. */
type Found<T> = {value: T; check: Check} | {value: null; check: Check};

async function makeChecks(context: Context): Promise<Check[]> {
	const profile = findProfile(context);
	const stored = findSection(context, profile.value);
	const endpoint = findEndpoint(context, stored.section);
	const credentials = findKey(context, stored, endpoint.value);
	const {connectivity, advisedVersion} = await connect(context, endpoint.value, credentials.value);
	return [
		advisedVersion === null
			? check('CLI version', 'ok', context.version)
			: check('CLI version', 'warn', `${context.version}; the service advises ${advisedVersion} or newer`),
		nodeCheck(context.nodeVersion),
		profile.check,
		await withAddress(endpoint, context),
		credentials.check,
		connectivity,
		skillCheck(context.cwd),
		...(await runtimeChecks(context, endpoint.value)),
	];
}

function nodeCheck(version: string): Check {
	const isOld = Number.parseInt(version, 10) < oldestNode;
	return check('Node.js', isOld ? 'fail' : 'ok', isOld ? `${version}; ${oldestNode} or newer is needed` : version);
}

const origins: Record<Origin, string> = {
	flag: 'flag',
	environment: 'environment',
	profile: 'credentials file',
	config: 'configuration file',
	default: 'default',
};

/** The error of a setting as the detail of its check. */
function failed(name: string, error: unknown): {value: null; check: Check} {
	if (!isApiError(error)) throw error;
	return {value: null, check: check(name, 'fail', error.nextAction || error.message)};
}

function findProfile({given, env}: Context): Found<string> {
	try {
		const {value, origin} = resolveProfile(given.profile, env);
		return {value, check: check('Profile', 'ok', `${value} (${origins[origin]})`)};
	} catch (error) {
		return failed('Profile', error);
	}
}

type Stored = {section: Section | undefined; isReadableByOthers: boolean; error: unknown};

function findSection({env}: Context, profile: string | null): Stored {
	try {
		const {profiles, isReadableByOthers} = readCredentials(credentialsPath(env));
		return {section: profiles.get(profile ?? ''), isReadableByOthers, error: null};
	} catch (error) {
		return {section: undefined, isReadableByOthers: false, error};
	}
}

function findEndpoint({given, env}: Context, section: Section | undefined): Found<Endpoint> {
	try {
		const {value, origin} = resolveEndpoint(given.endpointUrl, env, section);
		return {value, check: check('API endpoint', 'ok', `${value} (${origins[origin]})`)};
	} catch (error) {
		return failed('API endpoint', error);
	}
}

function findKey(
	{env}: Context,
	{section, isReadableByOthers, error}: Stored,
	endpoint: Endpoint | null,
): Found<string> {
	const name = 'Credentials';
	try {
		if (error) throw error;
		const {value, origin} = resolveApiKey(env, section, endpoint ?? '');
		if (origin === 'environment') return {value, check: check(name, 'ok', 'env SVC_API_KEY')};
		const path = credentialsPath(env);
		return {
			value,
			check: isReadableByOthers
				? check(name, 'warn', `${path} can be read by others: chmod 600 ${path}`)
				: check(name, 'ok', path),
		};
	} catch (cause) {
		if (isApiError(cause) && cause.code === 'AUTH_REQUIRED')
			return {value: null, check: check(name, 'fail', `no API key: ${cause.nextAction}`)};
		return failed(name, cause);
	}
}

async function connect(
	context: Context,
	endpoint: Endpoint | null,
	apiKey: string | null,
): Promise<{connectivity: Check; advisedVersion: string | null}> {
	const name = 'Connectivity';
	let advisedVersion: string | null = null;
	if (endpoint === null || apiKey === null)
		return {connectivity: check(name, 'fail', 'not tried: endpoint or credentials are missing'), advisedVersion};
	const observer = (event: ClientEvent) => {
		if (event.kind === 'min-version') advisedVersion = event.minVersion;
		else context.observer(event);
	};
	const client = await context.connect({endpoint, apiKey, observer});
	try {
		const startedAt = context.clock.now();
		const {scopes} = await client.call(getMe, {signal: context.signal});
		const missing = neededScopes.filter(scope => !scopes.includes(scope));
		const detail = `GET /me answered in ${context.clock.now() - startedAt} ms; the key is valid`;
		const connectivity =
			missing.length === 0
				? check(name, 'ok', detail)
				: check(name, 'warn', `${detail}; missing scopes: ${missing.join(', ')}`);
		return {connectivity, advisedVersion};
	} catch (error) {
		context.signal.throwIfAborted();
		if (!isApiError(error)) throw error;
		return {connectivity: check(name, 'fail', `${error.code}: ${error.message}`), advisedVersion};
	} finally {
		await client.close();
	}
}

/** "path of an `ok` file"; "missing, or any other state" is a warning. */
function skillCheck(cwd: string): Check {
	const name = 'Verify skill';
	try {
		const rows = skillStates(cwd).filter(({skill, state}) => skill === 'svc-verify' && state !== 'absent');
		const good = rows.find(({state}) => state === 'ok');
		if (good) return check(name, 'ok', good.path);
		const [other] = rows;
		return other
			? check(name, 'warn', `${other.path} is ${other.state}: svc agent status`)
			: check(name, 'warn', 'not installed here: svc agent install');
	} catch (error) {
		if (!isApiError(error)) throw error;
		return check(name, 'warn', error.nextAction || error.message);
	}
}

/** "URL or `local` with its address", known once the service was asked. */
async function withAddress({value, check: found}: Found<Endpoint>, context: Context): Promise<Check> {
	if (value !== 'local') return found;
	const service = await findLocalService(context.localService().dataDir, context.signal);
	return {...found, detail: service ? `${found.detail}, ${service.file.url}` : `${found.detail}, not running`};
}

const runtimes = ['Python', 'Chromium'] as const;

async function runtimeChecks(context: Context, endpoint: Endpoint | null): Promise<Check[]> {
	if (endpoint !== 'local') return runtimes.map(name => check(name, 'ok', 'not needed'));
	const service = await context.loadService();
	const {dataDir} = context.localService();
	const findings = await service.inspectRuntimes({dataDir, env: context.env});
	return findings.map(({name, status, detail}) => check(name, status, detail));
}

/** "connectivity `ok`, detail `skipped (dry run)`": nothing was looked at. */
function sampleChecks({version, nodeVersion}: Context): Check[] {
	const skipped = (name: string) => check(name, 'ok', 'skipped (dry run)');
	return [
		check('CLI version', 'ok', version),
		nodeCheck(nodeVersion),
		...['Profile', 'API endpoint', 'Credentials', 'Connectivity', 'Verify skill', ...runtimes].map(skipped),
	];
}
