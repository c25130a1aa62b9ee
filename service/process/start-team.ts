import {hostname} from 'node:os';
import process from 'node:process';
import {version} from '../../package.json';
import type {TestType} from '../../contract/enums.ts';
import type {WorkKind} from '../../contract/service-process.ts';
import type {TokenBox} from '../engine/batch-token.ts';
import type {Team} from '../engine/team.ts';
import type {Database} from '../store/database.ts';
import {storageOf} from '../store/dialect/storage.ts';
import type {NewsChannel} from '../store/team/news.ts';
import {leaseMs, SharedOwnership} from '../store/team/shared-ownership.ts';
import {forgetWorker, type LiveWorker, listWorkers, seeWorker} from '../store/team/workers.ts';

type Parts = {
	database: Database;
	news: NewsChannel;
	box: TokenBox;
	kinds: readonly WorkKind[];
	/** Tests at once. */
	slots: number;
	/** It answers requests. */
	serves: boolean;
	/** Whether this process has a browser. */
	hasBrowser(): boolean;
	/** Epoch milliseconds. */
	now(): number;
	/** How far the clock of this machine is ahead of it, in milliseconds. */
	clockAheadMs: number;
	log: {error(fields: object, message: string): void};
};

/** A process that was not seen for so long is forgotten. */
const goneMs = 3_600_000;

export type StartedTeam = Team & {
	/** Every process that lives. */
	live(): Promise<LiveWorker[]>;
	/** Whether this process does what belongs to plans, documents and schedules. */
	plans: boolean;
	clockAheadMs: number;
	leave(): Promise<void>;
};

/** This process as one of those that work on a database. */
export function startTeam({
	database,
	news,
	box,
	kinds,
	slots,
	serves,
	hasBrowser,
	now,
	clockAheadMs,
	log,
}: Parts): StartedTeam {
	const processId = storageOf(database).processId ?? '';
	const ownership = new SharedOwnership({database, owner: processId, now, log});
	const startedAt = now();
	const own = slots > 0 ? kinds.filter((kind): kind is TestType => kind !== 'planner') : [];
	const plans = serves || kinds.includes('planner');
	const live = () => listWorkers(database, now() - leaseMs);
	return {
		ownership,
		news,
		processId,
		serves,
		kinds: own,
		executes: own.length > 0,
		plans,
		box,
		clockAheadMs,
		live,
		announce: () =>
			seeWorker(
				database,
				{
					id: processId,
					host: hostname(),
					pid: process.pid,
					version,
					serves: serves ? 1 : 0,
					plans: plans ? 1 : 0,
					slots: own.length > 0 ? slots : 0,
					kinds: JSON.stringify(own.filter(kind => kind !== 'frontend' || hasBrowser())),
					started_at: startedAt,
					seen_at: now(),
				},
				goneMs,
			),
		servedKinds: async () => new Set((await live()).flatMap(worker => worker.kinds)),
		leave: () => forgetWorker(database, processId),
	};
}
