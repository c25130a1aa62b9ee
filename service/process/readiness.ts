import {workerCommand} from '../../contract/route.ts';
import {version} from '../../package.json';
import {type TestType, testTypes} from '../../contract/enums.ts';
import type {ReadinessCheck} from '../../contract/operations.ts';
import type {LiveWorker} from '../store/team/workers.ts';
import type {Artifacts} from '../domain/artifacts.ts';
import {unreadableFix} from '../domain/blocked.ts';
import type {Engine} from '../engine/engine.ts';
import {type ModelSettings, modelInWords} from '../plans/words/model/model-settings.ts';
import type {StartedTeam} from './start-team.ts';
import type {RunnerHealth} from './runner-health.ts';

/** What was stored with a key that this service does not have: what people have entered, and what tests have captured. */
type Secrets = {unreadable: () => Promise<number>; hasLostCaptures: boolean};

const openIn = (database: string | null) => (database === null ? 'open (SQLite)' : `open (PostgreSQL, ${database})`);

/**
 * What `/readyz` reports. The store is asked for real; the runner's last answer is taken, so that nobody waits for it.
 *
 * @param database `host:port/name` of the store; null: an SQLite file
 */
export async function readinessChecks(
	engine: Pick<Engine, 'load' | 'isHeldUp'>,
	database: string | null,
	runners: Record<TestType, RunnerHealth>,
	model: ModelSettings | null,
	secrets: Secrets,
	team: Pick<StartedTeam, 'live' | 'executes' | 'clockAheadMs'> | null = null,
	artifacts: Pick<Artifacts, 'place' | 'problem'> | null = null,
): Promise<ReadinessCheck[]> {
	const load = await engine.load().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
	const isOpen = typeof load !== 'string';
	const queue = isOpen ? `${load.queued} waiting, ${load.running} running` : 'unknown';
	// Warms the runners up and keeps what is known of them fresh.
	void runners.backend.ask();
	void runners.frontend.ask();
	const live = team && isOpen ? await team.live().catch(() => null) : null;
	const runner = (kind: TestType) => (live ? teamRunner(live, kind) : runners[kind].last());
	const store = storeCheck(load, engine.isHeldUp(), database);
	const company = live && store.ok ? `, ${live.length === 1 ? 'one process' : `${live.length} processes`}` : '';
	return [
		...(live && team ? [modeCheck(live, team.executes), clockCheck(team.clockAheadMs)] : embeddedMode(team)),
		{name: 'store', required: true, ...store, detail: store.detail + company, database},
		// A store whose tables are not up to date is not opened at all.
		{name: 'migrations', required: true, ok: isOpen, detail: isOpen ? 'up to date' : 'unknown'},
		{name: 'queue', required: true, ok: isOpen, detail: queue, ...(isOpen ? load : {})},
		...artifactsCheck(artifacts),
		{name: 'secrets', required: false, ...(await secretsCheck(secrets))},
		{name: 'backend_runner', required: false, ...runner('backend')},
		{name: 'frontend_runner', required: false, ...runner('frontend')},
		{name: 'model', required: false, ok: model !== null, detail: model ? modelInWords(model) : 'none is configured'},
		{name: 'mail', required: false, ok: false, detail: 'none is configured'},
	];
}

const embeddedMode = (team: object | null): ReadinessCheck[] =>
	team
		? []
		: [{name: 'mode', required: false, ok: true, mode: 'embedded', detail: 'embedded: one process on an SQLite file'}];

/** What this process is in its team, and who else is there. Wrong: another version, or a kind of tests that nobody executes. */
function modeCheck(live: readonly LiveWorker[], executes: boolean): ReadinessCheck {
	const mode = executes ? 'API and worker' : 'team API';
	const missing = testTypes.filter(kind => !live.some(({kinds}) => kinds.includes(kind)));
	const others = live.filter(worker => worker.version !== version);
	const problems = [
		...missing.map(kind => `no process executes ${kind} tests: ${workerCommand([kind])}`),
		...others.map(({host, pid, version: other}) => `process ${pid} on ${host} is svc ${other}, this one ${version}`),
	];
	return {
		name: 'mode',
		required: false,
		ok: problems.length === 0,
		mode,
		detail: [`${mode} among ${live.length === 1 ? 'one process' : `${live.length} processes`}`, ...problems].join('; '),
		processes: live.map(({host, pid, version: own, serves, plans, kinds, slots}) => ({
			...{host, pid, version: own, slots},
			kinds: plans === 1 ? [...kinds, 'planner'] : kinds,
			serves: serves === 1,
		})),
	};
}

/** Leases go by the clock of the database; people read the times of their machine. */
function clockCheck(aheadMs: number): ReadinessCheck {
	const apart = Math.abs(aheadMs) / 1000;
	return {
		name: 'clock',
		required: false,
		ok: apart < 2,
		detail:
			apart < 2
				? 'that of the database'
				: `this machine is ${apart.toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database, whose clock counts; set it by NTP`,
	};
}

/** Of several processes, those that execute tests of a kind. */
function teamRunner(live: readonly LiveWorker[], kind: TestType): {ok: boolean; detail: string} {
	const own = live.filter(({kinds}) => kinds.includes(kind));
	const slots = own.reduce((sum, worker) => sum + worker.slots, 0);
	if (own.length === 0) return {ok: false, detail: `no process executes ${kind} tests: ${workerCommand([kind])}`};
	const who = own.length === 1 ? '1 process' : `${own.length} processes`;
	return {ok: true, detail: `${who} on ${[...new Set(own.map(({host}) => host))].join(', ')}, ${slots} at once`};
}

function storeCheck(load: object | string, isHeldUp: boolean, database: string | null): {ok: boolean; detail: string} {
	if (typeof load === 'string') return {ok: false, detail: load};
	if (isHeldUp) return {ok: false, detail: 'takes nothing at the moment; is its disk full?'};
	return {ok: true, detail: openIn(database)};
}

/** Where pictures and pages go; of the database itself there is nothing to say. */
function artifactsCheck(artifacts: Pick<Artifacts, 'place' | 'problem'> | null): ReadinessCheck[] {
	if (!artifacts?.place) return [];
	const {name} = artifacts.place;
	const problem = artifacts.problem();
	const detail = problem === null ? name : `${name} takes nothing (${problem}); the database keeps them meanwhile`;
	return [{name: 'artifacts', required: false, ok: problem === null, detail}];
}

async function secretsCheck({unreadable, hasLostCaptures}: Secrets): Promise<{ok: boolean; detail: string}> {
	try {
		const count = await unreadable();
		if (count > 0) return {ok: false, detail: `${count} stored secrets cannot be decrypted. ${unreadableFix}`};
		if (hasLostCaptures) return {ok: false, detail: `Captured secrets cannot be decrypted. ${unreadableFix}`};
		return {ok: true, detail: 'readable'};
	} catch {
		return {ok: false, detail: 'unknown'};
	}
}
