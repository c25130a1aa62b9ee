import {workerCommand} from '../../contract/route.ts';
import type {ReadinessCheck} from '../../contract/operations.ts';
import type {TestType} from '../../contract/enums.ts';
import {skillStates} from '../agent-skills/state.ts';
import type {Endpoint} from '../client/base-url.ts';
import {endSilent, findLocalService, livingProcess} from '../client/find-local-service.ts';
import type {ClientEvent} from '../client/client-events.ts';
import {getMe} from '../../contract/routes/account.ts';
import type {Context} from '../context.ts';
import type {Section} from '../credentials/credentials-format.ts';
import {readCredentials} from '../credentials/credentials-store.ts';
import {credentialsPath} from '../credentials/environment.ts';
import {type Origin, resolveApiKey, resolveEndpoint, resolveProfile} from '../credentials/resolve.ts';
import {type ApiError, isApiError} from '../errors/api-error.ts';
import type {Inspection} from '../view-model/doctor-report.ts';
import {shellWord} from '../view-model/shell-word.ts';
import {freeBytesOf, isOutOfRoom} from '../process/file-error-words.ts';

const oldestNode = 20;
/** Below that the pictures and calls of some runs may fill the disk. */
const scarceBytes = 64 * 1_048_576;
const neededScopes = ['write:tests', 'run:tests'];

/** What the checks look at. */
export type Surroundings = Pick<
	Context,
	| 'version'
	| 'nodeVersion'
	| 'given'
	| 'env'
	| 'cwd'
	| 'clock'
	| 'signal'
	| 'observer'
	| 'connect'
	| 'localService'
	| 'loadService'
>;

export const ok = (name: string, detail: string): Inspection => ({name, status: 'ok', detail, next: null});
const warn = (name: string, detail: string, next: string | null): Inspection => ({name, status: 'warn', detail, next});
const fail = (name: string, detail: string, next: string | null): Inspection => ({name, status: 'fail', detail, next});

/** A value, or the check that says why there is none. */
type Found<T> = {value: T; check: Inspection} | {value: null; check: Inspection};

/** Makes all checks of `svc doctor`, whatever fails. Rejects only when `signal` aborts, or with a fault of svc itself. */
export async function inspectSetup(context: Surroundings, freeBytes = freeBytesOf): Promise<Inspection[]> {
	const profile = findProfile(context);
	const stored = findSection(context, profile.value);
	const endpoint = findEndpoint(context, stored.section);
	const credentials = findKey(context, stored, endpoint.value, profile.value ?? undefined);
	const silent = endpoint.value === 'local' ? await silentProcess(context) : null;
	const {connectivity, advisedVersion, unserved} =
		silent === null
			? await connect(context, endpoint.value, credentials.value)
			: {
					connectivity: fail('Connectivity', `the service (process ${silent}) lives, but does not answer`, endSilent),
					advisedVersion: null,
					unserved: [],
				};
	const told = await serviceChecks(context, endpoint.value, connectivity);
	return [
		advisedVersion === null
			? ok('CLI version', context.version)
			: warn(
					'CLI version',
					`${context.version}; the service advises ${advisedVersion} or newer`,
					`Install svc ${advisedVersion} or newer.`,
				),
		nodeCheck(context.nodeVersion),
		profile.check,
		await withAddress(endpoint, context),
		credentials.check,
		connectivity,
		...(told.some(({name}) => name === 'Service') ? [] : workersCheck(endpoint.value, unserved)),
		skillCheck(context.cwd),
		...(await runtimeChecks(context, endpoint.value)),
		...told,
		...diskCheck(context, endpoint.value, freeBytes),
	];
}

export function nodeCheck(version: string): Inspection {
	return Number.parseInt(version, 10) < oldestNode
		? fail('Node.js', `${version}; ${oldestNode} or newer is needed`, `Install Node.js ${oldestNode} or newer.`)
		: ok('Node.js', version);
}

const origins: Record<Origin, string> = {
	flag: 'flag',
	environment: 'environment',
	profile: 'credentials file',
	config: 'configuration file',
	default: 'default',
};

/** The error of a setting as the detail of its check. */
function failed(name: string, error: unknown, next: string): {value: null; check: Inspection} {
	if (!isApiError(error)) throw error;
	return {value: null, check: fail(name, error.nextAction || error.message, next)};
}

function findProfile({given, env}: Surroundings): Found<string> {
	try {
		const {value, origin} = resolveProfile(given.profile, env);
		return {value, check: ok('Profile', `${value} (${origins[origin]})`)};
	} catch (error) {
		return failed('Profile', error, 'Name the profile with --profile or SVC_PROFILE.');
	}
}

type Stored = {section: Section | undefined; isReadableByOthers: boolean; error: unknown};

function findSection({env}: Surroundings, profile: string | null): Stored {
	try {
		const {profiles, isReadableByOthers} = readCredentials(credentialsPath(env));
		return {section: profiles.get(profile ?? ''), isReadableByOthers, error: null};
	} catch (error) {
		return {section: undefined, isReadableByOthers: false, error};
	}
}

function findEndpoint({given, env}: Surroundings, section: Section | undefined): Found<Endpoint> {
	try {
		const {value, origin} = resolveEndpoint(given.endpointUrl, env, section);
		return {value, check: ok('API endpoint', `${value} (${origins[origin]})`)};
	} catch (error) {
		return failed('API endpoint', error, 'svc setup');
	}
}

function findKey(
	{env}: Surroundings,
	{section, isReadableByOthers, error}: Stored,
	endpoint: Endpoint | null,
	profile: string | undefined,
): Found<string> {
	const name = 'Credentials';
	try {
		if (error) throw error;
		const {value, origin} = resolveApiKey(env, section, endpoint ?? '', profile);
		if (origin === 'environment') return {value, check: ok(name, 'env SVC_API_KEY')};
		const path = credentialsPath(env);
		return {
			value,
			check: isReadableByOthers
				? warn(name, `${path} can be read by others: ${makePrivate(path)}`, makePrivate(path))
				: ok(name, path),
		};
	} catch (cause) {
		if (isApiError(cause) && cause.code === 'AUTH_REQUIRED')
			return {value: null, check: fail(name, `no API key: ${cause.nextAction}`, cause.nextAction)};
		return failed(name, cause, 'svc setup');
	}
}

/** Process of the service of this machine where it lives and does not answer; null where it answers, or there is none. */
async function silentProcess(context: Surroundings): Promise<number | null> {
	const {dataDir} = context.localService();
	const pid = await livingProcess(dataDir);
	return pid === null || (await findLocalService(dataDir, context.signal)) !== null ? null : pid;
}

async function connect(
	context: Surroundings,
	endpoint: Endpoint | null,
	apiKey: string | null,
): Promise<{connectivity: Inspection; advisedVersion: string | null; unserved: readonly TestType[]}> {
	const name = 'Connectivity';
	let advisedVersion: string | null = null;
	let unserved: readonly TestType[] = [];
	if (endpoint === null || apiKey === null)
		return {
			connectivity: fail(name, 'not tried: endpoint or credentials are missing', 'svc setup'),
			advisedVersion,
			unserved,
		};
	const observer = (event: ClientEvent) => {
		if (event.kind === 'min-version') advisedVersion = event.minVersion;
		else if (event.kind === 'unserved') unserved = event.kinds;
		else context.observer(event);
	};
	const client = await context.connect({endpoint, apiKey, observer});
	try {
		const startedAt = context.clock.elapsed();
		const {scopes} = await client.call(getMe, {signal: context.signal});
		const missing = neededScopes.filter(scope => !scopes.includes(scope));
		const detail = `GET /me answered in ${Math.round(context.clock.elapsed() - startedAt)} ms; the key is valid`;
		const connectivity =
			missing.length === 0
				? ok(name, detail)
				: warn(name, `${detail}; missing scopes: ${missing.join(', ')}`, 'svc setup with a key that has these scopes.');
		return {connectivity, advisedVersion, unserved};
	} catch (error) {
		context.signal.throwIfAborted();
		if (!isApiError(error)) throw error;
		const next = nextAfter(error, endpoint);
		return {connectivity: fail(name, `${error.code}: ${error.message}`, next), advisedVersion, unserved};
	} finally {
		await client.close();
	}
}

/** What helps after `GET /me` failed: the service of this machine makes a new key itself, where it does not know this one. */
function nextAfter({code, nextAction}: ApiError, endpoint: Endpoint): string {
	if (endpoint === 'local' && code === 'AUTH_INVALID') return 'svc setup --local';
	// What sends others here would send in a circle.
	if (nextAction.includes('svc doctor'))
		return endpoint === 'local'
			? 'svc service logs'
			: 'Check the endpoint and the network; svc setup stores another endpoint.';
	return nextAction || (endpoint === 'local' ? 'svc service start' : 'svc setup');
}

/** Kinds of tests that wait because no process of a service elsewhere executes them; the one of this machine tells itself. */
function workersCheck(endpoint: Endpoint | null, unserved: readonly TestType[]): Inspection[] {
	if (endpoint === 'local' || unserved.length === 0) return [];
	const next = workerCommand(unserved);
	return [
		warn('Workers', `no process executes ${unserved.join(' or ')} tests, so they wait; start one: ${next}`, next),
	];
}

/** "path of an `ok` file"; "missing, or any other state" is a warning. */
function skillCheck(cwd: string): Inspection {
	const name = 'Verify skill';
	try {
		const rows = skillStates(cwd).filter(({skill, state}) => skill === 'svc-verify' && state !== 'absent');
		const good = rows.find(({state}) => state === 'ok');
		if (good) return ok(name, good.path);
		const [other] = rows;
		return other
			? warn(name, `${other.path} is ${other.state}: svc agent status`, 'svc agent status')
			: warn(name, 'not installed here: svc agent install', 'svc agent install');
	} catch (error) {
		if (!isApiError(error)) throw error;
		return warn(name, error.nextAction || error.message, 'svc agent status');
	}
}

/** "URL or `local` with its address", known once the service was asked. */
async function withAddress({value, check: found}: Found<Endpoint>, context: Surroundings): Promise<Inspection> {
	if (value !== 'local') return found;
	const service = await findLocalService(context.localService().dataDir, context.signal);
	const state = (await livingProcess(context.localService().dataDir)) === null ? 'not running' : 'not answering';
	return {...found, detail: `${found.detail}, ${service ? service.file.url : state}`};
}

/** What the service says of itself to anybody; only where it runs and tells. */
async function serviceChecks(
	context: Surroundings,
	endpoint: Endpoint | null,
	connectivity: Inspection,
): Promise<Inspection[]> {
	const isHere = endpoint === 'local';
	const found = isHere ? await findLocalService(context.localService().dataDir, context.signal) : null;
	// What does not answer a caller is not asked once more.
	const url = isHere ? found?.file.url : connectivity.status === 'fail' ? undefined : endpoint;
	if (!url) return [];
	const {checksOf} = await import('../client/service-probe.ts');
	const checks = await checksOf(url, {signal: context.signal});
	const named = (name: string) => checks.find(check => check.name === name);
	const [mode, clock, store, secrets, artifacts] = ['mode', 'clock', 'store', 'secrets', 'artifacts'].map(named);
	const database = found?.file.database ?? store?.database;
	return [
		...(mode ? [mode.ok ? ok('Service', mode.detail) : warn('Service', mode.detail, nextOf(mode.detail))] : []),
		...(clock && !clock.ok
			? [warn('Clock', clock.detail, `Set the clock of ${isHere ? 'this machine' : 'the service'} by NTP.`)]
			: []),
		...(database ? [databaseCheck(database, store)] : []),
		...(secrets && !secrets.ok ? [fail('Secrets', secrets.detail, /\. (.+)/s.exec(secrets.detail)?.[1] ?? null)] : []),
		...(artifacts ? [artifactsCheck(artifacts)] : []),
	];
}

/** Where the service of this machine keeps its data; a word about it only when room is short. */
function diskCheck(context: Surroundings, endpoint: Endpoint | null, freeBytes: typeof freeBytesOf): Inspection[] {
	const {dataDir} = context.localService();
	const free = endpoint === 'local' ? freeBytes(dataDir) : null;
	if (free === null || free >= scarceBytes) return [];
	const left = `${dataDir}: ${Math.floor(free / 1024)} KiB are free`;
	const next = `Free some space on the disk of ${dataDir}.`;
	return [
		isOutOfRoom(free)
			? fail('Disk', `${left}, too little to store anything`, next)
			: warn('Disk', `${left}; runs cannot be stored when it is full`, next),
	];
}

/** PostgreSQL as the store, and whether that answers. */
function databaseCheck(database: string, store: ReadinessCheck | undefined): Inspection {
	const place = `PostgreSQL, ${database}`;
	if (store?.ok) return ok('Database', place);
	const reason = store ? store.detail : 'the service does not tell';
	return fail('Database', `${place}: ${reason}`, 'Check that its server runs and lets the service in.');
}

/** Where pictures and pages are kept outside the store. */
function artifactsCheck({ok: isOk, detail}: ReadinessCheck): Inspection {
	if (isOk) return ok('Pictures', detail);
	return warn('Pictures', detail, 'Check that the storage of SVC_ARTIFACTS_URL runs and lets the service in.');
}

/** The command that starts what nobody does, else the upgrade. */
const nextOf = (detail: string): string =>
	/svc worker --kinds \w+/.exec(detail)?.[0] ?? 'Run the same version everywhere.';

const runtimes = ['Python', 'Sandbox', 'Chromium'] as const;

async function runtimeChecks(context: Surroundings, endpoint: Endpoint | null): Promise<Inspection[]> {
	if (endpoint !== 'local') return runtimes.map(name => ok(name, 'not needed'));
	const service = await context.loadService();
	const {dataDir} = context.localService();
	const findings = await service.inspectRuntimes({dataDir, env: context.env});
	return findings.map(finding => ({...finding, next: finding.status === 'ok' ? null : nextIn(finding.detail)}));
}

/** The command that a finding names between backticks, else what it advises after its semicolon. */
const nextIn = (detail: string): string | null => /`([^`]+)`/.exec(detail)?.[1] ?? /; (.+)/s.exec(detail)?.[1] ?? null;

const makePrivate = (path: string) => `chmod 600 ${shellWord(path)}`;
